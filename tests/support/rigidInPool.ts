import { closedSurface } from '../../src/collision/closedSurface.ts';
import { ContactShape } from '../../src/rigid/ContactShape.ts';
import { massProperties } from '../../src/rigid/massProperties.ts';
import { RigidBody } from '../../src/rigid/RigidBody.ts';
import { shapeMoments } from '../../src/rigid/shapeMoments.ts';
import { RigidInLiquid } from '../../src/simulation/immersion/RigidInLiquid.ts';
import { Immersion } from '../../src/systems/liquid/Immersion.ts';
import { liquidPool } from './liquidPool.ts';
import { boxOf, poseOf, type TestBody } from './rigidWorld.ts';
import type { FloatingBox } from './tankModes.ts';

/** Cells along a tank whose motion is the same in all of them; a body that goes through both of its ends stays in the plane. */
const LAYERS = 2;
/** Factor of the moments about axes in the plane, about which such a body does not turn. */
const HELD = 1e12;
/** kg/m3. */
const DENSITY = 1000;
const OPEN_ABOVE = [
  [true, true],
  [true, false],
  [true, true],
] as const;

/** A rigid body, and what a liquid sees of it. `planar`: it turns about z alone. */
export function rigidInLiquid(given: TestBody, planar = false) {
  const shape = new ContactShape(given.shape);
  const properties = massProperties(shapeMoments(shape), given.mass ?? 1);
  const moments = properties.moments.map((moment, k) =>
    planar && !isAlongZ(properties.axes, k) ? HELD * moment : moment,
  );
  const body = new RigidBody({ ...properties, moments });
  body.setNextPose(poseOf(given));
  body.commit();
  const member = {
    id: 'body',
    distance: shape.distance,
    friction: 0,
    body,
    moving: body,
    pressed: new Float64Array(6),
  };
  return { body, floating: new RigidInLiquid(member, shape.surface ?? closedSurface(shape.distance.display())) };
}

interface PoolSettings {
  readonly counts: readonly [number, number, number];
  /** m. */
  readonly h: number;
  readonly gravity?: number;
  /** Largest substep, s: that of shots where left out. */
  readonly step?: number;
  /** Whether liquid is at a point, m, unless the body is there. */
  inside(x: number, y: number): boolean;
}

/** A rigid body in a pool, moved by the liquid and gravity alone: the coupling of shots without their contact. */
export class RigidInPool {
  readonly body: RigidBody;
  readonly pool: ReturnType<typeof liquidPool>;
  private readonly immersion: Immersion;
  private readonly gravity: Float64Array;
  private readonly step: number;

  /** `planar`: the body goes through both ends of the tank and turns about z alone; its mass is that between the ends. */
  constructor(given: TestBody, settings: PoolSettings, planar: boolean) {
    const { counts, h, gravity = -9.81, step = 1 / 240, inside } = settings;
    this.gravity = Float64Array.of(0, gravity, 0);
    this.step = step;
    const { body, floating } = rigidInLiquid(given, planar);
    this.body = body;
    const pose = { point: new Float64Array(3), answer: new Float64Array(4) };
    const [x0, y0, z0] = given.position ?? [0, 0, 0];
    const [c, s] = [Math.cos(given.rotation?.[2] ?? 0), Math.sin(given.rotation?.[2] ?? 0)];
    const outside = (x: number, y: number, z: number) => {
      const [dx, dy] = [x - x0, y - y0];
      pose.point.set([c * dx + s * dy, c * dy - s * dx, planar ? 0 : z - z0]);
      given.shape.signedDistance(pose.point, pose.answer);
      return pose.answer[3] > 0;
    };
    this.pool = liquidPool(counts, h, (x, y, z) => inside(x, y) && outside(x, y, z), {
      closedSides: OPEN_ABOVE,
      gravity: [0, gravity, 0],
      density: DENSITY,
    });
    this.immersion = new Immersion({ fluid: this.pool, tooManySubsteps: () => new Error('too many substeps') }, [
      floating,
    ]);
    this.immersion.place(undefined, undefined);
  }

  /** Angle about z, rad, between -pi and pi. */
  get roll(): number {
    const [, , z, w] = this.body.rotation;
    const angle = 2 * Math.atan2(z, w);
    return Math.atan2(Math.sin(angle), Math.cos(angle));
  }

  /** Momentum of body and liquid, kg m/s. */
  get momentum(): number[] {
    const { particles, particleVolume } = this.pool;
    const sum = [...this.body.momentum];
    for (let k = 0; k < 3 * particles.count; k++) sum[k % 3] += DENSITY * particleVolume * particles.velocities[k];
    return sum;
  }

  advance(seconds: number): void {
    const { body, pool, immersion } = this;
    for (let left = seconds; left > 1e-12;) {
      const most = left / Math.ceil(left / this.step - 1e-9);
      const dt = Math.min(pool.longestStep(most), immersion.maxStep(0, most));
      body.accelerate(this.gravity, 0, dt);
      immersion.before(dt);
      body.move(dt);
      body.commit();
      pool.advect(dt);
      immersion.place(undefined, undefined);
      pool.keepOut();
      left -= dt;
    }
  }
}

/** Whether a principal axis is that of z: of a quaternion x, y, z, w. */
function isAlongZ([x, y, z, w]: Float64Array, k: number): boolean {
  const column = [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)];
  return Math.abs(column[k]) > 0.9;
}

/** A box in the middle of a tank, turned by `roll`, rad, about the middle of its waterline, with the speed `heave` up, m/s. */
export function floatingBox(box: FloatingBox, h: number, { roll = 0, heave = 0, step = 1 / 240 }): RigidInPool {
  const { tank, size, density } = box;
  const [width, depth] = tank;
  const [breadth, height] = size;
  const length = LAYERS * h;
  const over = (0.5 - density) * height;
  return new RigidInPool(
    {
      shape: boxOf(breadth, height, 2 * length),
      mass: DENSITY * density * breadth * height * length,
      position: [width / 2 - over * Math.sin(roll), depth + over * Math.cos(roll), length / 2],
      rotation: [0, 0, roll],
      velocity: [0, heave, 0],
    },
    { counts: [Math.round(width / h), Math.ceil((depth + height) / h), LAYERS], h, step, inside: (_x, y) => y < depth },
    true,
  );
}
