import { expect } from 'vitest';
import { extent, rigidDistance } from './rigidDistance.ts';
import type { RunningShot } from './shots.ts';

/** The scan of a shot goes through the gears: elements invert on the way, it comes out below, and it takes its shape again. */
export function expectPassage({ simulation, volumes }: RunningShot): void {
  const { positions } = simulation.motionOf('scan');
  const rest = positions.slice();
  const volume = volumes.get('scan')!;
  const elements = volume.kind === 'hex' ? volume.mesh.hexes.length / 8 : volume.mesh.tets.length / 4;
  const size = extent(rest, 1).max - extent(rest, 1).min;
  let mostInverted = 0;
  let leastDistance = Infinity;
  while (simulation.frame < simulation.scene.range.last) {
    simulation.advance(() => false);
    mostInverted = Math.max(mostInverted, simulation.currentFrame().stats.invertedElements);
    // As it rolls below the gears: at rest its weight bends it by more, or less, as it comes to lie.
    if (extent(positions, 1).max < -0.5) leastDistance = Math.min(leastDistance, rigidDistance(positions, rest).rms);
  }
  expect(mostInverted).toBeGreaterThan(0.03 * elements);
  expect(extent(positions, 1).max).toBeLessThan(-0.5);
  expect(simulation.currentFrame().stats.invertedElements).toBe(0);
  expect(leastDistance).toBeLessThan(0.02 * size);
}
