import { describe, expect, test } from 'vitest';
import { nameInput } from '../../../app/timeline/stale/nameInput.ts';
import { quietJob } from '../../../src/base/job.ts';
import { explainStale } from '../../../src/frames/explainStale.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { meshers } from '../../../src/meshing/Mesher.ts';
import type { Solid } from '../../../src/scene/kinds/solid.ts';
import { paintedParts } from '../../../src/scene/capabilities.ts';
import { initialInputs, staticsInputs } from '../../../src/scene/shotInputs.ts';
import { isKind, type Scene } from '../../../src/scene/Scene.ts';
import { formatScene, parseScene } from '../../../src/scene/sceneText.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { fillInputs, fillSolid } from '../../../src/simulation/rest/fillSolid.ts';
import { ignoredDetail } from '../../../src/simulation/rest/wantedDetail.ts';
import { paintedStrength } from '../../../src/systems/solid/paintedStrength.ts';
import { proceduralMesh } from '../../../src/simulation/rest/proceduralMesh.ts';
import { runShot } from '../../support/shots.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

const stroke = { radius: 0.6, hardness: 0.5, points: [0.5, 0, 0, 0.5, 0.1, 0] };
const field = { strokes: [stroke] };

function shot(members: Record<string, unknown>, last = 12, pin?: Record<string, unknown>): Scene {
  const input = tinyShotInput(last);
  const [block, floor] = input.entities;
  const pins = pin === undefined ? [] : [{ kind: 'pin', id: 'hook', target: 'block', ...pin }];
  return validateScene({ ...input, entities: [{ ...block, ...members }, floor, ...pins] }, catalogue);
}

const ball = (members: Record<string, unknown> = {}, method = 'graded-stuffing'): Scene =>
  shot({
    name: 'Bunny',
    source: { kind: 'procedural', form: { shape: 'sphere', radius: 0.5, segments: 32 } },
    meshing: { method, edge: { metres: 0.2 } },
    ...members,
  });

const solidOf = (scene: Scene): Solid => scene.entities.find(isKind('solid'))!;

async function positionsAt(scene: Scene, frame: number, threads = 1): Promise<Float64Array> {
  const running = await runShot(scene, { threads });
  running.advanceTo(frame);
  const positions = running.simulation.motionOf('block').positions.slice();
  running.dispose();
  return positions;
}

describe('painted strength', () => {
  test('is that of the centroid of each element', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 4, 4, 4);
    const spot = {
      base: 1,
      strokes: [{ value: 0.2, radius: 0.5, hardness: 1, opacity: 1, points: [0.25, 0.25, 0.25] }],
    };
    const weights = paintedStrength(spot, positions, Uint32Array.of(0, 1, 2, 3, 1, 2, 3, 4), 4);
    expect([...weights]).toEqual([0.2, 1]);
  });

  test('of 1 everywhere changes no byte, of 0 everywhere is a limp body', async () => {
    const plain = await positionsAt(shot({}), 12);
    expect(await positionsAt(shot({ painted: { strength: {} } }), 12)).toEqual(plain);
    const limp = await positionsAt(shot({ strength: 0 }), 12);
    const painted = await positionsAt(shot({ painted: { strength: { base: 0 } } }), 12);
    expect(limp).not.toEqual(plain);
    painted.forEach((value, k) => expect(value).toBeCloseTo(limp[k], 5));
  });

  test('that differs gives the same bytes with one and two threads, and stays finite where it is 0', async () => {
    const scene = ball({ painted: { strength: { strokes: [{ ...stroke, value: 0 }] }, detail: field } });
    const one = await positionsAt(scene, 12);
    expect(one.every(Number.isFinite)).toBe(true);
    expect(await positionsAt(scene, 12, 2)).toEqual(one);
  });
});

describe('a painted pin', () => {
  const transform = { position: [3, 4, 5], rotation: [0.4, 1, -0.3], scale: [2, 1, 3] };
  const selection = { kind: 'painted', field: { strokes: [{ radius: 0.1, points: [0.5, 0.5, 0.5] }] } };

  test('holds the same vertices wherever the solid stands and however it is scaled', async () => {
    for (const members of [{}, { transform }]) {
      const running = await runShot(shot({ ...members, angularVelocity: [0, 0, 0] }, 12, { selection }));
      const before = running.simulation.motionOf('block').positions.slice();
      running.advanceTo(4);
      const after = running.simulation.motionOf('block').positions;
      const still = Array.from({ length: before.length / 3 }, (_, v) => v).filter((v) =>
        [0, 1, 2].every((axis) => before[3 * v + axis] === after[3 * v + axis]),
      );
      const corner = running.volumes.get('block')!.mesh.positions.length / 3 - 1;
      expect(still).toEqual([corner]);
      running.dispose();
    }
  });
});

describe('painted detail', () => {
  /** Elements whose centroid has x beyond `from`, m. */
  async function elementsBeyond(scene: Scene, from: number): Promise<number> {
    const solid = solidOf(scene);
    if (solid.source.kind !== 'procedural') throw new Error('a file');
    const volume = await fillSolid(solid, proceduralMesh(solid.source.form), 1, quietJob);
    if (volume.kind !== 'tet') return 0;
    const { positions, tets } = volume.mesh;
    let count = 0;
    for (let t = 0; t < tets.length; t += 4) {
      const x = [0, 1, 2, 3].reduce((sum, k) => sum + positions[3 * tets[t + k]] / 4, 0);
      if (x > from) count++;
    }
    return count;
  }

  test.each([[[1, 1, 1]], [[2, 2, 2]]])('refines where it is painted, scaled by %j', async (scale) => {
    const transform = { scale };
    const near = 0.35 * scale[0];
    const plain = ball({ transform });
    const fine = ball({
      transform,
      painted: { detail: { strokes: [{ radius: 0.3, hardness: 0.9, points: [0.5, 0, 0] }] } },
    });
    expect(await elementsBeyond(fine, near)).toBeGreaterThan(8 * (await elementsBeyond(plain, near)));
    const away = (await elementsBeyond(fine, -9)) - (await elementsBeyond(fine, -0.1 * scale[0]));
    const before = (await elementsBeyond(plain, -9)) - (await elementsBeyond(plain, -0.1 * scale[0]));
    expect(away / before).toBeLessThan(1.2);
  });

  test('counts for the mesh of methods that follow it, and others say that they do not', () => {
    for (const mesher of meshers.all()) {
      const plain = solidOf(ball({}, mesher.type));
      const painted = solidOf(ball({ painted: { detail: field } }, mesher.type));
      const same = JSON.stringify(fillInputs(plain, 1)) === JSON.stringify(fillInputs(painted, 1));
      expect(same).toBe(mesher.followsDetail !== true);
      expect(ignoredDetail(plain)).toBeUndefined();
      if (mesher.followsDetail === true) expect(ignoredDetail(painted)).toBeUndefined();
      else expect(ignoredDetail(painted)).toMatch(/'Bunny' has no effect.*'Red-green BCC lattice, compressed'/);
    }
    expect(ignoredDetail(solidOf(shot({ painted: { detail: field } })))).toMatch(/elements of its own/);
    expect(ignoredDetail(solidOf(ball({ painted: { detail: {} } }, 'stuffing')))).toBeUndefined();
  });

  test('of thin parts counts for the mesh of methods that follow it, and others say that they do not', () => {
    for (const { type, followsDetail = false } of meshers.all()) {
      const plain = solidOf(ball({}, type));
      const asking = solidOf(ball({ meshing: { method: type, edge: { metres: 0.2 }, across: 6 } }));
      expect(JSON.stringify(fillInputs(plain, 1)) === JSON.stringify(fillInputs(asking, 1))).toBe(!followsDetail);
      if (followsDetail) expect(ignoredDetail(asking)).toBeUndefined();
      else expect(ignoredDetail(asking)).toMatch(/edges across thin parts of 'Bunny' has no effect/);
    }
  });

  test('that nothing follows is warned of at the first frame', async () => {
    const running = await runShot(ball({ painted: { detail: field } }, 'hexahedra'));
    expect(running.simulation.currentFrame().stats.warnings).toEqual([
      expect.stringMatching(/Painted detail of 'Bunny'/),
    ]);
    running.advanceTo(2);
    expect(running.simulation.currentFrame().stats.warnings).toEqual([]);
    running.dispose();
  });
});

describe('what frames are made from', () => {
  const inputs = (scene: Scene) => initialInputs(scene, 'draft');
  const differing = (before: Scene, after: Scene) => {
    const { path } = explainStale(
      JSON.parse(JSON.stringify(inputs(before))),
      JSON.parse(JSON.stringify(inputs(after))),
    )!;
    return nameInput(path, after).steps;
  };

  test.each([
    ['detail', ['Bunny', 'Painted', 'Painted detail']],
    ['strength', ['Bunny', 'Painted', 'Painted strength']],
  ])('names painted %s', (part, steps) => {
    const once = ball({ painted: { [part]: field } });
    const twice = ball({ painted: { [part]: { strokes: [stroke, stroke] } } });
    expect(differing(ball(), once)).toEqual(steps);
    expect(differing(once, twice)).toEqual(steps);
    expect(JSON.stringify(inputs(twice))).toContain('2 strokes ');
  });

  test('names the painted strength of a goal', () => {
    const flowing = (strokes: unknown[]) => ball({ plasticity: { goal: { paintedStrength: { strokes } } } });
    expect(differing(flowing([stroke]), flowing([stroke, stroke])).at(-1)).toBe('Painted goal strength');
  });

  test('names a painted pin', () => {
    const held = (strokes: unknown[]) => shot({}, 12, { selection: { kind: 'painted', field: { strokes } } });
    expect(differing(held([stroke]), held([stroke, stroke]))).toEqual(['hook', 'Region', 'Painted weight']);
  });

  test('holds what is painted in few bytes, and nothing where that has no effect', () => {
    const long = { ...stroke, points: new Array(30_000).fill(0.25) };
    const painted = ball({ painted: { strength: { strokes: [long] } } });
    expect(JSON.stringify(inputs(painted)).length).toBeLessThan(JSON.stringify(inputs(ball())).length + 150);
    expect(inputs(ball({ painted: { strength: {}, detail: {} } }))).toEqual(inputs(ball()));
  });

  test('meshes depend on detail and not on strength', () => {
    const statics = (members: Record<string, unknown>) => JSON.stringify(staticsInputs(ball(members), 'draft'));
    expect(statics({ painted: { strength: field } })).toBe(statics({}));
    expect(statics({ painted: { detail: field } })).not.toBe(statics({}));
  });
});

test('what of an entity is painted can be told', () => {
  const selection = { kind: 'painted', field: { strokes: [stroke, stroke] } };
  const { entities } = shot({ painted: { strength: field, detail: {} } }, 12, { selection });
  expect(entities.map(paintedParts)).toEqual([
    [
      { part: 'strength', strokes: 1 },
      { part: 'detail', strokes: 0 },
    ],
    [],
    [{ part: 'pin', strokes: 2 }],
  ]);
});

describe('a document with paint', () => {
  test('comes back from its text as it was, and says where a stroke is wrong', () => {
    const scene = ball({ painted: { strength: field, detail: { base: 0.5 } } });
    const text = formatScene(scene);
    expect(parseScene(new TextEncoder().encode(text), catalogue)).toEqual(scene);
    const broken = new TextEncoder().encode(text.replace('"radius": 0.6', '"radius": 0'));
    expect(() => parseScene(broken, catalogue)).toThrow(
      expect.objectContaining({
        code: 'document-invalid',
        place: 'entities[0].painted.strength.strokes[0].radius',
      }),
    );
  });

  test('writes the points of strokes many to a line', () => {
    const points = Array.from({ length: 3000 }, (_, k) => k / 1000);
    const text = formatScene(ball({ painted: { strength: { strokes: [{ ...stroke, points }] } } }));
    expect(text.split('\n').length).toBeLessThan(400);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(120);
  });
});
