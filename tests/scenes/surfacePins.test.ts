import { join } from 'node:path';
import { expect, test } from 'vitest';
import { positionsOf, velocitiesOf } from '../../src/frames/Stream.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { shotKeys } from '../../src/host/frames/shotKeys.ts';
import { loadShot } from '../../src/io/shotFile.ts';
import { documentVersion, type Scene, type SceneInput } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { cubePc2, writeFiles } from '../support/animationSamples.ts';
import { objCube } from '../support/meshSamples.ts';
import { givenSource, movingPlate } from '../support/movingPlates.ts';
import { simulateStored, storeShot } from '../support/shotRuns.ts';
import { runShot, type RunningShot } from '../support/shots.ts';

const FPS = 24;
const SPEED = 1.5;

type EntitiesInput = SceneInput['entities'];

function shotOf(entities: EntitiesInput, range: Scene['range']): Scene {
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a31',
      frameRate: { numerator: FPS },
      range,
      entities,
    },
    catalogue,
  );
}

/** A cloth that lies 2 cm over the origin, the part of it at x < -0.1 pinned to what has the id `surface`. */
const pinnedCloth = (pin: object = {}) =>
  [
    {
      kind: 'cloth',
      id: 'cloth',
      source: { kind: 'procedural', form: { shape: 'sheet', width: 0.4, depth: 0.2, edge: 0.05 } },
      transform: { position: [0, 0.02, 0] },
    },
    {
      kind: 'pin',
      id: 'seam',
      target: 'cloth',
      selection: { kind: 'box', min: [-1, -1, -1], max: [-0.1, 1, 1] },
      follow: 'surface',
      ...pin,
    },
  ] as EntitiesInput & object[];
const limb = {
  kind: 'importedAnimation',
  id: 'surface',
  source: { kind: 'procedural', form: { shape: 'limb', edge: 0.08, period: 0.8 } },
  transform: { position: [0.2, -0.1, 0], rotation: [0, 0, -Math.PI / 2] },
} as const;

function motionOf({ simulation }: RunningShot) {
  const stream = simulation.currentFrame().streams.find(({ entity }) => entity === 'cloth')!;
  return { x: positionsOf(stream).slice(), v: velocitiesOf(stream).slice() };
}

test('cloth goes with an open surface that does not collide, with its velocity, until it is let go', async () => {
  const plate = movingPlate(1, 4, 1, (time) => ({ at: [0, SPEED * time, 0], velocity: [0, SPEED, 0] }));
  const surface = {
    kind: 'importedAnimation',
    id: 'surface',
    source: givenSource,
    collision: { enabled: false, surface: 'open' },
  } as const;
  const scene = shotOf([...pinnedCloth({ releaseFrame: 5 }), surface], { first: 1, last: 9 });
  const shot = await runShot(scene, { animations: new Map([['surface', plate]]) });
  const first = motionOf(shot);
  const held = [...first.x.keys()].filter((k) => k % 3 === 0 && first.x[k] < -0.1 + 1e-6);
  expect(held.length).toBeGreaterThan(8);
  for (let frame = 2; frame <= 5; frame++) {
    shot.advanceTo(frame);
    const { x, v } = motionOf(shot);
    for (const k of held) {
      expect(x[k + 1] - first.x[k + 1]).toBeCloseTo((SPEED * (frame - 1)) / FPS, 6);
      expect(x[k]).toBeCloseTo(first.x[k], 6);
      expect(v[k + 1]).toBeCloseTo(SPEED, 5);
    }
  }
  const before = motionOf(shot);
  shot.advanceTo(9);
  const { x } = motionOf(shot);
  // They fall, some faster than others, where they rose.
  for (const k of held) expect(x[k + 1] - before.x[k + 1]).toBeLessThan((SPEED * 4) / FPS - 0.05);
  shot.dispose();
});

test('a solid that grows on a moving limb keeps what is near it on it, quasistatic or not', async () => {
  const flesh = (integration: string) =>
    ({
      kind: 'solid',
      id: 'cloth',
      source: {
        kind: 'procedural',
        form: { shape: 'block', size: [0.3, 0.3, 0.3], cells: [3, 3, 3], elements: 'tets' },
      },
      transform: { position: [0, -0.1, 0] },
      integration,
    }) as const;
  const [, pin] = pinnedCloth({ selection: { kind: 'near', distance: 0.03 } });
  for (const integration of ['implicit', 'quasistatic']) {
    const scene = shotOf([flesh(integration), pin, { ...limb, collision: { enabled: false } }] as EntitiesInput, {
      first: 1,
      last: 4,
    });
    const shot = await runShot(scene);
    const first = motionOf(shot).x;
    const { warnings } = shot.simulation.currentFrame().stats;
    expect(warnings.filter((text) => /pin '|animation '/.test(text))).toEqual([]);
    shot.advanceTo(4);
    const last = motionOf(shot).x;
    const moved = [...first.keys()].filter((k) => k % 3 === 1 && Math.abs(last[k] - first[k]) > 1e-3).length;
    expect(moved).toBeGreaterThan(4);
    shot.dispose();
  }
});

test('a pre-roll takes a dressed body from the bind pose to the first frame', async () => {
  const at = (preRoll: object, frames: number) =>
    shotOf([...pinnedCloth(), { ...limb, startsAt: -4, preRoll, collision: { enabled: false } }] as EntitiesInput, {
      first: 1,
      last: 3,
      preRoll: frames,
    });
  const poses: number[][] = [];
  for (const kind of ['hold', 'play', 'from-bind-pose']) {
    const shot = await runShot(at({ kind }, 5));
    const surface = () => [
      ...positionsOf(shot.simulation.currentFrame().streams.find(({ entity }) => entity === 'surface')!),
    ];
    const begun = surface();
    shot.advanceTo(1);
    poses.push(begun, surface());
    const { warnings } = shot.simulation.currentFrame().stats;
    expect(warnings.filter((text) => text.includes('pre-roll'))).toEqual([]);
    shot.dispose();
  }
  const [held, first, played, playedFirst, bound, boundFirst] = poses;
  expect(held).toEqual(first);
  expect([playedFirst, boundFirst]).toEqual([first, first]);
  // Five frames before the first one lies the first sample, which is the bind pose.
  expect(played).toEqual(bound);
  expect(played).not.toEqual(first);
  const shot = await runShot(at({ kind: 'play' }, 0));
  expect(shot.simulation.currentFrame().stats.warnings.join()).toContain('but the shot has none');
  shot.dispose();
});

test('goes on from any frame with the same bytes, on any number of threads', async () => {
  const scene = shotOf([...pinnedCloth(), limb] as EntitiesInput, { first: 1, last: 4, preRoll: 1 });
  const whole = await simulateStored(await storeShot(scene));
  const path = await storeShot(scene);
  const hashes: string[] = [];
  for (let frame = 1; frame <= 4; frame++) {
    const { outcomes } = await simulateStored(path, { first: frame, last: frame, threads: 2 });
    hashes.push(outcomes[0].sha256);
  }
  expect(hashes).toEqual(whole.hashes);
});

test('another sample 6 of 8 leaves the keys of frames 1 to 5; the bind pose counts for all', async () => {
  const surface = {
    kind: 'importedAnimation',
    id: 'surface',
    source: { ...givenSource, path: 'cube.pc2', object: 'cube' },
    preRoll: { kind: 'from-bind-pose' },
    startsAt: 0,
  } as const;
  const scene = shotOf([...pinnedCloth(), surface] as EntitiesInput, { first: 1, last: 7, preRoll: 2 });
  const path = await storeShot(scene);
  const folder = join(path, '..');
  const bytes = cubePc2({ samples: 8, start: 0 });
  /** Keys where the samples from `changed` on are others, of which one has 8 points. */
  const keys = async (changed?: number) => {
    const other = bytes.slice();
    if (changed !== undefined) other[other.length - 96 * (8 - changed + 1) + 2] ^= 1;
    writeFiles(folder, { 'cube.pc2': other, 'cube.obj': objCube }, 'cube.pc2');
    return shotKeys(await loadShot(path, catalogue), 'draft', 'simd').keys;
  };
  const before = await keys();
  // Sample 1 lies at frame 0.
  const differing = async (changed: number) => (await keys(changed)).findIndex((key, k) => key !== before[k]) + 1;
  expect(await differing(7)).toBe(6);
  expect(await differing(1)).toBe(1);
  expect(await differing(2)).toBe(1);
});

test('what is far from the surface, and a surface that comes to rest, is told of before the first frame', async () => {
  const far = { ...limb, transform: { position: [0, -3, 0] } } as const;
  const shot = await runShot(shotOf([...pinnedCloth(), far] as EntitiesInput, { first: 1, last: 3 }));
  const [told] = shot.simulation.currentFrame().stats.warnings;
  expect(told).toMatch(
    /^pin 'seam' attaches \d+ of \d+ vertices to animation 'surface' that are up to 2\.\d m from it/,
  );
  shot.dispose();
  const plate = { ...movingPlate(1, 2, 1, () => ({ at: [0, 0, 0], velocity: [0, 0, 0] })), end: 2 / FPS };
  const surface = {
    kind: 'importedAnimation',
    id: 'surface',
    source: givenSource,
    collision: { surface: 'open' },
  } as const;
  const short = await runShot(shotOf([...pinnedCloth(), surface] as EntitiesInput, { first: 1, last: 9 }), {
    animations: new Map([['surface', plate]]),
  });
  expect(short.simulation.currentFrame().stats.warnings.join()).toContain(
    "the last sample of animation 'surface' lies at frame 3: from there on to frame 9 it rests, and the pin 'seam' rests with it",
  );
  short.dispose();
});
