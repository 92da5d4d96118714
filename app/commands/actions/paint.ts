import type { Entity } from '../../../src/scene/Scene.ts';
import { canPaint, clearField, fillField, isPainted, paintedBody } from '../../document/paintEdits.ts';
import { entityName } from '../../document/entityEdits.ts';
import { parentOf } from '../../entities/entityFacts.ts';
import type { Brush, PaintKind } from '../../state/paintStore.ts';
import type { Session } from '../../session/Session.ts';
import type { Command } from '../Command.ts';
import { isPainting, startPainting, stopPainting } from '../paintMode.ts';
import { needsShot } from '../requirements.ts';

/** One press of a key: a factor for the radius, a step of hardness. */
const RADIUS_STEP = 1.15;
const HARDNESS_STEP = 0.1;
const WHILE_PAINTING = 'Start painting first.';

const toggle: Command = {
  id: 'paint.toggle',
  group: 'Edit',
  keys: ['KeyB'],
  keywords: 'brush paint pins weights strength detail',
  title: (session) => (isPainting(session) ? 'Stop painting' : 'Paint pins, strength and detail'),
  enabled: needsShot,
  checked: isPainting,
  run: (session) => (isPainting(session) ? stopPainting(session) : startPainting(session)),
};

const leave: Command = {
  id: 'paint.leave',
  group: 'Edit',
  keys: ['Escape'],
  sharesKeys: true,
  title: () => 'Exit painting',
  enabled: (session) => isPainting(session) || WHILE_PAINTING,
  run: stopPainting,
};

/** The selected entity, or the one that it belongs to, where it can be painted so. */
function selectedFor({ document, selection }: Session, kind: PaintKind): Entity | undefined {
  const entities = document.scene?.entities ?? [];
  const active = entities.find(({ id }) => id === selection.getState().ids.at(-1));
  const id = active && (parentOf(active) ?? active.id);
  return entities.find((entity) => entity.id === id && canPaint(entity, kind));
}

const ofSolid = (kind: PaintKind): Command => ({
  id: `paint.${kind}`,
  group: 'Edit',
  keywords: 'brush weights',
  title: (session) => {
    const solid = selectedFor(session, kind);
    return solid === undefined ? `Paint ${kind}` : `Paint ${kind} of ${entityName(solid)}`;
  },
  enabled: (session) => selectedFor(session, kind) !== undefined || 'Select the solid to paint first.',
  run: (session) => {
    const solid = selectedFor(session, kind);
    if (solid !== undefined) startPainting(session, { kind, entity: solid.id });
  },
});

/** What is painted now, or why nothing is. */
function needsTarget({ document, paint, view }: Session): true | string {
  if (!isPainting({ view })) return WHILE_PAINTING;
  return paintedBody(document.scene, paint.getState().target) !== undefined || 'Choose what to paint first.';
}

const fill: Command = {
  id: 'paint.fill',
  group: 'Edit',
  keywords: 'brush flood everywhere',
  title: () => 'Fill with the value of the brush',
  enabled: needsTarget,
  run: ({ document, paint }) => {
    const { target, brush } = paint.getState();
    if (target !== undefined) fillField(document, target, brush.values[target.kind]);
  },
};

const clear: Command = {
  id: 'paint.clear',
  group: 'Edit',
  keywords: 'brush erase everything reset',
  title: () => 'Clear the painted values',
  enabled: (session) => {
    const reason = needsTarget(session);
    if (reason !== true) return reason;
    const { target } = session.paint.getState();
    return (target !== undefined && isPainted(session.document.scene, target)) || 'Nothing is painted yet.';
  },
  run: ({ document, paint }) => {
    const { target } = paint.getState();
    if (target !== undefined) clearField(document, target);
  },
};

const brush = (name: string, title: string, key: string, next: (brush: Brush) => Partial<Brush>): Command => ({
  id: `paint.${name}`,
  group: 'Edit',
  keys: [key],
  keywords: 'brush',
  title: () => title,
  enabled: (session) => isPainting(session) || WHILE_PAINTING,
  run: ({ paint }) => paint.setState(({ brush: present }) => ({ brush: { ...present, ...next(present) } })),
});

const scaled = ({ radius }: Brush, factor: number) => ({
  radius: radius === undefined ? undefined : Number((radius * factor).toPrecision(3)),
});
const harder = ({ hardness }: Brush, step: number) => ({
  hardness: Math.min(1, Math.max(0, Number((hardness + step).toFixed(2)))),
});

export default [
  toggle,
  leave,
  ofSolid('strength'),
  ofSolid('detail'),
  fill,
  clear,
  brush('smaller', 'Smaller brush', 'BracketLeft', (now) => scaled(now, 1 / RADIUS_STEP)),
  brush('larger', 'Larger brush', 'BracketRight', (now) => scaled(now, RADIUS_STEP)),
  brush('softer', 'Softer brush', 'Shift+BracketLeft', (now) => harder(now, -HARDNESS_STEP)),
  brush('harder', 'Harder brush', 'Shift+BracketRight', (now) => harder(now, HARDNESS_STEP)),
];
