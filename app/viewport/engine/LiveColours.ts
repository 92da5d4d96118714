import type { Session } from '../../session/Session.ts';
import { SURFACE } from '../../state/viewStore.ts';
import { chosenColouring } from '../colour/chosenColouring.ts';
import type { ColouringInfo } from '../colour/colourings.ts';
import { colourLimits, type Limits } from '../../../src/frames/colours/colourLimits.ts';
import { colourMapOf } from '../../../src/frames/colours/colourMaps.ts';
import { colourRange, joinedRange } from '../colour/colourRange.ts';
import { fitLimits, shownLimits, type ViewportStore } from '../viewportState.ts';
import { setFieldMap, type FieldUniforms } from './fieldMaterial.ts';

/** Keeps the colours of fields what the view asks for. */
export class LiveColours {
  private readonly session: Session;
  private readonly store: ViewportStore;
  private readonly field: FieldUniforms;
  private chosen: ColouringInfo | undefined;

  constructor(session: Session, store: ViewportStore, field: FieldUniforms) {
    this.session = session;
    this.store = store;
    this.field = field;
  }

  /** Takes over the chosen colouring. */
  choose(): void {
    const chosen = chosenColouring(this.session);
    this.chosen = chosen;
    setFieldMap(this.field, colourMapOf(chosen));
    fitLimits(this.store, chosen.name);
  }

  /** The limits grow with what is shown, rounded, and stay while playing. Takes that are compared have the same. */
  update(otherTake: Limits | undefined): void {
    const chosen = chosenColouring(this.session);
    // Other streams may show the same name otherwise.
    if (chosen !== this.chosen && JSON.stringify(chosen) !== JSON.stringify(this.chosen)) this.choose();
    this.chosen = chosen;
    const { name: colouring } = chosen;
    const range = joinedRange(colourRange(this.session, 'typicalRange'), otherTake);
    const state = this.store.getState();
    const before = state.roundedLimits[colouring];
    const limits = colourLimits(chosen, range, before);
    if (range !== undefined && (before?.[0] !== limits[0] || before[1] !== limits[1])) {
      this.store.setState({ roundedLimits: { ...state.roundedLimits, [colouring]: limits } });
    }
    const [low, high] = shownLimits(this.store.getState(), colouring);
    this.field.fieldLimits.value.set(low, high);
    this.field.fieldAmount.value = colouring === SURFACE || range === undefined ? 0 : 1;
  }
}
