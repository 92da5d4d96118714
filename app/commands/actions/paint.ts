import { isBody, type BodyEntity, type Entity } from '../../../src/scene/Scene.ts';
import { clearField, fieldOf, fillField, paintedBody } from '../../document/paintEdits.ts';
import { entityName } from '../../document/entityEdits.ts';
import type { Brush } from '../../state/paintStore.ts';
import type { Session } from '../../state/Session.ts';
import type { Command } from '../Command.ts';
import { isPainting, paintNewPin, startPainting, stopPainting } from '../paintMode.ts';
import { needsShot } from '../requirements.ts';

/** One press of a key: a factor for the radius, a step of hardness. */
const RADIUS_STEP = 1.15;
const HARDNESS_STEP = 0.1;
const WHILE_PAINTING = 'Take up the brush first.';

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
  title: () => 'Lay the brush down',
  enabled: (session) => isPainting(session) || WHILE_PAINTING,
  run: stopPainting,
};

function selectedBody({ document, selection }: Session): BodyEntity | undefined {
  const entities = document.scene?.entities ?? [];
  const active = entities.find(({ id }) => id === selection.getState().ids.at(-1));
  const id = active?.kind === 'pin' ? active.target : active?.id;
  const body = entities.find((entity) => entity.id === id);
  return body !== undefined && isBody(body) ? body : undefined;
}

function selectedSolid(session: Session): Extract<Entity, { kind: 'solid' }> | undefined {
  const body = selectedBody(session);
  return body?.kind === 'solid' ? body : undefined;
}

const newPin: Command = {
  id: 'paint.newPin',
  group: 'Add',
  keywords: 'brush hold attach painted',
  title: (session) => {
    const body = selectedBody(session);
    return body === undefined ? 'New painted pin' : `New painted pin on ${entityName(body)}`;
  },
  enabled: (session) => selectedBody(session) !== undefined || 'Select the solid or the cloth that is to be held.',
  run: (session) => {
    const body = selectedBody(session);
    if (body !== undefined) paintNewPin(session, body);
  },
};

const ofSolid = (kind: 'strength' | 'detail'): Command => ({
  id: `paint.${kind}`,
  group: 'Edit',
  keywords: 'brush weights',
  title: (session) => {
    const solid = selectedSolid(session);
    return solid === undefined ? `Paint ${kind}` : `Paint ${kind} of ${entityName(solid)}`;
  },
  enabled: (session) => selectedSolid(session) !== undefined || 'Select the solid that is to be painted.',
  run: (session) => {
    const solid = selectedSolid(session);
    if (solid !== undefined) startPainting(session, { kind, entity: solid.id });
  },
});

/** What is painted now, or why nothing is. */
function needsTarget({ document, paint, view }: Session): true | string {
  if (!isPainting({ view })) return WHILE_PAINTING;
  return paintedBody(document.scene, paint.getState().target) !== undefined || 'Choose what is painted first.';
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
  title: () => 'Clear what is painted',
  enabled: (session) => {
    const reason = needsTarget(session);
    if (reason !== true) return reason;
    return (
      (fieldOf(session.document.scene, session.paint.getState().target)?.strokes.length ?? 0) > 0 ||
      isFilled(session) ||
      'Nothing is painted yet.'
    );
  },
  run: ({ document, paint }) => {
    const { target } = paint.getState();
    if (target !== undefined) clearField(document, target);
  },
};

function isFilled({ document, paint }: Session): boolean {
  const { target } = paint.getState();
  const field = fieldOf(document.scene, target);
  return field !== undefined && (target?.kind === 'pin' ? field.base !== 0 : true);
}

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
  newPin,
  ofSolid('strength'),
  ofSolid('detail'),
  fill,
  clear,
  brush('smaller', 'Smaller brush', 'BracketLeft', (now) => scaled(now, 1 / RADIUS_STEP)),
  brush('larger', 'Larger brush', 'BracketRight', (now) => scaled(now, RADIUS_STEP)),
  brush('softer', 'Softer brush', 'Shift+BracketLeft', (now) => harder(now, -HARDNESS_STEP)),
  brush('harder', 'Harder brush', 'Shift+BracketRight', (now) => harder(now, HARDNESS_STEP)),
];
