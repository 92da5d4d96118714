import { coloursOf } from '../../../src/frames/AttributeDisplay.ts';
import type { Session } from '../../session/Session.ts';
import { chosenColouring } from '../colour/chosenColouring.ts';
import { colouringOf, type ColouringInfo } from '../colour/colourings.ts';
import { fieldScale, formatField } from '../colour/fieldText.ts';
import { probeValues } from './probeValues.ts';

/** What the probe says of an element. */
export interface ProbeLines {
  /** `tet 118`. */
  readonly element: string;
  readonly lines: readonly { readonly name: string; readonly text: string }[];
}

/** How much larger or smaller the probed element is, and its number of the chosen colouring; how well it is shaped where there is none. Undefined where nothing is probed. */
export function probeLines(session: Session): ProbeLines | undefined {
  const values = probeValues(session);
  if (values === undefined) return undefined;
  const { element, kind, volumeChange, quality, shown } = values;
  const { statics } = session.frameSource.store.getState();
  const change = colouringOf(statics, CHANGE);
  const chosen = chosenColouring(session);
  // Whether an element is turned inside out is in its volume change.
  const isOther = shown !== undefined && chosen.name !== CHANGE && chosen.name !== QUALITY && !isAlarm(chosen);
  return {
    element: `${kind} ${element}`,
    lines: [
      { name: kind === 'triangle' ? 'Area' : 'Volume', text: formatField(volumeChange, scaleOf(change, volumeChange)) },
      isOther
        ? { name: chosen.label.replace(' stress', ''), text: formatField(shown, scaleOf(chosen, shown)) }
        : { name: 'Quality', text: quality.toFixed(2) },
    ],
  };
}

const CHANGE = 'volume change';
const QUALITY = 'element quality';

function isAlarm(colouring: ColouringInfo): boolean {
  return coloursOf(colouring) === 'alarm';
}

function scaleOf(colouring: ColouringInfo, value: number) {
  return fieldScale(colouring, Math.abs(value));
}
