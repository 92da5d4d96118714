import { Matrix4, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { DocumentStore } from '../../../app/document/documentStore.ts';
import { addStroke, clearField, fieldOf, fillField, paintedBody } from '../../../app/document/paintEdits.ts';
import { transformMatrix } from '../../../app/viewport/engine/placements.ts';
import { LiveField } from '../../../app/viewport/painting/LiveField.ts';
import { paintShape, surfacePoint } from '../../../app/viewport/painting/PaintShape.ts';
import { refineSurface, type Surface } from '../../../app/viewport/painting/refineSurface.ts';
import { sampledPath } from '../../../app/viewport/painting/sampledPath.ts';
import { StrokePath } from '../../../app/viewport/painting/StrokePath.ts';
import { createRandom } from '../../support/random.ts';
import { newPin } from '../../../src/scene/kinds/pin.ts';
import type { PaintedField } from '../../../src/scene/paintedField.ts';
import { paintedValues } from '../../../src/scene/painting/PaintedPoints.ts';
import type { Entity } from '../../../src/scene/Scene.ts';
import { smallScene } from '../../support/scenes.ts';
import { preparedMesh, torusInBox } from './smallShot.ts';

describe('a stroke', () => {
  test('has no dabs nearer than a quarter of its radius, whatever the hand does', () => {
    const random = createRandom(3);
    const path = new StrokePath(0.2);
    for (let k = 0; k < 2000; k++) path.add(0.001 * k + 0.01 * random(), 0.01 * random(), 0.01 * random());
    const { points } = path;
    expect(points.length / 3).toBeGreaterThan(25);
    for (let k = 3; k < points.length; k += 3) {
      const gap = Math.hypot(points[k] - points[k - 3], points[k + 1] - points[k - 2], points[k + 2] - points[k - 1]);
      expect(gap).toBeGreaterThanOrEqual(0.05);
      expect(gap).toBeLessThan(0.08);
    }
  });

  test('of a hand at rest is one dab, and its numbers are short', () => {
    const path = new StrokePath(0.1);
    for (let k = 0; k < 50; k++) path.add(1 / 3 + 1e-4 * (k % 7), 2 / 3, -1 / 7);
    expect(path.points).toEqual([0.3333, 0.6667, -0.1429]);
  });

  test('looks at places a few pixels apart where the pointer jumps, and at no more than a frame has time for', () => {
    const from = { clientX: 10, clientY: 10 };
    expect(sampledPath(from, { clientX: 40, clientY: 50 }, 10)).toHaveLength(5);
    expect(sampledPath(from, { clientX: 40, clientY: 50 }, 10).at(-1)).toEqual({ clientX: 40, clientY: 50 });
    expect(sampledPath(from, from, 10)).toEqual([from]);
    expect(sampledPath(from, { clientX: 1e5, clientY: 0 }, 1)).toHaveLength(64);
  });
});

describe('the field while it is painted', () => {
  const random = createRandom(11);
  const points = Float32Array.from({ length: 3 * 4000 }, () => random());
  const stroke = (seed: number, value: number, count: number): PaintedField['strokes'][number] => {
    const place = createRandom(seed);
    const dabs = Array.from({ length: 3 * count }, () => Number(place().toFixed(4)));
    return { value, radius: 0.17, hardness: 0.4, opacity: 0.8, points: dabs };
  };

  test('is dab by dab what the finished strokes give', () => {
    const field: PaintedField = { base: 0.3, strokes: [stroke(1, 1, 7), stroke(2, 0, 9), stroke(3, 0.6, 5)] };
    const live = new LiveField(points);
    live.evaluate({ base: 0.3, strokes: [] });
    for (const { points: dabs, ...brush } of field.strokes) {
      live.begin(brush);
      for (let k = 0; k < dabs.length; k += 3) live.dab(dabs[k], dabs[k + 1], dabs[k + 2]);
      live.end();
    }
    const whole = paintedValues(field, points, new Float32Array(points.length / 3));
    expect(whole.some((value) => value !== Math.fround(0.3))).toBe(true);
    for (let k = 0; k < whole.length; k++) expect(live.values[k]).toBeCloseTo(whole[k], 6);
  });

  test('says what changed, and is as before where a stroke is taken back', () => {
    const live = new LiveField(points);
    live.evaluate(0.25);
    expect(live.takeChanges()).toEqual([0, 3999]);
    expect(live.takeChanges()).toBeUndefined();
    live.begin({ value: 1, radius: 0.05, hardness: 1, opacity: 1 });
    live.dab(points[300], points[301], points[302]);
    const [low, high] = live.takeChanges()!;
    expect(low).toBeLessThanOrEqual(100);
    expect(high).toBeGreaterThanOrEqual(100);
    expect(live.values[100]).toBe(1);
    for (const [k, value] of live.values.entries()) if (k < low || k > high) expect(value).toBe(0.25);
    expect(live.near(points[300], points[301], points[302], 0.01)).toBe(1);
    live.cancel();
    expect(live.values.every((value) => value === 0.25)).toBe(true);
  });
});

describe('the surface that is painted', () => {
  const square: Surface = {
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0.2),
    normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
  };

  test('has no long edges, no cracks and the same area', () => {
    const fine = refineSurface(square, 0.11, 1e6);
    const lengths: number[] = [];
    const uses = new Map<string, number>();
    const { positions, triangles } = fine;
    for (let at = 0; at < triangles.length; at++) {
      const [a, b] = [triangles[at], triangles[at % 3 === 2 ? at - 2 : at + 1]];
      lengths.push(vertex(positions, a).distanceTo(vertex(positions, b)));
      const name = `${Math.min(a, b)} ${Math.max(a, b)}`;
      uses.set(name, (uses.get(name) ?? 0) + 1);
    }
    expect(Math.max(...lengths)).toBeLessThanOrEqual(0.11);
    // Every inner edge has two triangles; those with one lie on the four sides.
    const border = [...uses].filter(([, count]) => count === 1);
    expect([...uses.values()].every((count) => count <= 2)).toBe(true);
    const round = border.reduce((sum, [name]) => {
      const [a, b] = name.split(' ').map(Number);
      return sum + vertex(positions, a).distanceTo(vertex(positions, b));
    }, 0);
    expect(round).toBeCloseTo(2 + 2 * Math.hypot(1, 0.2), 5);
    expect(area(fine)).toBeCloseTo(area(square), 6);
    expect(positions.subarray(0, 12)).toEqual(square.positions);
  });

  test('is left as it is where it would take too many vertices', () => {
    expect(refineSurface(square, 1e-4, 500).positions.length / 3).toBeLessThanOrEqual(500);
  });

  test.each([
    ['moved', { position: [3, -2, 0.5], rotation: [0, 0, 0], scale: [1, 1, 1] }],
    ['turned', { position: [0, 1, 0], rotation: [0.4, -1.1, 2.2], scale: [1, 1, 1] }],
    ['scaled unevenly and turned', { position: [1, 1, 1], rotation: [0.3, 0.2, -0.7], scale: [2, 0.5, 3] }],
  ] as const)('of a body that is %s lies in its own frame again', (_, transform) => {
    const own = preparedMesh(torusInBox(4)).statics;
    const matrix = transformMatrix(
      { ...transform, position: [...transform.position], rotation: [...transform.rotation] },
      0,
    );
    const normals = new Matrix4().copy(matrix).invert().transpose();
    const placed = {
      ...own,
      restVolume: mapped(own.restVolume, (point) => point.applyMatrix4(matrix)),
      surface: {
        ...own.surface,
        restPositions: mapped(own.surface.restPositions, (point) => point.applyMatrix4(matrix)),
        restNormals: mapped(own.surface.restNormals, (normal) => normal.transformDirection(normals)),
      },
    };
    const { surface, volume } = paintShape(placed, matrix);
    const { restPositions, restNormals, triangles } = own.surface;
    for (const [k, value] of restPositions.entries()) expect(surface.positions[k]).toBeCloseTo(value, 5);
    for (const [k, value] of restNormals.entries()) expect(surface.normals[k]).toBeCloseTo(value, 4);
    for (const [k, value] of own.restVolume.entries()) expect(volume[k]).toBeCloseTo(value, 5);
    // A place is found again through the corners and weights of what was hit.
    const corners = [...triangles.subarray(30, 33)];
    const { point } = surfacePoint(surface, corners, [0.2, 0.3, 0.5]);
    const expected = corners
      .map((corner) => vertex(restPositions, corner))
      .reduce((sum, corner, k) => sum.addScaledVector(corner, [0.2, 0.3, 0.5][k]), new Vector3());
    expect(point.distanceTo(expected)).toBeLessThan(1e-5);
  });
});

describe('painting in the document', () => {
  const stroke = { value: 1, radius: 0.1, hardness: 0.5, opacity: 1, points: [0, 0, 0] };
  const open = () => {
    const scene = smallScene();
    const solid = scene.entities.find((entity) => entity.kind === 'solid')!;
    const pin = { ...newPin(scene.entities, solid), selection: { kind: 'painted', field: { base: 0, strokes: [] } } };
    const document = new DocumentStore();
    document.load('/a.ductile', { ...scene, entities: [...scene.entities, pin as Entity] });
    return { document, solid, pin: pin.id, name: pin.name };
  };
  const last = (document: DocumentStore) => document.store.getState().open!.past.at(-1)?.label;

  test('makes one step of undo of a stroke, named by what is painted', () => {
    const { document, pin, name, solid } = open();
    const target = { kind: 'pin', entity: pin } as const;
    expect(paintedBody(document.scene, target)?.id).toBe(solid.id);
    addStroke(document, target, stroke);
    addStroke(document, target, { ...stroke, value: 0.5 });
    expect(last(document)).toBe(`Paint pin '${name}'`);
    expect(document.store.getState().open!.past).toHaveLength(2);
    document.undo();
    expect(fieldOf(document.scene, target)?.strokes).toEqual([stroke]);
    document.undo();
    expect(document.dirty).toBe(false);
  });

  test('of a solid begins from its base, and leaves nothing where it is cleared', () => {
    const { document, solid } = open();
    const target = { kind: 'strength', entity: solid.id } as const;
    const before = document.scene;
    addStroke(document, target, { ...stroke, value: 0 });
    expect(last(document)).toBe(`Paint strength of '${solid.name || solid.id}'`);
    expect(fieldOf(document.scene, target)).toEqual({ base: 1, strokes: [{ ...stroke, value: 0 }] });
    fillField(document, target, 0.4);
    expect(fieldOf(document.scene, target)).toEqual({ base: 0.4, strokes: [] });
    clearField(document, target);
    expect(document.scene).toEqual(before);
    expect(document.dirty).toBe(false);
    document.undo();
    expect(fieldOf(document.scene, target)?.base).toBe(0.4);
  });
});

function vertex(positions: Float32Array, at: number): Vector3 {
  return new Vector3(positions[3 * at], positions[3 * at + 1], positions[3 * at + 2]);
}

function mapped(points: Float32Array, map: (point: Vector3) => Vector3): Float32Array {
  const out = new Float32Array(points.length);
  for (let k = 0; k < points.length / 3; k++) map(vertex(points, k)).toArray(out, 3 * k);
  return out;
}

function area({ positions, triangles }: Surface): number {
  let sum = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => vertex(positions, triangles[at + k]));
    sum += b.sub(a).cross(c.sub(a)).length() / 2;
  }
  return sum;
}
