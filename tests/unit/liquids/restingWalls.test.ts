import { expect, test } from 'vitest';
import { CellBox } from '../../../src/liquids/CellBox.ts';
import { CellGrid } from '../../../src/liquids/CellGrid.ts';
import { LiquidObstacles } from '../../../src/liquids/walls/LiquidObstacles.ts';
import { SurfaceAtSolids } from '../../../src/liquids/walls/SurfaceAtSolids.ts';

const GRID = new CellGrid([18, 14, 12], 0.1);
const CLOSED = [0, 1, 2].map(() => [true, true] as const);
const FAR = 4 * GRID.h;
const DOWN = [0, -9.81, 0];

/** `distance` at the corners, m, kept within what is far. */
function atCorners(distance: (x: number, y: number, z: number) => number): Float64Array {
  const result = new Float64Array(GRID.size);
  for (let k = 0; k <= GRID.counts[2]; k++) {
    for (let j = 0; j <= GRID.counts[1]; j++) {
      for (let i = 0; i <= GRID.counts[0]; i++) {
        const d = distance(i * GRID.h, j * GRID.h, k * GRID.h);
        result[GRID.index(i, j, k)] = Math.min(FAR, Math.max(-FAR, d));
      }
    }
  }
  return result;
}

function ball(x: number): Float64Array {
  return atCorners((a, b, c) => Math.hypot(a - x, b - 0.6, c - 0.5) - 0.27);
}

/** A level pool that particles end in at .63 m, a bubble beside the ball, and what no particle reaches. */
function pool(): Float64Array {
  const phi = new Float64Array(GRID.size).fill(1.5 * GRID.h);
  GRID.forEach((c, i, j, k) => {
    const bubble = 0.12 - Math.hypot(i * GRID.h - 0.45, j * GRID.h - 0.3, k * GRID.h - 0.5);
    phi[c] = Math.min(1.5 * GRID.h, Math.max((j + 0.5) * GRID.h - 0.63, bubble));
  });
  return phi;
}

/** What a grid is among walls and a ball; `open` is left as whoever adds the ball has made it. */
class Among {
  readonly obstacles = new LiquidObstacles(GRID, CLOSED);
  private readonly surface = new SurfaceAtSolids(GRID, this.obstacles);

  place(walls: Float64Array | undefined, x: number): void {
    const { obstacles, surface } = this;
    obstacles.setSolids(walls);
    surface.update();
    for (const open of obstacles.open) for (let c = 0; c < open.length; c += 7) open[c] *= 0.5;
    obstacles.addSolids(ball(x));
    surface.update();
  }

  state(): Buffer {
    const { distance, fluidFraction, touched, open } = this.obstacles;
    const phi = pool();
    this.surface.extend(phi, DOWN, new CellBox(GRID), new CellBox(GRID));
    return Buffer.concat(
      [distance, fluidFraction, touched, ...open, phi].map((array) => Buffer.from(array.slice().buffer)),
    );
  }
}

test('walls that rest are what they are when found anew, wherever another solid has been', () => {
  const tilted = atCorners((x, y) => (y - 0.3 * x) / Math.hypot(1, 0.3));
  const vertical = atCorners((x) => x - 0.25);
  const kept = new Among();
  const states = new Set<string>();
  for (const walls of [undefined, undefined, tilted, tilted, tilted, vertical, undefined, vertical, vertical]) {
    const x = 0.5 + 0.13 * states.size;
    kept.place(walls, x);
    const fresh = new Among();
    fresh.place(walls, x);
    const state = kept.state();
    expect(state.equals(fresh.state())).toBe(true);
    states.add(state.toString('base64'));
  }
  expect(states.size).toBe(9);
  kept.obstacles.setSolids(undefined);
  expect(kept.obstacles.hasSolids).toBe(false);
  expect(kept.obstacles.fluidFraction.every((share) => share === 0 || share === 1)).toBe(true);
});
