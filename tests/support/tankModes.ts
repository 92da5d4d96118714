import { EnvelopeCholesky } from '../../src/math/EnvelopeCholesky.ts';
import { solveDense } from '../../src/math/solveDense.ts';

/** A box that floats in the middle of a tank, in the plane across its length: what is given is per metre of that. */
export interface FloatingBox {
  /** Width of the tank and depth of the still water in it, m. */
  readonly tank: readonly [width: number, depth: number];
  /** Breadth and height of the box, m. */
  readonly size: readonly [breadth: number, height: number];
  /** Density of the box over that of the water: the share of its height that is under water. */
  readonly density: number;
}

/** m/s2. */
const GRAVITY = 9.81;
/** Standing waves of each side of the tank that may move. */
const WAVES = 10;

/** Metacentric height of a box, B^2 / (12 d) - (D - d) / 2 with the draught d: above 0 it floats upright. m. */
export function metacentricHeight({ size: [breadth, height], density }: FloatingBox): number {
  const draught = density * height;
  return breadth ** 2 / (12 * draught) - (height - draught) / 2;
}

type Motion = 'heave' | 'roll';

/**
 * Linear motion of a floating box and of the water around it, without viscosity: heave, or roll with the sway that it brings. The velocity potential of the water, by finite differences in half of the tank, gives the kinetic
 * energy of the box's motions and of standing waves beside it, q'^T M q' / 2 (Newman 1977, 4.13), hydrostatics the potential one, q^T K q / 2 (Newman 1977, 6.16). Units: of densities over that of water.
 */
export class TankModes {
  /** Mass of what moves, and stiffness, by rows. Coordinates: heave, m, or sway, m, and roll, rad; then waves, m. */
  readonly mass: Float64Array;
  readonly stiffness: Float64Array;
  /** The part of the mass that is the water's: the box's added mass is in its first rows. */
  readonly added: Float64Array;
  readonly size: number;
  private readonly motion: Motion;

  /** `cells`: of the differences along half of the tank; sides of box and tank must lie on planes between them. */
  constructor(box: FloatingBox, motion: Motion, cells: number) {
    const [width, depth] = box.tank;
    const [breadth, height] = box.size;
    const h = width / 2 / cells;
    const draught = box.density * height;
    this.motion = motion;
    const own = motion === 'roll' ? 2 : 1;
    // Heave moves the level on both sides; the even wave is part of it.
    const first = motion === 'roll' ? 0 : 1;
    this.size = own + WAVES;
    const n = this.size;
    const waterLine = breadth / 2;
    const beside = width / 2 - waterLine;
    /** Height of the centre of mass above the water's level, m. */
    const up = height / 2 - draught;
    const wave = (k: number, x: number) => Math.cos(((k + first) * Math.PI * (x - waterLine)) / beside);
    const potential = new HalfTank(
      cells,
      Math.round(depth / h),
      h,
      motion === 'roll',
      (x, y) => x < waterLine && y > depth - draught,
    );
    /** What flows out through a face of the water at (x, y), m/s, with normal (1, 0), (-1, 0) or (0, 1) out of it, by each coordinate. */
    const flow = (mode: number, x: number, y: number, [nx, ny]: readonly [number, number]): number => {
      const isBox = x < waterLine + h / 4 && y < depth - h / 4;
      if (mode >= own) return isBox || ny === 0 ? 0 : wave(mode - own, x);
      if (motion === 'heave') return ny === 0 ? 0 : isBox ? 1 : -waterLine / beside;
      if (!isBox) return 0;
      if (mode === 0) return nx;
      // About the centre of mass: v = (-r_y, r_x).
      return -(y - depth - up) * nx + x * ny;
    };
    const flows = Array.from({ length: n }, (_, mode) => potential.outflow((x, y, normal) => flow(mode, x, y, normal)));
    const fields = flows.map((out) => potential.solve(out));
    this.mass = new Float64Array(n * n);
    this.stiffness = new Float64Array(n * n);
    for (let a = 0; a < n; a++) {
      for (let b = 0; b < n; b++)
        this.mass[n * a + b] = 2 * flows[a].reduce((sum, out, c) => sum + out * fields[b][c], 0);
    }
    const boxMass = box.density * breadth * height;
    this.added = this.mass.slice();
    if (motion === 'heave') {
      this.mass[0] += boxMass;
      this.stiffness[0] = GRAVITY * (breadth + 2 * beside * (waterLine / beside) ** 2);
    } else {
      this.mass[0] += boxMass;
      this.mass[n + 1] += (boxMass * (breadth ** 2 + height ** 2)) / 12;
      this.stiffness[n + 1] = boxMass * GRAVITY * metacentricHeight(box);
    }
    for (let k = 0; k < WAVES; k++) {
      this.stiffness[(n + 1) * (own + k)] = 2 * GRAVITY * beside * (k + first === 0 ? 1 : 0.5);
    }
  }
  /** Heave, m, or roll, rad, at every `step`, s, from `start` of it over a level surface; all is at rest, or the box alone is struck, as if it moved at `speed`, per second, without water. */
  motionFrom(start: number, speed: number, step: number, count: number): number[] {
    const n = this.size;
    const parts = 20;
    const dt = step / parts;
    const at = this.motion === 'roll' ? 1 : 0;
    const q = new Float64Array(n);
    q[at] = start;
    const inverse = inverseOf(this.mass, n);
    const v = new Float64Array(n);
    const boxMass = this.mass[(n + 1) * at] - this.added[(n + 1) * at];
    for (let i = 0; i < n; i++) v[i] = inverse[n * i + at] * boxMass * speed;
    const force = new Float64Array(n);
    const kick = (part: number) => {
      for (let i = 0; i < n; i++) force[i] = -row(this.stiffness, q, i, n);
      for (let i = 0; i < n; i++) v[i] += part * row(inverse, force, i, n);
    };
    const out = [start];
    while (out.length <= count) {
      for (let k = 0; k < parts; k++) {
        kick(dt / 2);
        for (let i = 0; i < n; i++) q[i] += dt * v[i];
        kick(dt / 2);
      }
      out.push(q[at]);
    }
    return out;
  }
}

function row(matrix: Float64Array, x: Float64Array, i: number, n: number): number {
  let sum = 0;
  for (let j = 0; j < n; j++) sum += matrix[n * i + j] * x[j];
  return sum;
}

function inverseOf(matrix: Float64Array, n: number): Float64Array {
  const out = new Float64Array(n * n);
  for (let column = 0; column < n; column++) {
    const unit = new Float64Array(n);
    unit[column] = 1;
    const x = solveDense(matrix.slice(), unit)!;
    for (let i = 0; i < n; i++) out[n * i + column] = x[i];
  }
  return out;
}

/** Laplace's equation in the water of half a tank, from its middle at x = 0, by five-point differences. */
class HalfTank {
  private readonly nx: number;
  private readonly ny: number;
  private readonly h: number;
  private readonly water: readonly boolean[];
  private readonly factor: EnvelopeCholesky;

  /** `odd`: the potential is 0 at the middle; otherwise nothing flows there. */
  constructor(nx: number, ny: number, h: number, odd: boolean, inBox: (x: number, y: number) => boolean) {
    this.nx = nx;
    this.ny = ny;
    this.h = h;
    this.water = Array.from(
      { length: nx * ny },
      (_, c) => !inBox((Math.floor(c / ny) + 0.5) * h, ((c % ny) + 0.5) * h),
    );
    this.factor = new EnvelopeCholesky(Array.from({ length: nx * ny }, (_, c) => Math.max(0, c - ny)));
    const diagonal = new Float64Array(nx * ny).fill(1);
    for (let c = 0; c < nx * ny; c++) {
      if (!this.water[c]) continue;
      diagonal[c] = (odd && c < ny ? 2 : 0) + this.neighbours(c).filter((d) => this.water[d]).length;
      for (const d of this.neighbours(c))
        if (d < c && this.water[d]) this.factor.entries[this.factor.origin(c) + d] = -1;
    }
    // What is known but for a constant is held at one cell.
    if (!odd) diagonal[nx * ny - ny] += 1;
    this.factor.factor(diagonal);
  }

  /** What flows out of each cell through box and surface, m2/s. */
  outflow(flow: (x: number, y: number, normal: readonly [number, number]) => number): Float64Array {
    const { nx, ny, h, water } = this;
    return Float64Array.from(water, (isWater, c) => {
      if (!isWater) return 0;
      const [x, y] = [(Math.floor(c / ny) + 0.5) * h, ((c % ny) + 0.5) * h];
      let sum = 0;
      if (c % ny === ny - 1 || !water[c + 1]) sum += h * flow(x, y + h / 2, [0, 1]);
      if (c >= ny && !water[c - ny]) sum += h * flow(x - h / 2, y, [-1, 0]);
      if (c < (nx - 1) * ny && !water[c + ny]) sum += h * flow(x + h / 2, y, [1, 0]);
      return sum;
    });
  }

  /** The potential whose gradient flows out so, m2/s. */
  solve(outflow: Float64Array): Float64Array {
    const x = outflow.slice();
    this.factor.solve(x);
    return x;
  }

  private neighbours(c: number): number[] {
    const { nx, ny } = this;
    const j = c % ny;
    const beside = [];
    if (c >= ny) beside.push(c - ny);
    if (c < (nx - 1) * ny) beside.push(c + ny);
    if (j > 0) beside.push(c - 1);
    if (j < ny - 1) beside.push(c + 1);
    return beside;
  }
}
