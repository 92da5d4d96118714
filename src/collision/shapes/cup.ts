import { z } from 'zod';
import type { ColliderShape, ColliderShapeDefinition } from '../CollisionBody.ts';
import { DISTANCE } from '../distances.ts';
import { type DisplaySurface, latheSurface } from '../displaySurfaces.ts';
import { length, NO_DIRECTION } from '../lengths.ts';

/** Open cup about the y axis that stands on y = 0: a floor and a straight wall of the same thickness, with round edges. */
const params = z
  .strictObject({
    radius: length('Radius', 'Radius of the rim, from the axis (y) to the outside.', 0.5),
    baseRadius: length('Foot radius', 'Radius of the foot, from the axis to the outside.', 0.4),
    height: length('Height', 'Height from the foot to the rim.', 1),
    thickness: length('Thickness', 'Thickness of the wall and the floor. Liquids need about one cell.', 0.05),
  })
  .refine((value) => value.thickness < Math.min(value.radius, value.baseRadius, value.height / 2), {
    message: 'The thickness must be less than the radii and half the height.',
    path: ['thickness'],
  });

type CupParams = z.infer<typeof params>;

const SHOWN_SEGMENTS = 96;
const SHOWN_ARC_SEGMENTS = 8;

const cup: ColliderShapeDefinition<CupParams> = {
  type: 'cup',
  label: 'Cup',
  reference: 'Exact distance',
  params,
  create: (given) => new Cup(given),
};

export default cup;

/** All points within half the thickness of a bent line that is revolved about y: from the axis along the floor, then up the wall. */
class Cup implements ColliderShape {
  readonly bounds: Float64Array;
  private readonly half: number;
  /** (radius, y) of the bend and of the wall's upper end. */
  private readonly bend: readonly [number, number];
  private readonly rim: readonly [number, number];
  /** The wall's unit direction upwards, (radius, y), and its length. */
  private readonly up: readonly [number, number];
  private readonly wall: number;
  /** Vector from the nearest point of the line: (radius, y), and its length. */
  private readonly way = new Float64Array(3);

  constructor({ radius, baseRadius, height, thickness }: CupParams) {
    const half = thickness / 2;
    this.half = half;
    this.bend = [baseRadius - half, half];
    this.rim = [radius - half, height - half];
    const across = this.rim[0] - this.bend[0];
    const along = this.rim[1] - this.bend[1];
    this.wall = Math.hypot(across, along);
    this.up = [across / this.wall, along / this.wall];
    const widest = Math.max(radius, baseRadius);
    this.bounds = Float64Array.of(-widest, 0, -widest, widest, height, widest);
  }

  signedDistance(point: Float64Array, out: Float64Array): void {
    this.findWay(point);
    out[DISTANCE] = this.way[2] - this.half;
  }

  signedDistanceAndNormal(point: Float64Array, out: Float64Array): void {
    this.findWay(point);
    const { way } = this;
    const distance = way[2];
    const fromAxis = Math.sqrt(point[0] * point[0] + point[2] * point[2]);
    // On the line the way out of the floor is down.
    const inverse = distance > NO_DIRECTION ? 1 / distance : 0;
    const away = way[0] * inverse;
    out[0] = fromAxis > NO_DIRECTION ? (away * point[0]) / fromAxis : away;
    out[1] = inverse > 0 ? way[1] * inverse : -1;
    out[2] = fromAxis > NO_DIRECTION ? (away * point[2]) / fromAxis : 0;
    out[DISTANCE] = distance - this.half;
  }

  display(): DisplaySurface {
    return latheSurface(this.profile(), false, SHOWN_SEGMENTS);
  }

  private findWay(point: Float64Array): void {
    const { bend, up, way } = this;
    const r = Math.sqrt(point[0] * point[0] + point[2] * point[2]);
    const y = point[1];
    const along = (r - bend[0]) * up[0] + (y - bend[1]) * up[1];
    const reach = along < 0 ? 0 : along > this.wall ? this.wall : along;
    const wallR = r - bend[0] - reach * up[0];
    const wallY = y - bend[1] - reach * up[1];
    const floorR = r > bend[0] ? r - bend[0] : 0;
    const floorY = y - bend[1];
    const wallWay = Math.sqrt(wallR * wallR + wallY * wallY);
    const floorWay = Math.sqrt(floorR * floorR + floorY * floorY);
    const floor = floorWay < wallWay;
    way[0] = floor ? floorR : wallR;
    way[1] = floor ? floorY : wallY;
    way[2] = floor ? floorWay : wallWay;
  }

  /** Returns the profile from the axis under the floor around the outside and over the rim back to the axis. */
  private profile(): [number, number][] {
    const { half, bend, rim, up } = this;
    const outwards = Math.atan2(-up[0], up[1]);
    const arc = (centre: readonly [number, number], from: number, to: number): [number, number][] =>
      Array.from({ length: SHOWN_ARC_SEGMENTS + 1 }, (_, k) => {
        const angle = from + ((to - from) * k) / SHOWN_ARC_SEGMENTS;
        return [centre[0] + half * Math.cos(angle), centre[1] + half * Math.sin(angle)];
      });
    const inside = bend[0] - half * up[1];
    const step = (half - half * up[0]) / up[1];
    const corner: [number, number] = [inside + step * up[0], 2 * half];
    return [
      [0, 0],
      ...arc(bend, -Math.PI / 2, outwards),
      ...arc(rim, outwards, outwards + Math.PI),
      corner,
      [0, 2 * half],
    ];
  }
}
