import { describe, expect, test } from 'vitest';
import { colliderShapes } from '../../../src/collision/CollisionBody.ts';
import { DISTANCE } from '../../../src/collision/distances.ts';
import { thinnestPlace } from '../../../src/systems/liquid/thinnestPlace.ts';
import { filled, liquidShot } from '../../support/liquidShot.ts';
import { runShot } from '../../support/shots.ts';

type Member = Record<string, unknown>;

const everywhere = (): boolean => true;

/** Thinnest place of a registered shape where points `count`. */
function thinnest(type: string, params: Member, most: number, counts: (point: Float64Array) => boolean = everywhere) {
  const { create, params: schema } = colliderShapes.get(type);
  const shape = create(schema.parse(params));
  const out = new Float64Array(4);
  const signedDistance = (point: Float64Array) => {
    shape.signedDistance(point, out);
    return out[DISTANCE];
  };
  return thinnestPlace(shape.display(), { signedDistance, counts }, most);
}

describe('the thinnest place', () => {
  test.each([
    ['a plate', 'box', { sizeX: 1, sizeY: 0.02, sizeZ: 1 }, 0.02],
    ['a cup', 'cup', { radius: 0.05, baseRadius: 0.04, height: 0.1, thickness: 0.008 }, 0.008],
    ['a ball', 'sphere', { radius: 0.02 }, 0.04],
    ['a ring', 'torus', { majorRadius: 0.3, minorRadius: 0.015 }, 0.03],
  ])('of %s is what it was made with', (_name, type, params, wanted) => {
    const found = thinnest(type, params, 0.05);
    expect(found / wanted).toBeGreaterThan(0.95);
    expect(found / wanted).toBeLessThan(1.02);
  });

  test('of what is thicker than asked for, or bounded on one side alone, is not found', () => {
    expect(thinnest('sphere', { radius: 0.3 }, 0.05)).toBe(Infinity);
    expect(thinnest('plane', {}, 0.05)).toBe(Infinity);
  });

  test('leaves out what does not count', () => {
    const nothing = thinnest('box', { sizeX: 1, sizeY: 0.02, sizeZ: 1 }, 0.05, () => false);
    expect(nothing).toBe(Infinity);
  });
});

/** Warnings of the first frame. */
async function warningsOf(members: readonly Member[], cell?: number): Promise<readonly string[]> {
  const shot = await runShot(liquidShot([filled(0.2), ...members], { last: 2, cell }));
  const { warnings } = shot.simulation.currentFrame().stats;
  shot.dispose();
  return warnings;
}

function plate(thickness: number, x = 0): Member {
  return {
    kind: 'collider',
    id: 'plate',
    shape: { kind: 'registered', type: 'box', params: { sizeX: thickness, sizeY: 0.4, sizeZ: 0.4 } },
    transform: { position: [x, 0.2, 0] },
  };
}

function leaf(thickness: number): Member {
  const form = { shape: 'block', size: [0.3, thickness, 0.3], cells: [4, 1, 4], elements: 'tets' };
  return {
    kind: 'solid',
    id: 'leaf',
    source: { kind: 'procedural', form },
    liquids: 'coupled',
    transform: { position: [0, 0.4, 0] },
  };
}

const sheet: Member = {
  kind: 'cloth',
  id: 'flag',
  source: { kind: 'procedural', form: { shape: 'sheet', width: 0.3, depth: 0.3, edge: 0.1 } },
};

test('a wall of less than two cells is told of, with both ways to mend it; one of two is not', async () => {
  const [warning, ...others] = await warningsOf([plate(0.06)]);
  expect(others).toEqual([]);
  expect(warning).toMatch(
    /^collider 'plate' is 0\.06 m thick at its thinnest, less than 2 cells of liquid 'water' \(0\.1 m\)/,
  );
  expect(warning).toMatch(/make it 0\.1 m or thicker, or the cells 0\.03 m or smaller$/);
  expect(await warningsOf([plate(0.06)], 0.025)).toEqual([]);
  expect(await warningsOf([plate(0.12)])).toEqual([]);
});

test('a thin wall outside of the box is nothing to the liquid', async () => {
  expect(await warningsOf([plate(0.02, 0.4)])).toEqual([]);
});

test('a solid thinner than a cell is told of', async () => {
  const [warning, ...others] = await warningsOf([leaf(0.02)]);
  expect(others).toEqual([]);
  expect(warning).toMatch(
    /^solid 'leaf' is 0\.02 m thick at its thinnest, less than a cell of liquid 'water' \(0\.05 m\)/,
  );
  expect(await warningsOf([leaf(0.06)])).toEqual([]);
});

test('cloth in or above the box of a liquid is told of, with what to do; cloth beside or below it is not', async () => {
  for (const height of [0.2, 3]) {
    const [warning, ...others] = await warningsOf([{ ...sheet, transform: { position: [0, height, 0] } }]);
    expect(others).toEqual([]);
    expect(warning).toMatch(
      /^cloth 'flag' does not interact with liquid 'water', which flows through it; set its liquid coupling to coupled/,
    );
  }
  for (const position of [
    [0.5, 0.2, 0],
    [0, -0.1, 0],
  ]) {
    expect(await warningsOf([{ ...sheet, transform: { position } }])).toEqual([]);
  }
});

test('cloth that parts a liquid is told of only where it does not', async () => {
  const coupled = { ...sheet, liquids: 'coupled', transform: { position: [0, 0.2, 0] } };
  expect(await warningsOf([coupled])).toEqual([]);
  const [warning, ...others] = await warningsOf([{ ...coupled, volumeConservation: { enabled: true, keeps: 'area' } }]);
  expect(others).toEqual([]);
  expect(warning).toMatch(/^cloth 'flag' is coupled to a liquid, so that its volume conservation has no effect/);
});
