import type { Frame } from '../../frames/Frame.ts';
import type { LiquidSurface } from '../../frames/LiquidSurface.ts';
import { splitSpray } from '../../frames/splitSpray.ts';
import type { ExtractedStream } from '../../frames/StaticStream.ts';
import { attributeOf, FULL_BELOW, type Stream } from '../../frames/Stream.ts';
import { CellGrid } from '../../liquids/CellGrid.ts';
import { levelSetSurface, LiquidSurfacer } from '../../liquids/surface/LiquidSurfacer.ts';
import { frameDistances, frameVelocities } from '../../liquids/levelset/levelSetFrame.ts';

/** Raised when equal streams and settings give another surface. */
export const SURFACE_VERSION = '1';

/** Voxels within which a vertex lies on the bottom of its box, but for rounding. */
const ROUNDING = 0.01;

/** How far a particle shows, in cells (Zhu and Bridson 2005). */
const REACH = 1.5;

/** The surface of points or of a level set, extracted as the statics say; undefined where the frame does not have the stream. */
export function extractSurface(
  declared: ExtractedStream,
  { streams }: Pick<Frame, 'streams'>,
): LiquidSurface | undefined {
  const found = streams.find(({ entity, name }) => entity === declared.entity && name === declared.name);
  if (found === undefined) return undefined;
  return declared.type === 'grid' ? surfaceOfGrid(declared, found) : surfaceOfPoints(declared, found);
}

function surfaceOfGrid({ surface: { box, spacing, smoothing } }: ExtractedStream, levelSet: Stream): LiquidSurface {
  const grid = new CellGrid(box.counts, box.spacing, box.origin);
  const [phi, velocities] = [frameDistances(grid, levelSet), frameVelocities(grid, levelSet)];
  return levelSetSurface({ grid, phi, velocities }, spacing, smoothing);
}

function surfaceOfPoints({ surface }: ExtractedStream, points: Stream): LiquidSurface {
  const { box, spacing, pointRadius, smoothing, closedSides } = surface;
  const end = (axis: 0 | 1 | 2) => box.origin[axis] + box.counts[axis] * box.spacing;
  const [x, floor, z] = box.origin;
  const [plane] = attributeOf(points, FULL_BELOW)?.values ?? [floor];
  const surfacer = new LiquidSurfacer({
    spacing,
    particleRadius: pointRadius,
    reach: REACH * box.spacing,
    smoothing,
    bounds: { min: [x, plane, z], max: [end(0), end(1), end(2)], closedSides },
  });
  // Spray is shown as drops.
  const particles = splitSpray(points, false);
  if (plane <= floor) return surfacer.surface(particles.positions, particles.velocities, particles.ids.length);
  const { positions, velocities } = withFullLayer(particles, box, plane);
  return loweredTo(floor, plane + ROUNDING * spacing, surfacer.surface(positions, velocities, positions.length / 3));
}

/** Adds a full layer of particles at rest above a plane: with those of the liquid alone the bottom of its surface would not be flat everywhere. */
function withFullLayer(
  particles: { readonly positions: Float32Array; readonly velocities: Float32Array },
  { origin, spacing, counts: [nx, , nz] }: ExtractedStream['surface']['box'],
  plane: number,
): { readonly positions: Float32Array; readonly velocities: Float32Array } {
  const { length } = particles.positions;
  const positions = new Float32Array(length + 3 * 8 * nx * nz);
  const velocities = new Float32Array(positions.length);
  positions.set(particles.positions);
  velocities.set(particles.velocities);
  let at = length;
  for (let k = 0; k < 2 * nz; k++) {
    for (let j = 0; j < 2; j++) {
      for (let i = 0; i < 2 * nx; i++) {
        positions[at++] = origin[0] + (i / 2 + 0.25) * spacing;
        positions[at++] = plane + (j / 2 + 0.25) * spacing;
        positions[at++] = origin[2] + (k / 2 + 0.25) * spacing;
      }
    }
  }
  return { positions, velocities };
}

/** Lowers the bottom of a surface, all that is below `plane`, to the floor, so that it encloses what is full below. */
function loweredTo(floor: number, plane: number, surface: LiquidSurface): LiquidSurface {
  const positions = surface.positions.slice();
  for (let at = 1; at < positions.length; at += 3) if (positions[at] < plane) positions[at] = floor;
  return { ...surface, positions };
}
