import type { FrameCell } from '../../state/framesStore.ts';
import type { DecodedFrame, DisplayStream } from './DisplayFrame.ts';

/** Least x, y, z and greatest x, y, z, m. */
type Bounds = Float64Array;

/** How far the entities reach in one frame. */
type Reach = ReadonlyMap<string, Bounds>;

/** How far meshes, points and surfaces reach in every frame that was in memory: for views that show all of a motion. Kept when frames leave. */
export class SweptBounds {
  /** Bounds by content key, then by entity. */
  private readonly frames = new Map<string, Reach>();
  /** Bounds over all frames of the cells that were asked for last, while they are as they were: every picture asks for them. */
  private swept: { readonly cells: readonly FrameCell[]; readonly reach: Reach } | undefined;

  add(key: string, { streams }: DecodedFrame): void {
    const reach = new Map<string, Bounds>();
    for (const stream of streams) {
      const positions = reachOf(stream, streams);
      if (positions !== undefined) reach.set(stream.entity, boundsOf(positions));
    }
    if (sameReach(this.frames.get(key), reach)) return;
    this.frames.set(key, reach);
    this.swept = undefined;
  }

  clear(): void {
    this.frames.clear();
    this.swept = undefined;
  }

  /** The box of the entities that `wanted` names, over the frames that these cells show; infinite the wrong way round where nothing is known. */
  over(cells: readonly FrameCell[], wanted: (id: string) => boolean): Bounds {
    if (this.swept?.cells !== cells) this.swept = { cells, reach: this.reachOver(cells) };
    const out = emptyBounds();
    for (const [id, bounds] of this.swept.reach) if (wanted(id)) include(out, bounds);
    return out;
  }

  private reachOver(cells: readonly FrameCell[]): Reach {
    const over = new Map<string, Bounds>();
    for (const { storedKey } of cells) {
      const reach = storedKey === undefined ? undefined : this.frames.get(storedKey);
      if (reach === undefined) continue;
      for (const [id, bounds] of reach) {
        const present = over.get(id);
        if (present === undefined) over.set(id, bounds.slice());
        else include(present, bounds);
      }
    }
    return over;
  }
}

/** Whether the same entities reach as far. */
function sameReach(a: Reach | undefined, b: Reach): boolean {
  if (a?.size !== b.size) return false;
  for (const [id, bounds] of b) {
    const other = a.get(id);
    if (other === undefined || bounds.some((value, k) => value !== other[k])) return false;
  }
  return true;
}

/** The places that say how far a stream reaches; undefined where the surface of another stream of its entity does, or its pose alone is known. */
function reachOf(stream: DisplayStream, all: readonly DisplayStream[]): Float32Array | undefined {
  if (stream.type === 'mesh') return stream.volumePositions;
  if (stream.type === 'transform') return undefined;
  if (stream.type === 'grid' || stream.surface !== undefined) return stream.surface?.positions;
  const around = all.some(({ entity, ...other }) => entity === stream.entity && other.type === 'grid' && other.surface);
  return around ? undefined : stream.points.positions;
}

function emptyBounds(): Bounds {
  return Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
}

function include(out: Bounds, bounds: Bounds): void {
  for (let axis = 0; axis < 3; axis++) {
    out[axis] = Math.min(out[axis], bounds[axis]);
    out[3 + axis] = Math.max(out[3 + axis], bounds[3 + axis]);
  }
}

function boundsOf(positions: Float32Array): Bounds {
  const out = emptyBounds();
  for (let at = 0; at + 2 < positions.length; at += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[at + axis];
      if (value < out[axis]) out[axis] = value;
      if (value > out[3 + axis]) out[3 + axis] = value;
    }
  }
  return out;
}
