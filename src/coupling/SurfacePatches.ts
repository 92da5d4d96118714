/** Patches that there is room for at first. */
const ROOM = 256;

/**
 * Parts of a triangle surface, each of one triangle in one cell. The weight of a corner is its barycentric coordinate integrated over the patch, over the
 * area of the triangle: the weights of a patch sum to its share of the triangle, and those over that share are the barycentric means, which are the
 * centroid's. So the area vector of a patch is the sum of its weights times that of its triangle, and what a pressure p gives corner k is p weight_k
 * times the triangle's.
 */
export class SurfacePatches {
  count = 0;
  /** Cell of each patch. */
  cells = new Uint32Array(ROOM);
  triangles = new Uint32Array(ROOM);
  /** Three to a patch. */
  weights = new Float64Array(3 * ROOM);

  add(cell: number, triangle: number, a: number, b: number, c: number): void {
    if (this.count === this.cells.length) this.grow();
    const at = this.count++;
    this.cells[at] = cell;
    this.triangles[at] = triangle;
    this.weights[3 * at] = a;
    this.weights[3 * at + 1] = b;
    this.weights[3 * at + 2] = c;
  }

  private grow(): void {
    const { cells, triangles, weights } = this;
    this.cells = new Uint32Array(2 * cells.length);
    this.triangles = new Uint32Array(2 * cells.length);
    this.weights = new Float64Array(6 * cells.length);
    this.cells.set(cells);
    this.triangles.set(triangles);
    this.weights.set(weights);
  }
}
