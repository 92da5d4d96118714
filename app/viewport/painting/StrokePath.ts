/** Share of the radius that lies between two dabs at least. */
const SPACING = 0.25;
/** Digits of the radius that places are kept with: a thousandth of it cannot be seen. */
const PRECISION = 1e-3;

/** The dabs of a stroke in the solid's own frame, m: never nearer than a quarter of the radius, so that a hand at rest adds none. */
export class StrokePath {
  /** xyz each. */
  readonly points: number[] = [];
  private readonly spacing: number;
  private readonly step: number;

  constructor(radius: number) {
    this.spacing = SPACING * radius;
    this.step = 10 ** Math.floor(Math.log10(radius * PRECISION));
  }

  /** Adds a dab where the pointer is, unless it is too near to the last one. Gives whether it did. */
  add(x: number, y: number, z: number): boolean {
    const { points } = this;
    const [a, b, c] = [this.rounded(x), this.rounded(y), this.rounded(z)];
    const last = points.length - 3;
    if (last >= 0 && Math.hypot(a - points[last], b - points[last + 1], c - points[last + 2]) < this.spacing) {
      return false;
    }
    points.push(a, b, c);
    return true;
  }

  private rounded(value: number): number {
    // Of a power of ten below one, divided by its inverse: 0.3 stays 0.3.
    return this.step < 1 ? Math.round(value / this.step) / Math.round(1 / this.step) : value;
  }
}
