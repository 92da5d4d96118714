import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Checkpoint, decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import { decodeFrame, encodeFrame, type Frame } from '../../src/frames/Frame.ts';
import { positionsOf, streamOf } from '../../src/frames/Stream.ts';
import { boxSurface } from '../../src/geometry/primitives/surfaces.ts';
import { SurfaceQuery } from '../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { embedPositions, type VolumeMesh } from '../../src/geometry/TetMesh.ts';
import { tornVolume } from '../../src/geometry/tearing/TopologyChange.ts';
import { triangulate } from '../../src/geometry/triangulate.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { storedBody } from '../../src/systems/liquid/StoredBody.ts';
import { pointsIn } from '../support/streams.ts';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';

/** m. */
const CELL = 0.075;
const LAST = 27;
/** Frames that are simulated again after the tear. */
const AGAIN = 2;
const LEVEL = 0.75;

/** The torn bar under water, in a tank. */
function shot(liquids: 'coupled' | 'ignored'): Scene {
  const scene = templateScene('torn-bar', { percent: 9, frames: 37 });
  const water = {
    kind: 'liquid',
    id: 'water',
    domain: { centre: [0, 0.42, 0], size: [2.4, 0.84, 0.84] },
    cellSize: CELL,
    spray: { enabled: false },
  };
  const fill = {
    kind: 'region',
    id: 'fill',
    liquid: 'water',
    role: { kind: 'fill' },
    shape: { kind: 'registered', type: 'plane' },
    transform: { position: [0, LEVEL, 0] },
  };
  const entities = scene.entities.map((entity) => (entity.id === 'bar' ? { ...entity, liquids } : entity));
  const physics = { ...scene.physics, gravity: [0, -9.81, 0] };
  return validateScene({ ...scene, physics, entities: [...entities, water, fill] }, catalogue);
}

function piecesIn({ stats }: Frame): number {
  return stats.entities['bar'].sections!.fracture!.pieces;
}

/** The drawn surface of the bar in a frame. */
function surfaceOf(frame: Frame, whole: VolumeMesh): SurfaceQuery {
  const mesh = streamOf(frame, 'bar', 'mesh')!;
  const { surface, embedding } = mesh.change === undefined ? whole : tornVolume(whole, mesh.change);
  const positions = new Float64Array(surface.positions.length);
  embedPositions(embedding, positionsOf(mesh), positions);
  return new SurfaceQuery({ positions, triangles: triangulate(surface).mesh.triangles });
}

/** The particles of the water that are deeper in the bar than half a cell: distances to solids are sampled at the corners of cells. */
function particlesInside(frame: Frame, whole: VolumeMesh): number {
  const surface = surfaceOf(frame, whole);
  const { positions } = pointsIn(frame)[0];
  let inside = 0;
  for (let k = 0; k < positions.length; k += 3) {
    if (surface.signedDistance(positions[k], positions[k + 1], positions[k + 2]) < -CELL / 2) inside++;
  }
  return inside;
}

/** Particles of the water between the ends of the pieces, in the middle of the bar's cross-section. */
function betweenPieces(frame: Frame): number {
  const { positions } = pointsIn(frame)[0];
  let count = 0;
  for (let k = 0; k < positions.length; k += 3) {
    if (Math.abs(positions[k]) < 0.15 && Math.abs(positions[k + 1] - 0.5) < 0.06 && Math.abs(positions[k + 2]) < 0.06)
      count++;
  }
  return count;
}

describe('a bar that tears under water', () => {
  let running: RunningShot;
  let resumed: RunningShot;
  /** The frame in which it is in two, and the states then and some frames later. */
  let torn: { readonly frame: number; readonly state: Checkpoint } | undefined;
  let later: Uint8Array | undefined;
  const frames: Frame[] = [];

  beforeAll(async () => {
    running = await runShot(shot('coupled'));
    resumed = await runShot(shot('coupled'), { threads: 2 });
    frames.push(running.simulation.currentFrame());
    while (running.simulation.frame < LAST) {
      running.advanceTo(running.simulation.frame + 1);
      frames.push(decodeFrame(encodeFrame(running.simulation.currentFrame())));
      const { frame } = running.simulation;
      const state = () => encodeCheckpoint(running.simulation.checkpoint());
      if (torn === undefined && piecesIn(frames.at(-1)!) === 2) torn = { frame, state: decodeCheckpoint(state()) };
      if (torn !== undefined && frame === torn.frame + AGAIN) later = state();
    }
  });

  afterAll(() => {
    for (const shot of [running, resumed]) shot.dispose();
  });

  test('is in two pieces at the end, and no warning says that water flows through it', () => {
    expect(piecesIn(frames[0])).toBe(1);
    expect(piecesIn(frames.at(-1)!)).toBe(2);
    expect(frames[0].stats.warnings ?? []).toEqual([]);
  });

  test('keeps the water out of its pieces', () => {
    const whole = running.volumes.get('bar')!;
    for (const frame of frames.filter((_, n) => n % 4 === 1)) expect(particlesInside(frame, whole)).toBe(0);
  });

  test('lets the water in between them', () => {
    expect(betweenPieces(frames[0])).toBe(0);
    expect(betweenPieces(frames.at(-1)!)).toBeGreaterThan(10);
  });

  test('leaves the volume of the water as it was', () => {
    const { volume } = frames[0].stats.entities['water'];
    for (const { stats } of frames) {
      const water = stats.entities['water'];
      // Some drops leave through the open top.
      expect(Math.abs(water.volume / volume - 1)).toBeLessThan(1e-3);
      expect(Math.abs(water.sections!.liquid!.volumeDrift!)).toBeLessThan(0.01);
    }
  });

  test('goes on with the same bytes from a checkpoint after the tear, with two threads', () => {
    resumed.simulation.restore(torn!.state);
    const frame = torn!.frame + AGAIN;
    resumed.advanceTo(frame);
    expect(encodeFrame(resumed.simulation.currentFrame())).toEqual(encodeFrame(frames[frame - 1]));
    expect(encodeCheckpoint(resumed.simulation.checkpoint())).toEqual(later);
  });

  test('is in the cells of a stored frame as it is torn', () => {
    const frame = frames.at(-1)!;
    const body = storedBody(running.volumes.get('bar')!, streamOf(frame, 'bar', 'mesh')!)!;
    const { bodies, kinds } = running.simulation.liquidCells('water', LAST, frame, [body])!;
    expect(bodies).toEqual(['bar']);
    expect(kinds.filter((kind) => kind === 2).length).toBeGreaterThan(50);
  });
});

test('a bar that ignores the water is full of it', async () => {
  const shown = await runShot(shot('ignored'));
  shown.advanceTo(3);
  expect(particlesInside(shown.simulation.currentFrame(), shown.volumes.get('bar')!)).toBeGreaterThan(100);
  shown.dispose();
});

test('a bar whose surface is open is met by its elements, and a warning says so', async () => {
  const { entities, ...rest } = shot('coupled');
  const source = { kind: 'file', path: 'bar.obj', sha256: '0'.repeat(64) };
  const scene = validateScene(
    { ...rest, entities: entities.map((entity) => (entity.id === 'bar' ? { ...entity, source } : entity)) },
    catalogue,
  );
  const box = boxSurface([1, 0.3, 0.3], [10, 3, 3]);
  const open = { ...box, faceOffsets: box.faceOffsets.slice(0, -1), faceVertices: box.faceVertices.slice(0, -4) };
  const shown = await runShot(scene, { sources: new Map([['bar', { surface: open }]]) });
  const [first] = [shown.simulation.currentFrame()];
  expect(first.stats.warnings).toContainEqual(expect.stringMatching(/surface of solid 'bar' is not closed/));
  shown.advanceTo(3);
  // The elements reach about as far as the surface does.
  const { positions } = pointsIn(shown.simulation.currentFrame())[0];
  let inside = 0;
  for (let k = 0; k < positions.length; k += 3) {
    if (Math.abs(positions[k]) < 0.4 && Math.abs(positions[k + 1] - 0.5) < 0.08 && Math.abs(positions[k + 2]) < 0.08)
      inside++;
  }
  expect(inside).toBe(0);
  shown.dispose();
});
