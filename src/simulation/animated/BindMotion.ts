import { quaternionFromVector, rotationFromQuaternion } from '../../math/quaternions.ts';
import { bestRotation, rotationVector, takeCentre, turnBack } from '../../math/rigidFit.ts';

/**
 * Motion of points from a bind pose, where they rest, to a pose with given velocities. What they move together is apart from what they do to each other: x(s) = c(s) + R(s) y(s),
 * 0 <= s <= 1, with the centre c and the shape y on cubic Hermite paths, and R a turn about one axis from none to the rotation that fits best between the poses (Arun et al. 1987), by the angle
 * theta (3 s^2 - 2 s^3). Straight paths of points would shrink whatever turns.
 */
export class BindMotion {
  private readonly duration: number;
  /** Rotation vector of the whole turn, rad. */
  private readonly turn = new Float64Array(3);
  /** Centres and shapes of both poses, m, and their velocities at the end, m/s. */
  private readonly centres: readonly [Float64Array, Float64Array, Float64Array];
  private readonly shapes: readonly [Float64Array, Float64Array, Float64Array];
  private readonly quaternion = new Float64Array(4);
  private readonly rotation = new Float64Array(9);
  /** y and its rate, and R y, of one point. */
  private readonly place = new Float64Array(3);
  private readonly rate = new Float64Array(3);
  private readonly arm = new Float64Array(3);

  /** `bind`: the pose at the start, m; `pose` and `velocities`: those at the end, m and m/s, xyz per point; `duration`: s. The arrays become its own. */
  constructor(bind: Float64Array, pose: Float64Array, velocities: Float64Array, duration: number) {
    this.duration = duration;
    this.centres = [takeCentre(bind), takeCentre(pose), takeCentre(velocities)];
    this.shapes = [bind, pose, velocities];
    const fit = bestRotation(bind, pose);
    rotationVector(fit, this.turn);
    for (const shape of [pose, velocities]) turnBack(fit, shape);
  }

  /** Writes positions, m, and velocities, m/s, at the share `s` of the duration. */
  writeAt(s: number, positions: Float64Array, velocities: Float64Array): void {
    const { duration, turn, centres, shapes, quaternion, rotation: r, place, rate, arm } = this;
    const smooth = s * s * (3 - 2 * s);
    const slope = (6 * s * (1 - s)) / duration;
    const ends = duration * s * s * (s - 1);
    const endSlope = s * (3 * s - 2);
    quaternionFromVector(turn, smooth, quaternion);
    rotationFromQuaternion(quaternion, r);
    for (let i = 0; i < shapes[0].length; i += 3) {
      for (let axis = 0; axis < 3; axis++) {
        place[axis] = between(shapes, i + axis, 1 - smooth, smooth, ends);
        rate[axis] = between(shapes, i + axis, -slope, slope, endSlope);
      }
      for (let axis = 0; axis < 3; axis++) {
        const x = r[3 * axis];
        const y = r[3 * axis + 1];
        const z = r[3 * axis + 2];
        arm[axis] = x * place[0] + y * place[1] + z * place[2];
        positions[i + axis] = between(centres, axis, 1 - smooth, smooth, ends) + arm[axis];
        velocities[i + axis] =
          between(centres, axis, -slope, slope, endSlope) + x * rate[0] + y * rate[1] + z * rate[2];
      }
      // The turn: omega x R y.
      velocities[i] += slope * (turn[1] * arm[2] - turn[2] * arm[1]);
      velocities[i + 1] += slope * (turn[2] * arm[0] - turn[0] * arm[2]);
      velocities[i + 2] += slope * (turn[0] * arm[1] - turn[1] * arm[0]);
    }
  }
}

/** A number of the start, of the end and of the velocity at the end, each with its weight. */
function between(
  [start, end, velocity]: readonly [Float64Array, Float64Array, Float64Array],
  k: number,
  startWeight: number,
  endWeight: number,
  velocityWeight: number,
): number {
  return startWeight * start[k] + endWeight * end[k] + velocityWeight * velocity[k];
}
