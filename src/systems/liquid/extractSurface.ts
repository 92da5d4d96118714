import type { Frame } from '../../frames/Frame.ts';
import type { LiquidSurface } from '../../frames/LiquidSurface.ts';
import { splitSpray } from '../../frames/splitSpray.ts';
import type { ExtractedStream } from '../../frames/StaticStream.ts';
import type { Stream } from '../../frames/Stream.ts';
import { CellGrid } from '../../liquids/CellGrid.ts';
import { levelSetSurface, LiquidSurfacer } from '../../liquids/surface/LiquidSurfacer.ts';
import { frameDistances, frameVelocities } from '../../liquids/levelset/levelSetFrame.ts';

/** Raised when equal streams and settings give another surface. */
export const SURFACE_VERSION = '1';

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
  const surfacer = new LiquidSurfacer({
    spacing,
    particleRadius: pointRadius,
    reach: REACH * box.spacing,
    smoothing,
    bounds: { min: box.origin, max: [end(0), end(1), end(2)], closedSides },
  });
  // Spray is shown as drops.
  const { positions, velocities, ids } = splitSpray(points, false);
  return surfacer.surface(positions, velocities, ids.length);
}
