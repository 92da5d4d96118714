import { isBody } from '../../src/scene/Scene.ts';
import { paintedBody, paintsOf } from '../document/paintEdits.ts';
import { parentOf } from '../entities/entityFacts.ts';
import type { PaintTarget } from '../state/paintStore.ts';
import type { Session } from '../session/Session.ts';

type Painters = Pick<Session, 'document' | 'selection' | 'view' | 'paint'>;

/** Whether the brush is in the artist's hand. */
export function isPainting({ view }: Pick<Session, 'view'>): boolean {
  return view.getState().tool === 'paint';
}

/** What would be painted with the present selection, or with the only body there is: what a pin of it constrains, else what was painted last. */
export function paintable({ document, selection, paint }: Painters): PaintTarget | undefined {
  const entities = document.scene?.entities ?? [];
  const active = entities.find(({ id }) => id === selection.getState().ids.at(-1));
  const bodies = entities.filter(isBody);
  const entity = active ?? (bodies.length === 1 ? bodies[0] : undefined);
  if (entity === undefined) return undefined;
  const child = entities.find((one) => parentOf(one) === entity.id && paintsOf(one).length > 0);
  const painter = child ?? entity;
  const kinds = paintsOf(painter).map(({ kind }) => kind);
  const { lastKind } = paint.getState();
  const kind = kinds.includes(lastKind) ? lastKind : kinds.at(0);
  return kind === undefined ? undefined : { kind, entity: painter.id };
}

/** Takes up the brush; without a target, for what is selected. The solid is chosen later where nothing is. */
export function startPainting(session: Session, target: PaintTarget | undefined = paintable(session)): void {
  const { document, paint, selection, timeline, view } = session;
  const body = paintedBody(document.scene, target);
  const known = body === undefined ? undefined : target;
  // What is painted of another entity, such as a pin, says nothing of what is painted of the next one.
  const lastKind = target !== undefined && body?.id === target.entity ? target.kind : paint.getState().lastKind;
  paint.setState({ target: known, lastKind });
  timeline.setState({ playing: false });
  // The mesh task shows a shape of its own in the place of the one that is painted.
  const { task } = view.getState();
  view.setState({ tool: 'paint', compare: undefined, isolated: undefined, task: task === 'mesh' ? 'none' : task });
  if (known !== undefined && selection.getState().ids.at(-1) !== known.entity) {
    selection.setState({ ids: [known.entity] });
  }
}

/** Lays the brush down. */
export function stopPainting({ view, paint }: Pick<Session, 'view' | 'paint'>): void {
  view.setState({ tool: 'select' });
  paint.setState({ target: undefined, held: undefined });
}
