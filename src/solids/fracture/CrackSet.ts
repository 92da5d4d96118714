import { SystemState } from '../../base/state/SystemState.ts';
import { type CrackPlane, crackHeights } from './crackHeights.ts';
import { FACE_CORNERS } from './faceNeighbours.ts';
import { type CutTopology, cutTopology, pieces, type WholeBody } from './virtualNodes.ts';

/** A whole body with what decides where cracks may run. */
export interface CrackableBody extends WholeBody {
  /** Vertices at rest, m. */
  readonly positions: Float64Array;
  /** Volumes of the tets at rest, m3. */
  readonly volumes: Float64Array;
  /** Mean length of their edges, m. */
  readonly elementSize: number;
}

export interface CrackRules {
  /** Height of the bumps of a crack, m. */
  readonly roughness: number;
  /** New cracks start at least this far from others, m. */
  readonly spacing: number;
  /** No piece has less than this share of the body's volume. */
  readonly smallestPiece: number;
  readonly maxCracks: number;
}

const NONE = -1;
/** Numbers of a saved plane: its normal, a point on it and the tet that it began in. */
const PLANE_NUMBERS = 7;

/**
 * The cracks of a body: where each will run when it is done, and how far it has come. A crack is planned whole when it starts: the elements that
 * its surface crosses, face by face from the first. No element is of two cracks. Since every state on the way has coarser pieces than the
 * planned end, a plan without small pieces is a body without them at any time.
 */
export class CrackSet {
  readonly body: CrackableBody;
  readonly planes: CrackPlane[] = [];
  /** Heights of all vertices over each crack. */
  readonly heights: Float64Array[] = [];
  /** The crack that is planned through each tet, or -1. */
  readonly crackOf: Int32Array;
  /** 1 where a tet is cut. */
  readonly cut: Uint8Array;
  /** The path of each crack, and how far it has come. */
  readonly state: SystemState;
  private readonly rules: CrackRules;
  private readonly smallAtRest: number;
  private readonly volume: number;

  constructor(body: CrackableBody, rules: CrackRules) {
    const count = body.tets.length / 4;
    this.body = body;
    this.rules = rules;
    this.crackOf = new Int32Array(count).fill(NONE);
    this.cut = new Uint8Array(count);
    this.volume = body.volumes.reduce((sum, volume) => sum + volume, 0);
    this.smallAtRest = this.countSmall(cutTopology(body, new Uint8Array(body.tets.length)));
    this.state = new SystemState()
      .value('planes', {
        type: Float64Array,
        read: () => Float64Array.from(this.planes.flatMap(({ normal, point, seed }) => [...normal, ...point, seed])),
        write: (numbers) => this.writePlanes(numbers),
        fits: (numbers) => numbers.length % PLANE_NUMBERS === 0 && numbers.every(Number.isFinite),
      })
      .array('crackOf', this.crackOf)
      .array('cut', this.cut);
  }

  /** Sides of the corners of all tets that are cut, or also of those that will be. */
  sides(planned = false): Uint8Array {
    const { tets } = this.body;
    const sides = new Uint8Array(tets.length);
    for (let corner = 0; corner < tets.length; corner++) {
      const t = corner >> 2;
      if (this.crackOf[t] === NONE || (!planned && this.cut[t] === 0)) continue;
      sides[corner] = this.heights[this.crackOf[t]][tets[corner]] < 0 ? 1 : 0;
    }
    return sides;
  }

  /** Starts a crack in a tet, across `normal` (unit, at rest). False, and nothing is changed, where the rules forbid it. */
  start(tet: number, normal: readonly [number, number, number]): boolean {
    const { body, rules } = this;
    if (this.planes.length >= rules.maxCracks || !this.isFarFromCracks(tet)) return false;
    const plane: CrackPlane = { normal, point: this.centroid(tet), seed: tet };
    const crack = this.planes.length;
    this.planes.push(plane);
    this.heights.push(crackHeights(body.positions, plane, body.elementSize, rules.roughness));
    const planned = this.flood(tet, crack);
    const accepted = planned.length > 0 && this.countSmall(cutTopology(body, this.sides(true))) <= this.smallAtRest;
    if (accepted) {
      this.cut[tet] = 1;
      return true;
    }
    for (const t of planned) this.crackOf[t] = NONE;
    this.planes.pop();
    this.heights.pop();
    return false;
  }

  /** Tets that are next on a front: planned, not cut, and beside a cut one across a face that the crack crosses. Ascending. */
  front(): number[] {
    const found: number[] = [];
    for (let t = 0; t < this.cut.length; t++) if (this.isOnFront(t)) found.push(t);
    return found;
  }

  /** Returns the distance between the centroids of two tets at rest, m. */
  distance(tet: number, other: number): number {
    const [a, b] = [this.centroid(tet), this.centroid(other)];
    return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  }

  private writePlanes(numbers: Float64Array): void {
    const { positions, elementSize } = this.body;
    this.planes.length = 0;
    this.heights.length = 0;
    for (let at = 0; at < numbers.length; at += PLANE_NUMBERS) {
      const [nx, ny, nz, px, py, pz, seed] = numbers.subarray(at, at + PLANE_NUMBERS);
      const plane: CrackPlane = { normal: [nx, ny, nz], point: [px, py, pz], seed };
      this.planes.push(plane);
      this.heights.push(crackHeights(positions, plane, elementSize, this.rules.roughness));
    }
  }

  private isOnFront(t: number): boolean {
    const crack = this.crackOf[t];
    if (crack === NONE || this.cut[t] !== 0) return false;
    for (let k = 0; k < 4; k++) {
      const other = this.body.neighbours[4 * t + k];
      if (other >= 0 && this.cut[other] !== 0 && this.crackOf[other] === crack && this.crosses(t, k, crack))
        return true;
    }
    return false;
  }

  /** Plans the crack through all free tets that it crosses, from `seed` on. Gives them. */
  private flood(seed: number, crack: number): number[] {
    const { neighbours } = this.body;
    if (!this.crossesTet(seed, crack)) return [];
    const planned = [seed];
    this.crackOf[seed] = crack;
    for (let at = 0; at < planned.length; at++) {
      for (let k = 0; k < 4; k++) {
        const other = neighbours[4 * planned[at] + k];
        if (other < 0 || this.crackOf[other] !== NONE || !this.crosses(planned[at], k, crack)) continue;
        this.crackOf[other] = crack;
        planned.push(other);
      }
    }
    return planned;
  }

  private crossesTet(t: number, crack: number): boolean {
    const { tets } = this.body;
    const heights = this.heights[crack];
    const below = [0, 1, 2, 3].filter((k) => heights[tets[4 * t + k]] < 0).length;
    return below > 0 && below < 4;
  }

  /** True where the crack crosses the face opposite corner k. */
  private crosses(t: number, k: number, crack: number): boolean {
    const { tets } = this.body;
    const heights = this.heights[crack];
    const [i, j, l] = FACE_CORNERS[k];
    const first = heights[tets[4 * t + i]] < 0;
    return heights[tets[4 * t + j]] < 0 !== first || heights[tets[4 * t + l]] < 0 !== first;
  }

  private isFarFromCracks(tet: number): boolean {
    return this.crackOf.every((crack, t) => crack === NONE || this.distance(tet, t) >= this.rules.spacing);
  }

  private centroid(t: number): [number, number, number] {
    const { tets, positions } = this.body;
    const sum: [number, number, number] = [0, 0, 0];
    for (let k = 0; k < 12; k++) sum[k % 3] += positions[3 * tets[4 * t + Math.floor(k / 3)] + (k % 3)] / 4;
    return sum;
  }

  private countSmall(topology: CutTopology): number {
    const least = this.rules.smallestPiece * this.volume;
    return pieces(topology, this.body.volumes).volumes.filter((volume) => volume < least).length;
  }
}
