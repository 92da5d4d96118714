import { describe, expect, test } from 'vitest';
import { embedPositions } from '../../src/geometry/TetMesh.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion, type Scene } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { meanElementSize } from '../../src/solids/timeStep.ts';
import { runShot, type RunningShot } from '../support/shots.ts';

const PROJECT = '9a8f6f37-6fd9-4f3e-a3c3-6f0a1f7f5b52';
/** A ring in motion has come down by the first, and one without inertia lies there at once. */
const LAST = 12;
const LAST_AT_REST = 3;
/** Share of the mean edge that a drawn vertex may be under the floor. */
const DEEPEST = 0.01;

interface Drop {
  readonly method: string;
  readonly integration: string;
  readonly keepsVolume: boolean;
}

/** A ring that falls askew, meets a floor and comes to lie on it; quasistatic, it lies there from the first frame. */
function drop({ method, integration, keepsVolume }: Drop): Scene {
  const form = { shape: 'torus', majorRadius: 0.5, minorRadius: 0.2, majorSegments: 40, minorSegments: 20 };
  const body = {
    kind: 'solid',
    id: 'ring',
    source: { kind: 'procedural', form },
    meshing: { method, edge: { percent: 10 } },
    integration,
    volumeConservation: keepsVolume ? { enabled: true } : undefined,
    transform: { position: [0, 0.32, 0], rotation: [0.1, 0, 0.05] },
    velocity: [0.5, -1, 0],
  };
  const floor = { kind: 'collider', id: 'floor', shape: { kind: 'registered', type: 'plane' }, friction: 0.5 };
  const range = { first: 1, last: LAST };
  const scene = {
    format: 'ductile-shot',
    version: documentVersion,
    project: PROJECT,
    name: 'drop',
    range,
    entities: [body, floor],
  };
  return validateScene(scene, catalogue);
}

/** Height of the lowest vertex of the drawn surface over the mean edge. */
function lowest(shot: RunningShot, drawn: Float64Array): number {
  const volume = shot.volumes.get('ring')!;
  const elements = volume.kind === 'tet' ? volume.mesh.tets : volume.mesh.hexes;
  const edge = meanElementSize({ restPositions: volume.mesh.positions, elements, elementKind: volume.kind });
  embedPositions(volume.embedding, shot.simulation.motionOf('ring').positions, drawn);
  return drawn.reduce((least, value, k) => (k % 3 === 1 ? Math.min(least, value) : least), Infinity) / edge;
}

function energyOf({ simulation }: RunningShot): number {
  const { kinetic, elastic, gravity } = simulation.currentFrame().stats.energies;
  return kinetic + elastic + gravity;
}

/** Meshers whose elements reach beyond the surface, and those on whose flat sides it bulges. Hexahedra collide by their vertices, below which nothing is drawn. */
const methods = ['embedded-bcc', 'graded-stuffing', 'red-green'];
const drops: Drop[] = methods.flatMap((method) => [
  ...['semi-implicit', 'implicit', 'implicit-second-order', 'quasistatic'].map((integration) => ({
    method,
    integration,
    keepsVolume: false,
  })),
  { method, integration: 'semi-implicit', keepsVolume: true },
]);

describe('what is drawn of a solid stays above the floor, and comes down to it', () => {
  test.each(drops)('$method, $integration, volume kept: $keepsVolume', async (given) => {
    const shot = await runShot(drop(given));
    try {
      const drawn = new Float64Array(shot.volumes.get('ring')!.surface.positions.length);
      const before = energyOf(shot);
      const low: number[] = [];
      const moves = given.integration !== 'quasistatic';
      for (let frame = 1; frame <= (moves ? LAST : LAST_AT_REST); frame++) {
        shot.advanceTo(frame);
        low.push(lowest(shot, drawn));
        if (moves) expect(energyOf(shot)).toBeLessThan(1.01 * before);
      }
      expect(Math.min(...low)).toBeGreaterThan(-DEEPEST);
      // The cells around it, which nobody sees, would keep it up by a good part of an edge.
      expect(Math.min(...low)).toBeLessThan(DEEPEST);
    } finally {
      shot.dispose();
    }
  });
});

test('contact of the drawn surface gives the same bytes with two threads, and from a checkpoint', async () => {
  const scene = drop({ method: 'embedded-bcc', integration: 'semi-implicit', keepsVolume: true });
  const one = await runShot(scene, { threads: 1 });
  const two = await runShot(scene, { threads: 2 });
  const resumed = await runShot(scene, { threads: 1 });
  one.advanceTo(LAST - 3);
  resumed.simulation.restore(one.simulation.checkpoint());
  for (const shot of [one, two, resumed]) shot.advanceTo(LAST);
  const positions = [one, two, resumed].map(({ simulation }) => simulation.motionOf('ring').positions);
  expect(positions[1]).toEqual(positions[0]);
  expect(positions[2]).toEqual(positions[0]);
  for (const shot of [one, two, resumed]) shot.dispose();
});
