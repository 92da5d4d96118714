/** Point tests per corner of a polygon before the rest is cut without tests: bounds the time for self-intersecting outlines. */
const testsPerCorner = 1000;
const testsAtLeast = 100_000;

/** Point tests left for all polygons of a surface together. */
export interface TestBudget {
  left: number;
}

/**
 * Triangulates a simple polygon by ear clipping (Meisters 1975) and returns corner numbers. `outline`: xy pairs, counter-clockwise.
 * Coincident corners (bridges to holes) are allowed. Always returns n - 2 triangles that use every corner: where no proper ear is
 * left (self-intersecting or flat outlines) the least bad corner is cut.
 */
export function clipEars(outline: Float64Array, budget: TestBudget = { left: Infinity }): Uint32Array {
  const clipper = new EarClipper(outline, budget.left);
  const triangles = clipper.clip();
  budget.left -= clipper.tests;
  return triangles;
}

class EarClipper {
  private readonly xy: Float64Array;
  private readonly previous: Int32Array;
  private readonly next: Int32Array;
  private readonly reflex: Uint8Array;
  private testsLeft: number;
  private readonly testsAllowed: number;

  constructor(outline: Float64Array, most: number) {
    const count = outline.length / 2;
    this.xy = outline;
    this.previous = Int32Array.from({ length: count }, (_, corner) => (corner + count - 1) % count);
    this.next = Int32Array.from({ length: count }, (_, corner) => (corner + 1) % count);
    this.reflex = new Uint8Array(count);
    for (let corner = 0; corner < count; corner++) this.updateReflex(corner);
    this.testsAllowed = Math.min(testsAtLeast + testsPerCorner * count, most);
    this.testsLeft = this.testsAllowed;
  }

  /** Number of point tests so far. */
  get tests(): number {
    return this.testsAllowed - this.testsLeft;
  }

  clip(): Uint32Array {
    const { previous, next } = this;
    const count = previous.length;
    const triangles = new Uint32Array(3 * (count - 2));
    let corner = 0;
    for (let left = count; left > 2; left--) {
      corner = this.findEar(corner, left);
      const before = previous[corner];
      const after = next[corner];
      triangles.set([before, corner, after], 3 * (count - left));
      next[before] = after;
      previous[after] = before;
      this.updateReflex(before);
      this.updateReflex(after);
      // Continuing past the ear keeps the triangles from becoming a long fan.
      corner = next[after];
    }
    return triangles;
  }

  /** Returns an ear at or after `start`; the flattest corner where there is none. */
  private findEar(start: number, left: number): number {
    let corner = start;
    let flattest = start;
    let least = Infinity;
    for (let step = 0; step < left && this.testsLeft > 0; step++) {
      if (this.reflex[corner] === 0 && this.isEmpty(corner)) return corner;
      const area = Math.abs(this.turn(this.previous[corner], corner, this.next[corner]));
      if (area < least) {
        least = area;
        flattest = corner;
      }
      corner = this.next[corner];
    }
    return flattest;
  }

  /** Returns whether no other reflex corner is in the triangle at `corner`. */
  private isEmpty(corner: number): boolean {
    const { reflex, previous, next } = this;
    const a = previous[corner];
    const c = next[corner];
    for (let other = next[c]; other !== a; other = next[other]) {
      this.testsLeft--;
      if (reflex[other] === 1 && this.contains(a, corner, c, other)) return false;
    }
    return true;
  }

  private contains(a: number, b: number, c: number, p: number): boolean {
    if (this.same(p, a) || this.same(p, b) || this.same(p, c)) return false;
    return this.turn(a, b, p) >= 0 && this.turn(b, c, p) >= 0 && this.turn(c, a, p) >= 0;
  }

  private same(a: number, b: number): boolean {
    return this.xy[2 * a] === this.xy[2 * b] && this.xy[2 * a + 1] === this.xy[2 * b + 1];
  }

  /** Returns twice the signed area of a triangle: positive where the outline turns left. */
  private turn(a: number, b: number, c: number): number {
    const { xy } = this;
    const ux = xy[2 * b] - xy[2 * a];
    const uy = xy[2 * b + 1] - xy[2 * a + 1];
    return ux * (xy[2 * c + 1] - xy[2 * a + 1]) - uy * (xy[2 * c] - xy[2 * a]);
  }

  private updateReflex(corner: number): void {
    this.reflex[corner] = this.turn(this.previous[corner], corner, this.next[corner]) <= 0 ? 1 : 0;
  }
}
