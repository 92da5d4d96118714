import { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';

/** Faces that velocities spread to, layer by layer. Allocates nothing but room for more. */
export class FaceFront {
  count = 0;
  faces = new Uint32Array(1024);

  add(face: number): void {
    if (this.count === this.faces.length) {
      const before = this.faces;
      this.faces = new Uint32Array(2 * before.length);
      this.faces.set(before);
    }
    this.faces[this.count++] = face;
  }
}

/**
 * Extrapolates the velocities of valid faces (1) to those within `layers` of them, each the mean of its valid neighbours, layer by layer. `valid` of
 * those becomes 2 and more; what is marked higher than that stays and gives nothing. `linear`: velocities go on as they change, so that a rotation stays one. None is valid outside of `within`. Deterministic: a layer reads only those before it. `front` is scratch.
 */
export function extrapolateVelocity(
  grid: CellGrid,
  u: Float64Array,
  valid: Uint8Array,
  axis: 0 | 1 | 2,
  layers: number,
  within = new CellBox(grid),
  front = new FaceFront(),
  linear = false,
): void {
  front.count = 0;
  findFront(within, valid, axis, front);
  let first = 0;
  for (let layer = 1; layer <= layers; layer++) {
    const end = front.count;
    for (let n = first; n < end; n++) takeMean(grid, u, valid, layer, front.faces[n], linear);
    if (layer === layers) return;
    for (let n = first; n < end; n++) addNeighbours(grid, valid, axis, layer + 2, front.faces[n], front);
    first = end;
  }
}

/** Adds the faces without a velocity that have one with a velocity beside them, and marks them as those of the first layer. */
function findFront(within: CellBox, valid: Uint8Array, axis: 0 | 1 | 2, front: FaceFront): void {
  const { grid, first } = within;
  const [, sy, sz] = grid.strides;
  const [lastX, lastY, lastZ] = [0, 1, 2].map((k) => lastFace(grid, k, axis));
  // Faces beside those of the box count, too.
  const [endX, endY, endZ] = [0, 1, 2].map((k) => Math.min(lastFace(grid, k, axis), within.lastCell(k, axis) + 1));
  const firstX = Math.max(0, first[0] - 2);
  for (let k = Math.max(0, first[2] - 2); k <= endZ; k++) {
    const hasBehind = k < lastZ;
    for (let j = Math.max(0, first[1] - 2); j <= endY; j++) {
      const hasAbove = j < lastY;
      const row = grid.index(0, j, k);
      for (let i = firstX; i <= endX; i++) {
        const c = row + i;
        const state = valid[c];
        if (state > 1) continue;
        // A pair of neighbours is looked at from the lower one.
        const other = 1 - state;
        const right = i < lastX && valid[c + 1] === other;
        const above = hasAbove && valid[c + sy] === other;
        const behind = hasBehind && valid[c + sz] === other;
        if (state === 0) {
          if (right || above || behind) markLayer(valid, c, front);
          continue;
        }
        if (right) markLayer(valid, c + 1, front);
        if (above) markLayer(valid, c + sy, front);
        if (behind) markLayer(valid, c + sz, front);
      }
    }
  }
}

function markLayer(valid: Uint8Array, face: number, front: FaceFront): void {
  valid[face] = 2;
  front.add(face);
}

/** The number along an axis of the last face across `axis`. */
function lastFace({ counts }: CellGrid, along: number, axis: number): number {
  return along === axis ? counts[along] : counts[along] - 1;
}

/** Gives a face the mean velocity of its neighbours in the layers before; `linear`: of the lines through them and those behind, where there are any. */
function takeMean(
  { size, strides }: CellGrid,
  u: Float64Array,
  valid: Uint8Array,
  layer: number,
  c: number,
  linear: boolean,
): void {
  let sum = 0;
  let count = 0;
  for (let side = 0; side < 6; side++) {
    const stride = strides[side >> 1];
    const next = (side & 1) === 0 ? c - stride : c + stride;
    // Beyond the last faces along z there is nothing.
    if (next >= size) continue;
    const state = valid[next];
    if (state === 0 || state > layer) continue;
    sum += u[next];
    count++;
    if (!linear) continue;
    const behind = (side & 1) === 0 ? next - stride : next + stride;
    if (behind >= 0 && behind < size && valid[behind] > 0 && valid[behind] <= layer) sum += u[next] - u[behind];
  }
  u[c] = sum / count;
}

/** Adds the neighbours of a face that have no velocity yet, and marks them by `mark`. */
function addNeighbours(
  grid: CellGrid,
  valid: Uint8Array,
  axis: number,
  mark: number,
  c: number,
  front: FaceFront,
): void {
  const { strides } = grid;
  let left = c;
  for (let along = 2; along >= 0; along--) {
    const stride = strides[along];
    const place = Math.floor(left / stride);
    left -= place * stride;
    // The layer around the grid comes first.
    for (let side = -1; side <= 1; side += 2) {
      const at = place - 1 + side;
      if (at < 0 || at > lastFace(grid, along, axis) || valid[c + side * stride] !== 0) continue;
      valid[c + side * stride] = mark;
      front.add(c + side * stride);
    }
  }
}

/** Faces of the layer around the grid, in `box`, take the velocity of the nearest face of the grid: along the sides the liquid slips. */
export function fillLayer(grid: CellGrid, u: Float64Array, axis: 0 | 1 | 2, box = new CellBox(grid)): void {
  const [nx, ny, nz] = grid.counts;
  const ends = [nx - 1, ny - 1, nz - 1];
  ends[axis]++;
  const { first, end } = box;
  const isAtStart = first[0] === 0;
  const last = end[0] - 2;
  for (let k = first[2] - 1; k < end[2] - 1; k++) {
    for (let j = first[1] - 1; j < end[1] - 1; j++) {
      const isSide = k < 0 || j < 0 || k > ends[2] || j > ends[1];
      const nearest = grid.index(0, within(j, ends[1]), within(k, ends[2]));
      const row = grid.index(0, j, k);
      if (isSide)
        for (let i = Math.max(0, first[0] - 1); i <= Math.min(ends[0], last); i++) u[row + i] = u[nearest + i];
      if (isAtStart) u[row - 1] = u[nearest];
      for (let i = ends[0] + 1; i <= last; i++) u[row + i] = u[nearest + ends[0]];
    }
  }
}

function within(i: number, last: number): number {
  return Math.min(Math.max(i, 0), last);
}
