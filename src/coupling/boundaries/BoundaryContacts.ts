/** State of a contact: no force, sliding, or held by static friction. */
export const BoundaryPhase = { open: 0, slip: 1, stick: 2 } as const;

/** Contacts of vertices of deformable bodies with boundaries that move with them, and vertices that are embedded in these: at most one row of each vertex. Rows of typed arrays, vectors xyz. */
export class BoundaryContacts {
  count = 0;
  /** Number of the deformable body, of its vertex, and of the boundary. */
  bodies: Int32Array = new Int32Array(0);
  vertices: Int32Array = new Int32Array(0);
  boundaries: Int32Array = new Int32Array(0);
  phases: Uint8Array = new Uint8Array(0);
  /** 1 where nothing else constrains the vertex: friction can then hold it. */
  loose: Uint8Array = new Uint8Array(0);
  /** 1 where the vertex is a part of the boundary, which sticks whatever it takes; `normals` and `least` are then the direction and the size of its velocity against the boundary. */
  embedded: Uint8Array = new Uint8Array(0);
  /** Outward unit normals of the boundary. */
  normals: Float64Array = new Float64Array(0);
  /** Arms from the centre of the boundary to the vertices, m. */
  arms: Float64Array = new Float64Array(0);
  /** Unit directions in which the vertices can be led along the normals, and their cosines with these. */
  slides: Float64Array = new Float64Array(0);
  shares: Float64Array = new Float64Array(0);
  /** Least velocity of the vertex against the boundary along the normal, m/s: negative where there is a gap. */
  least: Float64Array = new Float64Array(0);
  friction: Float64Array = new Float64Array(0);
  /** Unit directions of friction on slipping vertices. */
  directions: Float64Array = new Float64Array(0);
  /** Impulses on the vertices, N s: in the prediction already; given explicitly beside them; and all, of the last solve. */
  carried: Float64Array = new Float64Array(0);
  given: Float64Array = new Float64Array(0);
  impulses: Float64Array = new Float64Array(0);

  /** Length of the substep that they are of, s. */
  readonly step = new Float64Array(1);

  /** Begins a substep of `dt`, s. */
  clear(dt: number): void {
    this.count = 0;
    this.step[0] = dt;
  }

  /** Appends a contact without impulses, open; returns its row. */
  append(body: number, vertex: number, boundary: number): number {
    const row = this.count;
    if (row === this.bodies.length) this.grow();
    this.count++;
    this.bodies[row] = body;
    this.vertices[row] = vertex;
    this.boundaries[row] = boundary;
    this.phases[row] = BoundaryPhase.open;
    this.embedded[row] = 0;
    for (let k = 3 * row; k < 3 * row + 3; k++) {
      this.directions[k] = 0;
      this.carried[k] = 0;
      this.given[k] = 0;
      this.impulses[k] = 0;
    }
    return row;
  }

  private grow(): void {
    const size = Math.max(64, 2 * this.bodies.length);
    const ints = (from: Int32Array) => grown(from, new Int32Array(size));
    const bytes = (from: Uint8Array) => grown(from, new Uint8Array(size));
    const numbers = (from: Float64Array, width: 1 | 3) => grown(from, new Float64Array(width * size));
    this.bodies = ints(this.bodies);
    this.vertices = ints(this.vertices);
    this.boundaries = ints(this.boundaries);
    this.phases = bytes(this.phases);
    this.loose = bytes(this.loose);
    this.embedded = bytes(this.embedded);
    this.normals = numbers(this.normals, 3);
    this.arms = numbers(this.arms, 3);
    this.slides = numbers(this.slides, 3);
    this.shares = numbers(this.shares, 1);
    this.least = numbers(this.least, 1);
    this.friction = numbers(this.friction, 1);
    this.directions = numbers(this.directions, 3);
    this.carried = numbers(this.carried, 3);
    this.given = numbers(this.given, 3);
    this.impulses = numbers(this.impulses, 3);
  }
}

function grown<A extends Int32Array | Uint8Array | Float64Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
