import type { MovingSurface, SurfaceSpan } from '../../collision/deforming/DeformingCollider.ts';
import { PlacedTriangles } from '../../collision/deforming/PlacedTriangles.ts';
import { buildTriangleTree, type TriangleTree } from '../../collision/deforming/TriangleTree.ts';
import { CoreError } from '../../base/errors.ts';
import { isClosedSurface } from '../../geometry/welding/isClosedSurface.ts';
import type { PlacedGeometry } from './PlacedGeometry.ts';
import type { GeometrySample, SampledGeometry } from './SampledGeometry.ts';

/** Substeps of which the surface is kept: others may ask for another one before the last is done with. */
const KEPT = 4;

/** The surface over a substep, with the topology of sample number `index`. */
interface KeptSpan {
  readonly index: number;
  readonly tree: TriangleTree;
  readonly span: SurfaceSpan;
  /** xyz per vertex in the middle of the substep: positions, m, and velocities, m/s. */
  readonly middle: Float64Array;
  readonly velocities: Float64Array;
  /** s; NaN before it is placed. */
  from: number;
  to: number;
}

export interface ChangingSurfaceInput {
  readonly source: SampledGeometry;
  readonly geometry: PlacedGeometry;
  /** Times of the samples, s, ascending. */
  readonly times: Float64Array;
  readonly friction: number;
}

/**
 * A closed surface whose triangles change from sample to sample, as others meet it. Over a substep it has the topology of the last sample before the middle of that; where it has another one at an
 * end, its vertices are x(t) = x(m) + (t - m) v(m), with m the middle. So it jumps between substeps where a sample does not continue the one before along its velocities. What it is over a substep
 * depends on the times of that alone. Each new sample allocates.
 */
export class ChangingSurface implements MovingSurface {
  readonly isClosed = true;
  readonly friction: number;
  private readonly input: ChangingSurfaceInput;
  /** Latest first. */
  private kept: KeptSpan[] = [];

  constructor(input: ChangingSurfaceInput) {
    this.input = input;
    this.friction = input.friction;
  }

  /** Throws `geometry-invalid` where the surface is empty or not closed. */
  over(start: number, end: number): SurfaceSpan {
    const { kept } = this;
    const found = kept.find(({ from, to }) => from === start && to === end) ?? this.placed(start, end);
    this.kept = [found, ...kept.filter((one) => one !== found)].slice(0, KEPT);
    return found.span;
  }

  private placed(start: number, end: number): KeptSpan {
    const middle = (start + end) / 2;
    const index = this.sampleAt(middle);
    const oldest = this.kept.length === KEPT ? this.kept[KEPT - 1] : undefined;
    const target = oldest?.index === index ? oldest : keptSpan(index, this.treeOf(index, middle));
    target.from = NaN;
    this.input.geometry.writeAt(middle, target.middle, target.velocities);
    this.placeAt(start, start - middle, target, target.span.start);
    this.placeAt(end, end - middle, target, target.span.end);
    target.from = start;
    target.to = end;
    return target;
  }

  /** Places the surface at `time`, which is `elapsed` after the middle of the substep, s. */
  private placeAt(
    time: number,
    elapsed: number,
    { tree, middle, velocities }: KeptSpan,
    { placed, velocities: out }: SurfaceSpan['start'],
  ): void {
    const { positions } = placed;
    const sample = this.input.geometry.writeAt(time, positions, out);
    if (!isOfTriangles(sample, tree.triangles, positions.length)) {
      for (let k = 0; k < positions.length; k++) positions[k] = middle[k] + elapsed * velocities[k];
      out.set(velocities);
    }
    placed.refit();
  }

  /** The number of the sample whose topology the surface has at `time`, s since the first frame. */
  private sampleAt(time: number): number {
    const { geometry, times } = this.input;
    const at = geometry.sourceTimeAt(time);
    let index = times.length - 1;
    while (index > 0 && times[index] > at) index--;
    return index;
  }

  private treeOf(index: number, time: number): TriangleTree {
    const known = this.kept.find((one) => one.index === index);
    if (known !== undefined) return known.tree;
    const { source, times } = this.input;
    // The tree is built of the sample itself, whatever is asked for first.
    const sample = source.sample(times[index]);
    const [positions, triangles] = [sample.positions.slice(), sample.triangles.slice()];
    if (triangles.length > 0 && isClosedSurface({ positions, triangles }))
      return buildTriangleTree(triangles, positions);
    const found = triangles.length === 0 ? 'has no triangles' : 'has holes or loose edges';
    throw new CoreError(
      'geometry-invalid',
      `it is met as a closed surface, but ${found} around ${Number(time.toFixed(4))} s of the shot`,
      { remedy: 'Close the mesh where it was made, or turn its collisions off.' },
    );
  }
}

function keptSpan(index: number, tree: TriangleTree): KeptSpan {
  const vectors = () => new Float64Array(3 * tree.place.length);
  const moment = () => ({ placed: new PlacedTriangles(tree, vectors(), true), velocities: vectors() });
  const span = { start: moment(), end: moment() };
  return { index, tree, span, middle: vectors(), velocities: vectors(), from: NaN, to: NaN };
}

function isOfTriangles(sample: GeometrySample, triangles: Uint32Array, length: number): boolean {
  if (sample.positions.length !== length || sample.triangles.length !== triangles.length) return false;
  for (let k = 0; k < triangles.length; k++) if (sample.triangles[k] !== triangles[k]) return false;
  return true;
}
