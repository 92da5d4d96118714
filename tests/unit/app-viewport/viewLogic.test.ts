import { Box3, Euler, Matrix4, Object3D, Quaternion, Ray, Vector3, Vector4 } from 'three';
import { describe, expect, test } from 'vitest';
import { constrainedVertices } from '../../../app/viewport/annotations/constrainedVertices.ts';
import { trajectoryOf } from '../../../app/viewport/annotations/trajectories.ts';
import { axisViews, CameraRig } from '../../../app/viewport/camera/CameraRig.ts';
import { cameraMove } from '../../../app/viewport/camera/navigation.ts';
import { colourLimits, roundedUp } from '../../../src/frames/colours/colourLimits.ts';
import { colourMapOf } from '../../../src/frames/colours/colourMaps.ts';
import { fieldScale, formatField, parseField } from '../../../app/viewport/colour/fieldText.ts';
import { panesOf } from '../../../app/viewport/engine/panes.ts';
import { withContext } from '../../../app/viewport/preview/PreviewObjects.ts';
import { hitElement } from '../../../app/viewport/picking/hitElement.ts';
import { faceNeighbours } from '../../../app/viewport/meshes/elementFaces.ts';
import { elementNeighbours } from '../../../app/viewport/meshes/elementNeighbours.ts';
import { applyGizmo, placeGizmo } from '../../../app/viewport/tools/gizmoTargets.ts';
import { eulerNear } from '../../../app/viewport/tools/gizmoMath.ts';
import { evaluate } from '../../../src/scene/curves.ts';
import { eulerQuaternion } from '../../../src/scene/poses.ts';
import type { Pin } from '../../../src/scene/kinds/pin.ts';
import type { Entity } from '../../../src/scene/Scene.ts';
import { createRandom } from '../../support/random.ts';
import { mixedBox } from '../../support/bodies.ts';
import { freudenthalBox, hexBox } from '../../support/freudenthalBox.ts';
import { smallScene } from '../../support/scenes.ts';
import { preparedMesh, torusInBox } from './smallShot.ts';

/** Relative luminance of an sRGB colour, bytes (WCAG 2.2). */
function luminance(rgb: ArrayLike<number>): number {
  const [r, g, b] = Array.from(rgb, (byte) => {
    const c = byte / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const CHANGE = { unit: '', range: 'symmetric', percent: true, least: 0.01, most: 0.5 } as const;
const SPEED = { unit: 'm/s', range: 'from-zero', least: 0.01 } as const;
const QUALITY = { unit: '', range: [0, 1] } as const;
const STRESS = { unit: 'Pa', range: 'from-zero', least: 1 } as const;

describe('limits of colours', () => {
  test.each([
    [0.123, 0.15],
    [0.2, 0.2],
    [2.1, 2.5],
    [7_300, 8_000],
    [9.9e-5, 1e-4],
  ])('%s is rounded up to %s', (value, expected) => {
    expect(roundedUp(value)).toBeCloseTo(expected, 12);
  });

  test('of a signed number lie evenly about zero', () => {
    expect(colourLimits(CHANGE, [-0.116, 0.02])).toEqual([-0.15, 0.15]);
    expect(colourLimits(SPEED, [0.2, 1.42])).toEqual([0, 1.5]);
    expect(colourLimits(QUALITY, [-0.4, 0.7])).toEqual([0, 1]);
  });

  test('never narrow while it plays, and never vanish', () => {
    const wide = colourLimits(STRESS, [0, 900]);
    expect(colourLimits(STRESS, [0, 3], wide)).toEqual(wide);
    expect(colourLimits(CHANGE, [0, 0])).toEqual([-0.01, 0.01]);
    expect(colourLimits(CHANGE, undefined)).toEqual([-0.01, 0.01]);
  });

  test('a diverging map is plain clay in its middle and as light at both ends', () => {
    const map = colourMapOf(CHANGE);
    expect([...map.subarray(0, 3)]).toEqual([0x2f, 0x6f, 0xd0]);
    expect([...map.subarray(3 * 255)]).toEqual([0xc2, 0x3d, 0x2e]);
    const middle = [...map.subarray(3 * 127, 3 * 128)];
    [0xd9, 0xd6, 0xcf].forEach((value, k) => expect(Math.abs(middle[k] - value)).toBeLessThan(3));
  });

  test('a map that begins at zero stands out from the backdrop from its first colour on, and grows lighter', () => {
    const map = colourMapOf(SPEED);
    const luminances = Array.from({ length: 256 }, (_, k) => luminance(map.subarray(3 * k, 3 * k + 3)));
    expect((luminances[0] + 0.05) / (luminance([0x1d, 0x20, 0x24]) + 0.05)).toBeGreaterThan(1.5);
    for (let k = 8; k < 256; k += 8) expect(luminances[k]).toBeGreaterThan(luminances[k - 8]);
  });

  test('numbers of a legend are written in one unit and read back', () => {
    const percent = fieldScale(CHANGE, 0.2);
    expect(formatField(0.2, percent, true, true)).toBe('+20 %');
    expect(formatField(-0.116, percent)).toBe('−11.6 %');
    expect(formatField(0, percent, true, true)).toBe('0 %');
    const stress = fieldScale(STRESS, 2400);
    expect(formatField(1420, stress)).toBe('1.42 kPa');
    expect(parseField('2.4 kPa', stress)).toBeCloseTo(2400, 9);
    expect(parseField('−15 %', percent)).toBeCloseTo(-0.15, 12);
    expect(parseField('wide', percent)).toBeUndefined();
  });
});

describe('camera', () => {
  const rig = (): CameraRig => {
    const made = new CameraRig();
    made.instant = true;
    made.resize(1600, 900);
    return made;
  };

  // Each picture asks for the size, and each answer asked for another picture: all were drawn twice.
  test('asks for no picture where its size stays', () => {
    const made = rig();
    made.resize(800, 600);
    let asked = 0;
    made.onChange(() => asked++);
    made.resize(800, 600);
    expect(asked).toBe(0);
    made.resize(800, 601);
    expect(asked).toBe(1);
  });

  test('frames a box: all of it in the picture, and the picture filled', () => {
    const made = rig();
    const box = new Box3(new Vector3(-3, 0, 2), new Vector3(1, 1, 5));
    for (const projection of ['perspective', 'orthographic'] as const) {
      made.setProjection(projection);
      made.frame(box, 0);
      let reach = 0;
      for (let corner = 0; corner < 8; corner++) {
        const point = new Vector3(
          ...[0, 1, 2].map((axis) => ((corner >> axis) & 1 ? box.max : box.min).getComponent(axis)),
        );
        const { x, y, z } = point.project(made.camera);
        expect(Math.abs(z)).toBeLessThan(1);
        reach = Math.max(reach, Math.abs(x), Math.abs(y));
      }
      // Its projection stands in the middle and takes three quarters of the picture's height or width.
      expect(reach, projection).toBeCloseTo(0.74, 2);
      expect(made.share(box), projection).toBeCloseTo(0.74, 2);
    }
  });

  test.each([
    ['tall', [0.2, 6, 0.2]],
    ['flat', [5, 0.05, 5]],
    ['deep', [0.3, 0.3, 9]],
    ['tiny', [1e-3, 2e-3, 1e-3]],
  ] as const)('frames what is %s as fully, from any side', (_, [width, height, depth]) => {
    const made = rig();
    const box = new Box3().setFromCenterAndSize(new Vector3(3, 1, -2), new Vector3(width, height, depth));
    for (const [azimuth, elevation] of [
      [0, 0],
      [0.6, 0.42],
      [-2.1, -0.3],
      [1, Math.PI / 2],
    ]) {
      made.set({ ...made.view, azimuth, elevation });
      made.frame(box, 0);
      expect(made.holds(box)).toBe(true);
      // Perspective ends the approach to what is seen end on.
      expect(made.share(box)).toBeGreaterThan(0.6);
      expect(made.share(box)).toBeLessThan(0.76);
    }
  });

  test('tells what it does not hold: what is beside the picture, larger than it, or behind', () => {
    const made = rig();
    const box = new Box3(new Vector3(-0.5, 0, -0.5), new Vector3(0.5, 1, 0.5));
    const at = (x: number, y: number, z: number) => box.clone().translate(new Vector3(x, y, z));
    for (const projection of ['perspective', 'orthographic'] as const) {
      made.setProjection(projection);
      made.frame(box, 0);
      expect(made.holds(box), projection).toBe(true);
      expect(made.holds(at(0, 3, 0))).toBe(false);
      expect(made.holds(box.clone().expandByScalar(3))).toBe(false);
    }
    made.setProjection('perspective');
    const behind = made.camera.position.clone().multiplyScalar(3);
    expect(made.holds(at(behind.x, behind.y, behind.z))).toBe(false);
  });

  test('looks along axes with the target in the middle', () => {
    const made = rig();
    made.set({ ...made.view, target: [1, 2, 3] });
    for (const [name, direction] of [
      ['front', [0, 0, -1]],
      ['right', [-1, 0, 0]],
      ['top', [0, -1, 0]],
    ] as const) {
      made.lookAlong(name, 0);
      const seen = made.camera.getWorldDirection(new Vector3()).toArray();
      direction.forEach((value, k) => expect(seen[k]).toBeCloseTo(value, 10));
      const { x, y } = new Vector3(1, 2, 3).project(made.camera);
      expect(Math.hypot(x, y)).toBeLessThan(1e-9);
    }
    expect(Object.keys(axisViews)).toHaveLength(6);
  });

  test('zooming keeps what is under the pointer there', () => {
    const made = rig();
    made.set({ target: [0, 0, 0], azimuth: 0, elevation: 0, distance: 5 });
    const half = 5 * Math.tan(made.fieldOfView / 2);
    const point = new Vector3(0.5 * half * (16 / 9), 0.25 * half, 0);
    made.zoom(150, 0.5, 0.25);
    const { x, y } = point.project(made.camera);
    expect(x).toBeCloseTo(0.5, 6);
    expect(y).toBeCloseTo(0.25, 6);
  });

  test('panning moves the target by as much as the pointer', () => {
    const made = rig();
    const point = new Vector3(...made.view.target);
    made.pan(160, -90);
    const { x, y } = point.project(made.camera);
    expect(x).toBeCloseTo((2 * 160) / 1600, 6);
    expect(y).toBeCloseTo((2 * 90) / 900, 6);
  });

  test('flies the short way round and arrives', () => {
    const made = new CameraRig();
    made.resize(100, 100);
    made.set({ target: [0, 0, 0], azimuth: 3, elevation: 0, distance: 2 });
    made.fly({ target: [1, 0, 0], azimuth: -3, elevation: 0.5, distance: 4 }, 0);
    let farthest = 0;
    for (let now = 0; made.advance(now); now += 10) farthest = Math.max(farthest, Math.abs(made.view.azimuth));
    expect(farthest).toBeLessThan(3.3);
    expect(made.view.target).toEqual([1, 0, 0]);
    expect(made.view.distance).toBeCloseTo(4, 9);
  });

  test('buttons do what artists of each program expect', () => {
    const chord = { button: 0, altKey: false, shiftKey: false, ctrlKey: false };
    expect(cameraMove('maya', chord)).toBeUndefined();
    expect(cameraMove('maya', { ...chord, altKey: true })).toBe('orbit');
    expect(cameraMove('maya', { ...chord, button: 2, altKey: true })).toBe('zoom');
    expect(cameraMove('blender', { ...chord, button: 1 })).toBe('orbit');
    expect(cameraMove('blender', { ...chord, button: 1, shiftKey: true })).toBe('pan');
    expect(cameraMove('houdini', { ...chord, button: 1 })).toBe('pan');
  });
});

describe('panes', () => {
  test('are one, two halves, or two sides of an edge', () => {
    expect(panesOf(undefined, 800)).toEqual([{ left: 0, width: 800, from: 0, to: 800 }]);
    const halves = panesOf({ take: 'b', how: 'side-by-side', wipe: 0.2 }, 801);
    expect(halves.map(({ from, to }) => [from, to])).toEqual([
      [0, 401],
      [401, 801],
    ]);
    const wiped = panesOf({ take: 'b', how: 'wipe', wipe: 0.25 }, 800);
    expect(wiped.map(({ left, width, to }) => [left, width, to])).toEqual([
      [0, 800, 200],
      [0, 800, 800],
    ]);
  });
});

describe('elements', () => {
  test.each([
    ['tetrahedra', 4, freudenthalBox(3, 2, 2, 1)],
    ['hexahedra', 8, hexBox(3, 2, 2, 1)],
  ] as const)('of %s know their neighbours over faces', (_name, size, mesh) => {
    const elements = 'tets' in mesh ? mesh.tets : mesh.hexes;
    const faces = size === 4 ? 4 : 6;
    const neighbours = faceNeighbours(size, elements, mesh.positions.length / 3);
    for (let element = 0; element < elements.length / size; element++) {
      const found = [...neighbours.subarray(faces * element, faces * element + faces)].filter((n) => n >= 0).sort();
      expect(found).toEqual([...elementNeighbours(size, elements, element).face].sort());
    }
    // 2 (3 2 + 2 2 + 3 2) squares on the outside.
    const outside = neighbours.filter((n) => n < 0).length;
    expect(outside).toBe(size === 4 ? 64 : 32);
  });

  test('of mixed shapes know their neighbours over quadrilaterals and triangles', () => {
    const { elements, restPositions } = mixedBox([3, 2, 2], [3, 2, 2]);
    const neighbours = faceNeighbours(8, elements, restPositions.length / 3);
    for (let element = 0; element < elements.length / 8; element++) {
      const found = [...neighbours.subarray(6 * element, 6 * element + 6)].filter((n) => n >= 0).sort();
      expect(found).toEqual([...elementNeighbours(8, elements, element).face].sort());
    }
  });

  test('are found by a ray, past those that are cut away', () => {
    const { statics } = preparedMesh(torusInBox(2, 12));
    const ray = new Ray(new Vector3(0.3, 5, 0.2), new Vector3(0, -1, 0));
    const first = hitElement(statics, statics.restVolume, ray, undefined);
    expect(first?.point.y).toBeCloseTo(1, 6);
    const cut = hitElement(statics, statics.restVolume, ray, new Vector4(0, 1, 0, 0.1));
    expect(cut?.element).not.toBe(first?.element);
    expect(cut!.point.y).toBeLessThan(1);
    expect(
      hitElement(statics, statics.restVolume, new Ray(new Vector3(5, 5, 5), new Vector3(1, 0, 0)), undefined),
    ).toBeUndefined();
  });
});

describe('gizmos', () => {
  const entity = (kind: Entity['kind']): Entity => structuredClone(smallScene().entities.find((e) => e.kind === kind)!);

  test.each(['solid', 'collider', 'camera', 'pin'] as const)(
    'leave a %s as it is where nothing was dragged',
    (kind) => {
      const before = entity(kind);
      const after = structuredClone(before);
      const object = new Object3D();
      placeGizmo(before, 12, object);
      applyGizmo(after, 'move', 12, object);
      expect(after).toEqual(before);
    },
  );

  test('set a key where a curve exists, and a number where none does', () => {
    const collider = entity('collider');
    const object = new Object3D();
    placeGizmo(collider, 15, object);
    expect(object.position.y).toBeCloseTo(0.5, 9);
    object.position.add(new Vector3(0.25, 1, 0));
    applyGizmo(collider, 'move', 15, object);
    if (collider.kind !== 'collider') throw new Error('not a collider');
    const [x, y, z] = collider.transform.position;
    expect(x).toBe(0.25);
    expect(z).toBe(0);
    expect(typeof y === 'number' ? [] : y.keys.map(({ frame }) => frame)).toEqual([10, 15, 20]);
    expect(evaluate(y, 15)).toBeCloseTo(1.5, 9);
    expect(evaluate(y, 10)).toBe(0);
  });

  test('begin a curve where keys are set by themselves, for the component that moved alone', () => {
    const collider = entity('collider');
    if (collider.kind !== 'collider') throw new Error('not a collider');
    const object = new Object3D();
    placeGizmo(collider, 15, object);
    object.position.x = 0.25;
    applyGizmo(collider, 'move', 15, object, true);
    const [x, y, z] = collider.transform.position;
    expect(typeof x === 'number' ? [] : x.keys.map(({ frame, value }) => [frame, value])).toEqual([[15, 0.25]]);
    expect(typeof y === 'number' ? [] : y.keys.map(({ frame }) => frame)).toEqual([10, 20]);
    expect(z).toBe(0);
  });

  test('turn by the same rotation that documents describe', () => {
    const random = createRandom(5);
    for (let trial = 0; trial < 200; trial++) {
      const before = [0, 1, 2].map(() => 8 * random() - 4);
      const target = new Quaternion(...[0, 1, 2, 3].map(() => random() - 0.5)).normalize();
      const angles = eulerNear(target, before);
      const made = new Float64Array(4);
      eulerQuaternion(...angles, made);
      const same = Math.abs(made.reduce((sum, value, k) => sum + value * target.toArray()[k], 0));
      expect(same).toBeCloseTo(1, 9);
    }
  });

  test('keep counting turns beyond a full circle', () => {
    const before = [0, 2 * Math.PI + 0.3, 0];
    const rotation = new Quaternion().setFromEuler(new Euler(0, 0.35, 0, 'ZYX'));
    const [x, y, z] = eulerNear(rotation, before);
    expect([x, z]).toEqual([0, 0]);
    expect(y).toBeCloseTo(2 * Math.PI + 0.35, 5);
  });

  test('of a pin change its region', () => {
    const pin = entity('pin');
    const object = new Object3D();
    placeGizmo(pin, 1, object);
    object.scale.x = 0.4;
    applyGizmo(pin, 'scale', 1, object);
    object.position.set(1, 2, 3);
    applyGizmo(pin, 'move', 1, object);
    expect(pin).toMatchObject({ selection: { kind: 'sphere', centre: [1, 2, 3], radius: 0.4 } });
  });
});

describe('a shape that comes to others', () => {
  const box = (at: number, size: number): Box3 => new Box3(new Vector3(at, 0, 0), new Vector3(at + size, size, size));

  test('is shown with them', () => {
    expect(withContext(box(2, 1), box(0, 1))).toEqual(new Box3(new Vector3(0, 0, 0), new Vector3(3, 1, 1)));
    expect(withContext(box(2, 1), new Box3())).toEqual(box(2, 1));
  });

  test('is not lost among them', () => {
    const shown = withContext(box(2, 0.01), box(0, 50));
    expect(shown.containsBox(box(2, 0.01))).toBe(true);
    expect(shown.getSize(new Vector3()).length()).toBeLessThan(0.1);
  });
});

test('a pin holds the vertices in its region, its border included', () => {
  const rest = Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0);
  const placed = new Matrix4().makeTranslation(1, 0, 0).scale(new Vector3(0.5, 1, 1));
  const held = (selection: Pin['selection'], hold: Pin['hold'] = { kind: 'hard' }) =>
    constrainedVertices({ selection, hold }, rest, placed);
  expect(held({ kind: 'sphere', centre: [0, 0, 0], radius: 1 })).toEqual([0, 1]);
  expect(held({ kind: 'box', min: [1, 0, 0], max: [2, 0, 0] })).toEqual([1, 2]);
  expect(held({ kind: 'vertices', indices: [2, 9] })).toEqual([2]);
  // In the solid's own frame the vertices stand at -2, 0 and 2.
  const stroke = { value: 1, radius: 1, hardness: 1, opacity: 0.4, points: [2, 0, 0] };
  const field = { base: 0, strokes: [stroke, { ...stroke, opacity: 1, points: [-2, 0, 0] }] };
  expect(held({ kind: 'painted', field })).toEqual([0]);
  expect(held({ kind: 'painted', field }, { kind: 'soft', frequency: 4, dampingRatio: 1 })).toEqual([0, 2]);
});

test('the path of a keyed collider has a point per frame and one per key', () => {
  const collider = smallScene().entities.find(({ kind }) => kind === 'collider')!;
  const path = trajectoryOf(collider, { first: 10, last: 20 })!;
  expect(path.frames.length).toBe(3 * 11);
  expect(path.segments.length).toBe(6 * 10);
  expect(path.keys).toEqual([0, 0, 0, 0, 1, 0]);
  expect(trajectoryOf(smallScene().entities[0], { first: 1, last: 5 })).toBeUndefined();
});
