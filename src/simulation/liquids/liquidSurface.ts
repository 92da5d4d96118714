import { type FrameLiquid, particlesOf } from '../../frames/FrameLiquid.ts';
import type { LiquidSurface } from '../../frames/LiquidSurface.ts';
import { levelSetSurface, LiquidSurfacer } from '../../liquids/surface/LiquidSurfacer.ts';
import type { Liquid } from '../../scene/kinds/liquid.ts';
import { frameDistances, frameVelocities } from './levelSetFrame.ts';
import { closedSides, liquidGrid } from './liquidGrid.ts';

/** Raised when equal particles and settings give another skin. */
export const SURFACE_VERSION = '1';

/** How far a particle shows, in cells (Zhu and Bridson 2005). */
const REACH = 1.5;

/** Everything beside the particles that the skin of a liquid is made from. */
export function surfaceInputs({ surface, domain, cellSize }: Liquid, edgeScale: number): unknown {
  return { surface, domain, cellSize, edgeScale };
}

/** The skin of a liquid's particles, made as its settings say. Throws `document-invalid` as `liquidGrid` does. */
export function liquidSurface(liquid: Liquid, edgeScale: number, particles: FrameLiquid): LiquidSurface {
  const grid = liquidGrid(liquid, edgeScale);
  const { counts, h, origin } = grid;
  const { detail, dropletSize, smoothing } = liquid.surface;
  const { levelSet } = particles;
  if (levelSet !== undefined) {
    const [phi, velocities] = [frameDistances(grid, levelSet), frameVelocities(grid, levelSet)];
    return levelSetSurface({ grid, phi, velocities }, h / detail, smoothing);
  }
  const end = (axis: 0 | 1 | 2) => origin[axis] + counts[axis] * h;
  const surfacer = new LiquidSurfacer({
    spacing: h / detail,
    particleRadius: dropletSize * h,
    reach: REACH * h,
    smoothing,
    bounds: { min: origin, max: [end(0), end(1), end(2)], closedSides: closedSides(liquid) },
  });
  // Spray is shown as drops.
  const { positions, velocities, ids } = particlesOf(particles, false);
  return surfacer.surface(positions, velocities, ids.length);
}
