import { newPin } from '../../src/scene/kinds/pin.ts';
import { isBody, type BodyEntity, type Entity } from '../../src/scene/Scene.ts';
import { entityName } from '../document/entityEdits.ts';
import { canPaint, paintedBody } from '../document/paintEdits.ts';
import type { PaintTarget } from '../state/paintStore.ts';
import type { Session } from '../state/Session.ts';

type Painters = Pick<Session, 'document' | 'selection' | 'view' | 'paint'>;

/** Whether the brush is in the artist's hand. */
export function isPainting({ view }: Pick<Session, 'view'>): boolean {
  return view.getState().tool === 'paint';
}

/** What would be painted with the present selection: a painted pin, else a solid as it was painted last; with nothing selected the only body there is. */
export function paintable({ document, selection, paint }: Painters): PaintTarget | undefined {
  const entities = document.scene?.entities ?? [];
  const active = entities.find(({ id }) => id === selection.getState().ids.at(-1));
  if (active?.kind === 'pin') return painted(active) ? { kind: 'pin', entity: active.id } : undefined;
  const bodies = entities.filter(isBody);
  const body = active ?? (bodies.length === 1 ? bodies[0] : undefined);
  if (body === undefined || !isBody(body)) return undefined;
  const pin = entities.find((entity) => painted(entity) && entity.target === body.id);
  const { lastKind } = paint.getState();
  if (pin !== undefined) return { kind: 'pin', entity: pin.id };
  if (body.kind === 'cloth') return undefined;
  return { kind: canPaint(body, lastKind) ? lastKind : 'strength', entity: body.id };
}

/** Takes up the brush; without a target, for what is selected. The solid is chosen later where nothing is. */
export function startPainting(session: Session, target: PaintTarget | undefined = paintable(session)): void {
  const { document, paint, selection, timeline, view } = session;
  const lastKind = target === undefined || target.kind === 'pin' ? paint.getState().lastKind : target.kind;
  const known = paintedBody(document.scene, target) === undefined ? undefined : target;
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

/** Adds a pin that holds nothing yet, and takes up the brush for it. */
export function paintNewPin(session: Session, body: BodyEntity): void {
  const { scene } = session.document;
  if (scene === undefined) return;
  const pin: Entity = {
    ...newPin(scene.entities, body),
    selection: { kind: 'painted', field: { base: 0, strokes: [] } },
  };
  session.document.edit(`Add painted pin '${entityName(pin)}'`, (draft) => {
    draft.entities.push(pin);
  });
  session.selection.setState({ ids: [pin.id] });
  startPainting(session, { kind: 'pin', entity: pin.id });
}

function painted(entity: Entity): entity is Extract<Entity, { kind: 'pin' }> {
  return entity.kind === 'pin' && entity.selection.kind === 'painted';
}
