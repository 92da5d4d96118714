import { expect, test } from 'vitest';
import { embedPositions } from '../../src/geometry/TetMesh.ts';
import { expectPassage } from '../support/betweenGears.ts';
import { rabbitTemplate } from '../support/rabbitTemplate.ts';
import { extent } from '../support/rigidDistance.ts';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';

async function start(type: string, params: Record<string, unknown>): Promise<RunningShot> {
  const { template, sources } = await rabbitTemplate();
  return runShot(templateScene(type, params, template), { sources });
}

test('a scan passes between the gears, inverts, and takes its shape again', async () => {
  const shot = await start('gears', { percent: 7 });
  expectPassage(shot);
});

/** Height of the lowest point of what is drawn of a scan, m. */
function lowestDrawn({ volumes }: RunningShot, positions: Float64Array): number {
  const { embedding, surface } = volumes.get('scan')!;
  const drawn = new Float64Array(surface.positions.length);
  embedPositions(embedding, positions, drawn);
  return extent(drawn, 1).min;
}

test('a scan comes down the stairs without sinking into them', async () => {
  const shot = await start('stairs', { percent: 7 });
  const { positions } = shot.simulation.motionOf('scan');
  const top = extent(positions, 1).min;
  shot.advanceTo(shot.simulation.scene.range.last);
  expect(extent(positions, 1).max).toBeLessThan(0.5 * top);
  // What is drawn: at this edge the ears are of whole cells, which reach beyond it.
  expect(lowestDrawn(shot, positions)).toBeGreaterThan(-5e-4);
});

test('drop-scan: a soft scan folds onto itself without crossing itself, keeps its volume and gains no energy', async () => {
  const shot = await start('drop-scan', { percent: 9, frames: 31 });
  const { simulation } = shot;
  const { positions } = simulation.motionOf('scan');
  const energy = () => {
    const { kinetic, elastic, gravity } = simulation.currentFrame().stats.energies;
    return kinetic + elastic + gravity;
  };
  simulation.advance(() => false);
  const first = energy();
  let touches = 0;
  while (simulation.frame < simulation.scene.range.last) {
    simulation.advance(() => false);
    const { bodyContact, entities, contacts } = simulation.currentFrame().stats;
    // It falls freely and spins at first: kinetic energy and that of gravity are one sum, but for what the spin damps.
    if (contacts === 0 && simulation.frame <= 5) expect(Math.abs(energy() / first - 1)).toBeLessThan(1e-3);
    expect(energy()).toBeLessThan(1.001 * first);
    expect(bodyContact!.intersectingPairs).toBe(0);
    expect(bodyContact!.stopped).toBe(0);
    // The paper's bound for a whole body is 1 %; 4e-5 are measured.
    expect(Math.abs(entities['scan'].sections!.volumeConservation!.volumeError)).toBeLessThan(1e-3);
    // As everywhere, half a millimetre for a body of half a metre.
    expect(lowestDrawn(shot, positions)).toBeGreaterThan(-5e-4);
    touches += bodyContact!.contacts;
  }
  expect(touches).toBeGreaterThan(20);
  shot.dispose();
});
