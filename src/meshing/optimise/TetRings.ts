import { boundaryFaces, TET_FACES } from '../../geometry/tetBoundary.ts';
import type { TetMesh } from '../../geometry/TetMesh.ts';
import { tetQuality } from '../../geometry/tetQuality.ts';

/**
 * One-rings of a tet mesh in flat arrays, with the quality of every tet, which is updated while single vertices move. The moving
 * vertex's candidate position is passed in `trial`, so that nothing is allocated per trial.
 */
export class TetRings {
  readonly positions: Float64Array;
  readonly tets: Uint32Array;
  readonly vertexCount: number;
  /** Ring of vertex v: entries `offsets[v] .. offsets[v + 1]`. */
  readonly offsets: Uint32Array;
  /** Tet of each ring entry. */
  readonly ringTets: Uint32Array;
  /** The other three corners of each ring entry, such that (v, a, b, c) is positively oriented. */
  readonly ringFaces: Uint32Array;
  /** `tetQuality` of every tet at the current positions. */
  readonly quality: Float64Array;
  /** Outward boundary triangles, and 1 per vertex on the boundary. */
  readonly boundary: Uint32Array;
  readonly onBoundary: Uint8Array;
  /** Mean length of the ring edges of each vertex when the rings were built, metres. */
  readonly localEdge: Float64Array;
  /** Candidate position of the vertex being moved. */
  readonly trial = new Float64Array(3);
  /** Qualities of the ring at the last complete trial. */
  private readonly trialQuality: Float64Array;

  constructor(mesh: TetMesh) {
    this.positions = mesh.positions;
    this.tets = mesh.tets;
    this.vertexCount = mesh.positions.length / 3;
    this.offsets = new Uint32Array(this.vertexCount + 1);
    for (const v of mesh.tets) this.offsets[v + 1]++;
    let largest = 0;
    for (let v = 0; v < this.vertexCount; v++) {
      largest = Math.max(largest, this.offsets[v + 1]);
      this.offsets[v + 1] += this.offsets[v];
    }
    this.trialQuality = new Float64Array(largest);
    this.ringTets = new Uint32Array(mesh.tets.length);
    this.ringFaces = new Uint32Array(3 * mesh.tets.length);
    this.fillRings();
    this.quality = new Float64Array(mesh.tets.length / 4);
    this.measureAll();
    this.boundary = boundaryFaces(mesh.tets, this.vertexCount);
    this.onBoundary = new Uint8Array(this.vertexCount);
    for (const v of this.boundary) this.onBoundary[v] = 1;
    this.localEdge = this.meanEdges();
  }

  /** Recomputes every quality, after positions changed by other means than `accept`. */
  measureAll(): void {
    const { positions, tets, quality } = this;
    for (let t = 0; t < quality.length; t++) {
      quality[t] = tetQuality(positions, tets[4 * t], tets[4 * t + 1], tets[4 * t + 2], tets[4 * t + 3]);
    }
  }

  /** Returns the worst quality around a vertex. */
  ringQuality(v: number): number {
    let worst = Infinity;
    for (let i = this.offsets[v]; i < this.offsets[v + 1]; i++) {
      const q = this.quality[this.ringTets[i]];
      if (q < worst) worst = q;
    }
    return worst;
  }

  /**
   * Returns the worst quality around `v` at the position `trial`. Stops and returns -Infinity at the first tet not better than `floor`.
   */
  tryMove(v: number, floor: number): number {
    const first = this.offsets[v];
    const last = this.offsets[v + 1];
    const { trialQuality } = this;
    let worst = Infinity;
    for (let i = first; i < last; i++) {
      const q = this.entryQuality(i);
      if (!(q > floor)) {
        this.promote(v, i);
        return -Infinity;
      }
      trialQuality[i - first] = q;
      if (q < worst) worst = q;
    }
    return worst;
  }

  /** Moves `v` to `trial`; valid only right after `tryMove` returned a number for the same position. */
  accept(v: number): void {
    const first = this.offsets[v];
    for (let i = first; i < this.offsets[v + 1]; i++) {
      this.quality[this.ringTets[i]] = this.trialQuality[i - first];
    }
    this.positions[3 * v] = this.trial[0];
    this.positions[3 * v + 1] = this.trial[1];
    this.positions[3 * v + 2] = this.trial[2];
  }

  /** Moves the entry that rejected a trial one position towards the front of its ring: the next trial tests it sooner. */
  private promote(v: number, i: number): void {
    const first = this.offsets[v];
    if (i === first) return;
    const { ringTets, ringFaces } = this;
    const j = first + ((i - first) >> 1);
    const tet = ringTets[i];
    ringTets[i] = ringTets[j];
    ringTets[j] = tet;
    for (let k = 0; k < 3; k++) {
      const corner = ringFaces[3 * i + k];
      ringFaces[3 * i + k] = ringFaces[3 * j + k];
      ringFaces[3 * j + k] = corner;
    }
  }

  /** `tetQuality` of a ring entry with its vertex at `trial`; the formula of `cornerQuality` on plain locals. */
  entryQuality(i: number): number {
    const { positions: x, ringFaces, trial } = this;
    const px = trial[0];
    const py = trial[1];
    const pz = trial[2];
    const a = 3 * ringFaces[3 * i];
    const b = 3 * ringFaces[3 * i + 1];
    const c = 3 * ringFaces[3 * i + 2];
    const ux = x[a] - px;
    const uy = x[a + 1] - py;
    const uz = x[a + 2] - pz;
    const vx = x[b] - px;
    const vy = x[b + 1] - py;
    const vz = x[b + 2] - pz;
    const wx = x[c] - px;
    const wy = x[c + 1] - py;
    const wz = x[c + 2] - pz;
    const volume = ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
    const uu = ux * ux + uy * uy + uz * uz;
    const vv = vx * vx + vy * vy + vz * vz;
    const ww = wx * wx + wy * wy + wz * wz;
    const uv = ux * vx + uy * vy + uz * vz;
    const uw = ux * wx + uy * wy + uz * wz;
    const vw = vx * wx + vy * wy + vz * wz;
    let edge = uu;
    if (vv > edge) edge = vv;
    if (ww > edge) edge = ww;
    const euv = uu + vv - 2 * uv;
    if (euv > edge) edge = euv;
    const euw = uu + ww - 2 * uw;
    if (euw > edge) edge = euw;
    const evw = vv + ww - 2 * vw;
    if (evw > edge) edge = evw;
    if (!(volume > 0)) return volume / (edge * Math.sqrt(edge));
    const l1 = vv * ww - vw * vw;
    const l2 = ww * uu - uw * uw;
    const l3 = uu * vv - uv * uv;
    const d12 = vw * uw - uv * ww;
    const d13 = uv * vw - uw * vv;
    const d23 = uw * uv - vw * uu;
    const d01 = -(l1 + d12 + d13);
    const d02 = -(l2 + d12 + d23);
    const d03 = -(l3 + d13 + d23);
    const l0 = -(d01 + d02 + d03);
    const i0 = 1 / Math.sqrt(l0);
    const i1 = 1 / Math.sqrt(l1);
    const i2 = 1 / Math.sqrt(l2);
    const i3 = 1 / Math.sqrt(l3);
    let low = d01 * i0 * i1;
    let high = low;
    const c02 = d02 * i0 * i2;
    if (c02 < low) low = c02;
    if (c02 > high) high = c02;
    const c03 = d03 * i0 * i3;
    if (c03 < low) low = c03;
    if (c03 > high) high = c03;
    const c12 = d12 * i1 * i2;
    if (c12 < low) low = c12;
    if (c12 > high) high = c12;
    const c13 = d13 * i1 * i3;
    if (c13 < low) low = c13;
    if (c13 > high) high = c13;
    const c23 = d23 * i2 * i3;
    if (c23 < low) low = c23;
    if (c23 > high) high = c23;
    let area = l0;
    if (l1 > area) area = l1;
    if (l2 > area) area = l2;
    if (l3 > area) area = l3;
    let squared = 1.5 * (1 + low);
    const wide = 0.48 * (1 - high);
    if (wide < squared) squared = wide;
    const altitude = (3.375 * volume * volume) / (area * edge);
    if (altitude < squared) squared = altitude;
    return squared > 0 ? Math.sqrt(squared) : 0;
  }

  private fillRings(): void {
    const fill = this.offsets.slice();
    const { tets, ringTets, ringFaces } = this;
    for (let i = 0; i < tets.length; i++) {
      const entry = fill[tets[i]]++;
      const first = i & ~3;
      const k = 3 * (i & 3);
      ringTets[entry] = i >> 2;
      for (let corner = 0; corner < 3; corner++) ringFaces[3 * entry + corner] = tets[first + TET_FACES[k + corner]];
    }
  }

  private meanEdges(): Float64Array {
    const { positions: x, offsets, ringFaces } = this;
    const lengths = new Float64Array(this.vertexCount);
    for (let v = 0; v < this.vertexCount; v++) {
      let sum = 0;
      const first = 3 * offsets[v];
      const last = 3 * offsets[v + 1];
      for (let i = first; i < last; i++) {
        const u = 3 * ringFaces[i];
        const dx = x[u] - x[3 * v];
        const dy = x[u + 1] - x[3 * v + 1];
        const dz = x[u + 2] - x[3 * v + 2];
        sum += Math.sqrt(dx * dx + dy * dy + dz * dz);
      }
      lengths[v] = last > first ? sum / (last - first) : 0;
    }
    return lengths;
  }
}
