import { PLANAR_DISTANCE } from './distances.ts';
import type { PlanarShape } from './ExtrudedShape.ts';
import { NO_DIRECTION } from './lengths.ts';
import { Profile } from './profile.ts';

export interface GearDimensions {
  readonly teeth: number;
  /** m. */
  readonly pitchRadius: number;
  /** rad. */
  readonly pressureAngle: number;
  /** Backlash between meshing flanks along the pitch circle, over the module. */
  readonly backlash: number;
}

/** Straight edges along one flank, half of one tip and half of one gap. */
const FLANK_EDGES = 8;
const ARC_EDGES = 2;
/** Depth of the gap below the pitch circle, in modules: one for the tooth of the mating gear, a quarter of clearance. */
const DEDENDUM = 1.25;
/** Smallest half width of a tip, over half of the angle between teeth: keeps tips from becoming needles. */
const LEAST_TIP = 0.04;
/** Fraction of the gap's half angle taken by the fillet, where the gap reaches below the involute. */
const FILLET = 0.03;

/**
 * The planar signed distance of an involute gear, one tooth centred on +x. With module m = 2 pitchRadius / teeth and base radius
 * b = pitchRadius cos(phi), the flank stands at the polar half angle
 *
 *     psi(r) = pi/(2N) - backlash m / (4 pitchRadius) + inv(phi) - inv(acos(b / r)),      inv(x) = tan x - x
 *
 * between the base circle and the tip, and runs straight down to the root below it. The tip is one module above the pitch
 * circle, lower where it would be pointed or would cut into the root of a mating gear of the same size. Flanks are
 * convex, so their straight edges lie inside the involute and touch only where the curves do.
 *
 * The outline is symmetric about every tooth and every gap: a point is rotated and mirrored into half a tooth, which also contains
 * the nearest point of the whole outline.
 */
export class GearProfile implements PlanarShape {
  readonly tipRadius: number;
  readonly rootRadius: number;
  private readonly teeth: number;
  private readonly bore: number;
  /** Outline from the middle of a tip (angle 0) to the middle of the next gap (pi / teeth). */
  private readonly halfTooth: Profile;
  private readonly cosines: Float64Array;
  private readonly sines: Float64Array;
  /** The query point, rotated and mirrored into half a tooth. */
  private readonly folded = new Float64Array(2);

  constructor(dimensions: GearDimensions, bore: number) {
    const { teeth, pitchRadius } = dimensions;
    this.teeth = teeth;
    this.bore = bore;
    this.tipRadius = tipRadius(dimensions);
    this.rootRadius = pitchRadius * (1 - (2 * DEDENDUM) / teeth);
    const gap = Math.PI / teeth;
    this.halfTooth = new Profile(halfToothPoints(dimensions, this.tipRadius, this.rootRadius), {
      first: [1, 0],
      last: [Math.cos(gap), Math.sin(gap)],
    });
    this.cosines = Float64Array.from({ length: teeth }, (_, k) => Math.cos((2 * Math.PI * k) / teeth));
    this.sines = Float64Array.from({ length: teeth }, (_, k) => Math.sin((2 * Math.PI * k) / teeth));
  }

  distance(point: Float64Array, out: Float64Array): void {
    const x = point[0];
    const y = point[1];
    const sector = Math.round((Math.atan2(y, x) * this.teeth) / (2 * Math.PI));
    const tooth = (sector + this.teeth) % this.teeth;
    const c = this.cosines[tooth];
    const s = this.sines[tooth];
    const across = c * y - s * x;
    const side = across < 0 ? -1 : 1;
    this.folded[0] = c * x + s * y;
    this.folded[1] = Math.abs(across);
    this.halfTooth.distance(this.folded, out);
    const gx = out[0];
    const gy = side * out[1];
    out[0] = c * gx - s * gy;
    out[1] = s * gx + c * gy;
    if (this.bore > 0) this.cutBore(point, out);
  }

  /** Returns x, y of each corner of the outer outline, counter-clockwise by angle. */
  outline(): number[] {
    const half = this.halfTooth.points;
    const corners = half.length / 2;
    const outline: number[] = [];
    for (let tooth = 0; tooth < this.teeth; tooth++) {
      const c = this.cosines[tooth];
      const s = this.sines[tooth];
      // From the gap before the tooth to the gap after it; that gap's middle belongs to the next tooth.
      for (let k = 1 - corners; k < corners - 1; k++) {
        const x = half[2 * Math.abs(k)];
        const y = Math.sign(k) * half[2 * Math.abs(k) + 1];
        outline.push(c * x - s * y, s * x + c * y);
      }
    }
    return outline;
  }

  private cutBore(point: Float64Array, out: Float64Array): void {
    const x = point[0];
    const y = point[1];
    const fromAxis = Math.sqrt(x * x + y * y);
    const inner = this.bore - fromAxis;
    if (inner <= out[PLANAR_DISTANCE]) return;
    out[0] = fromAxis > NO_DIRECTION ? -x / fromAxis : -1;
    out[1] = fromAxis > NO_DIRECTION ? -y / fromAxis : 0;
    out[PLANAR_DISTANCE] = inner;
  }
}

/**
 * Returns the angle (rad, counter-clockwise) of gear B when it meshes with gear A at `angleA`; the axis of B lies in `direction` (rad from +x)
 * from that of A. A tooth of A that points to B is then in the middle of a gap of B.
 */
export function meshedGearAngle(teethA: number, angleA: number, teethB: number, direction: number): number {
  return direction + Math.PI - Math.PI / teethB - (teethA / teethB) * (angleA - direction);
}

/** Returns the polar half angle of a tooth at radius r between the base circle and the tip. */
function flankAngle({ teeth, pitchRadius, pressureAngle, backlash }: GearDimensions, r: number): number {
  const base = pitchRadius * Math.cos(pressureAngle);
  const play = backlash / (2 * teeth);
  return Math.PI / (2 * teeth) - play + involute(pressureAngle) - involute(Math.acos(Math.min(1, base / r)));
}

function involute(angle: number): number {
  return Math.tan(angle) - angle;
}

function tipRadius(dimensions: GearDimensions): number {
  const { teeth, pitchRadius, pressureAngle } = dimensions;
  const base = pitchRadius * Math.cos(pressureAngle);
  // Contact on the line of action ends where it touches the other base circle.
  const undercut = Math.hypot(base, 2 * pitchRadius * Math.sin(pressureAngle));
  const standard = Math.min(pitchRadius * (1 + 2 / teeth), undercut);
  const leastAngle = (LEAST_TIP * Math.PI) / teeth;
  if (flankAngle(dimensions, standard) >= leastAngle) return standard;
  let low = pitchRadius;
  let high = standard;
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (low + high);
    if (flankAngle(dimensions, middle) >= leastAngle) low = middle;
    else high = middle;
  }
  return low;
}

function halfToothPoints(dimensions: GearDimensions, tip: number, root: number): number[] {
  const { teeth, pitchRadius, pressureAngle } = dimensions;
  const base = pitchRadius * Math.cos(pressureAngle);
  const gap = Math.PI / teeth;
  const points: number[] = [];
  const add = (radius: number, angle: number): void => {
    points.push(radius * Math.cos(angle), radius * Math.sin(angle));
  };
  const tipAngle = flankAngle(dimensions, tip);
  for (let k = 0; k < ARC_EDGES; k++) add(tip, (tipAngle * k) / ARC_EDGES);
  const lowest = Math.max(base, root);
  // Evenly in the roll angle t of the involute, r = base sqrt(1 + t^2).
  const roll = (radius: number): number => Math.sqrt(Math.max(0, (radius / base) ** 2 - 1));
  for (let k = 0; k <= FLANK_EDGES; k++) {
    const t = roll(tip) + ((roll(lowest) - roll(tip)) * k) / FLANK_EDGES;
    const radius = k === FLANK_EDGES ? lowest : base * Math.sqrt(1 + t * t);
    add(radius, flankAngle(dimensions, radius));
  }
  let angle = flankAngle(dimensions, lowest);
  if (root < base) {
    angle += FILLET * (gap - angle);
    add(root, angle);
  }
  for (let k = 1; k <= ARC_EDGES; k++) add(root, angle + ((gap - angle) * k) / ARC_EDGES);
  return points;
}
