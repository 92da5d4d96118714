import { Object3D, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { goalCages } from '../../../src/plasticity/goalCages.ts';
import { deformed, stepBox } from '../../../src/plasticity/GoalShape.ts';
import { sculptHandles } from '../../../app/viewport/tools/sculptHandles.ts';

/** Corners of a box whose middle is not the origin, in a body that is turned and moved. */
const CORNERS = Float64Array.from(
  [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [0.3 + 2 * x, 0.1 + 0.5 * y, 0.7 * z]))),
);
const TRANSFORM = {
  position: [1, 2, -3] as [number, number, number],
  rotation: [0.3, -0.7, 1.1] as [number, number, number],
  scale: [1, 1, 1] as [number, number, number],
};
const steps = [
  { type: 'stretch', params: { x: 1.5, y: 0.4, z: 2 } },
  {
    type: 'drag',
    params: { offsetX: 0.2, offsetY: 0.4, offsetZ: -0.1, centreX: 0.5, centreY: 1, centreZ: 0, reach: 0.9 },
  },
  { type: 'twist', params: { angle: 7, axis: 'y' } },
  { type: 'twist', params: { angle: -1.5, axis: 'z' } },
  { type: 'bend', params: { angle: 1.2, along: 'x', towards: 'y' } },
  { type: 'bend', params: { angle: -2, along: 'z', towards: 'y' } },
  { type: 'bend', params: { angle: 0, along: 'y', towards: 'x' } },
];

function cageOf(step: (typeof steps)[number]) {
  const [cage] = goalCages([step], CORNERS);
  return { ...cage, lines: Float32Array.from(cage.lines) };
}

function handlesOf(step: (typeof steps)[number], part: 'amount' | 'centre' | 'reach' = 'amount') {
  const handles = sculptHandles(step, part, cageOf(step), TRANSFORM);
  if (handles === undefined) throw new Error('no handles');
  return handles;
}

describe.each(steps)('$type $params', (step) => {
  test('handles that are not moved change nothing', () => {
    for (const part of step.type === 'drag' ? (['amount', 'centre', 'reach'] as const) : (['amount'] as const)) {
      const handles = handlesOf(step, part);
      const object = new Object3D();
      handles.place(object);
      for (const [name, value] of Object.entries(handles.read(object))) {
        expect(value, name).toBeCloseTo((step.params as Record<string, unknown>)[name] as number, 3);
      }
    }
  });
});

test('the ring of a twist and of a bend turns with the end of the body', () => {
  for (const step of steps.filter(({ type }) => type !== 'stretch' && type !== 'drag')) {
    const handles = handlesOf(step);
    const object = new Object3D();
    handles.place(object);
    const [axis] = handles.axes as ('x' | 'y' | 'z')[];
    const about = new Vector3();
    about[axis] = 1;
    const before = handles.read(object)['angle'];
    object.quaternion.multiply(new Quaternion().setFromAxisAngle(about, 0.2));
    expect(Math.abs(handles.read(object)['angle'] - before)).toBeCloseTo(0.4, 3);
  }
});

test('a bend handle sits at the middle of the end that the formula bends', () => {
  for (const step of steps.filter(({ type }) => type === 'bend')) {
    const box = stepBox(CORNERS);
    const along = ['x', 'y', 'z'].indexOf((step.params as { along: string }).along);
    const end = Float64Array.from(box.centre);
    end[along] += box.half[along];
    const placed = { position: [0, 0, 0] as [number, number, number], rotation: [0, 0, 0] as [number, number, number] };
    const object = new Object3D();
    sculptHandles(step, 'amount', cageOf(step), { ...TRANSFORM, ...placed })!.place(object);
    const wanted = deformed(step, end, box);
    object.position.toArray().forEach((value, k) => expect(value).toBeCloseTo(wanted[k], 9));
  }
});

test('dragging the handle of a drag by half the body moves its offset by one', () => {
  const handles = handlesOf(steps[1]);
  const object = new Object3D();
  handles.place(object);
  const up = new Object3D();
  up.rotation.set(...TRANSFORM.rotation, 'ZYX');
  object.position.add(new Vector3(0, 0.5, 0).applyEuler(up.rotation));
  expect(handles.read(object)).toMatchObject({ offsetX: 0.2, offsetZ: -0.1 });
  expect(handles.read(object)['offsetY']).toBeCloseTo(1.4, 3);
});
