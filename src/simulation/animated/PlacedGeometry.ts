import { sourceTime, type AnimationClock, type BindTiming } from '../../scene/animationTime.ts';
import { eulerQuaternion } from '../../scene/poses.ts';
import { rotationFromQuaternion } from '../../math/quaternions.ts';
import { BindMotion } from './BindMotion.ts';
import type { GeometrySample, SampledGeometry } from './SampledGeometry.ts';

/** The place, the turn and the size of geometry in the shot. */
interface Placement {
  /** m. */
  readonly position: readonly number[];
  /** Euler angles about x, y, z, rad. */
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
}

/** Times at which geometry is asked for, and how it comes from its bind pose to the first frame where it does. */
interface PlacedTimes {
  readonly clock: AnimationClock;
  readonly bind?: BindTiming | undefined;
}

/** Geometry in the shot: x_world = A x_source + position at source times that follow from those of the shot; velocities are A v_source times the rate of the clock. */
export class PlacedGeometry {
  private readonly geometry: SampledGeometry;
  private readonly clock: AnimationClock;
  private readonly position: readonly number[];
  /** Row-major: rotation, scale, unit and axes together. */
  private readonly matrix: Float64Array;
  private readonly bind: BindTiming | undefined;
  /** Made where it is first asked for. */
  private bindMotion: BindMotion | undefined;

  constructor(geometry: SampledGeometry, { clock, bind }: PlacedTimes, { position, rotation, scale }: Placement) {
    this.geometry = geometry;
    this.clock = clock;
    this.bind = bind;
    this.position = position;
    this.matrix = placementMatrix(geometry, rotation, scale);
  }

  /** Returns the time in the source at `time`, s since the first frame, where no bind pose is left. */
  sourceTimeAt(time: number): number {
    return sourceTime(this.clock, time);
  }

  /** Writes positions, m, and velocities, m/s, at `time`, s since the first frame; the sample that they were made of is returned. */
  writeAt(time: number, positions: Float64Array, velocities: Float64Array): GeometrySample {
    const { clock, bind } = this;
    const moves = time >= 0 || clock.playsBefore || bind !== undefined;
    const sample = this.writeSample(sourceTime(clock, time), moves ? clock.rate : 0, positions, velocities);
    if (time >= 0 || bind === undefined) return sample;
    this.bindMotion ??= this.motionFrom(bind, positions, velocities);
    this.bindMotion.writeAt(1 + time / bind.duration, positions, velocities);
    return sample;
  }

  /** How it comes from its bind pose to `positions` with `velocities`, which are those of the first frame. */
  private motionFrom(bind: BindTiming, positions: Float64Array, velocities: Float64Array): BindMotion {
    const pose = new Float64Array(positions.length);
    this.writeSample(bind.sourceTime, 0, pose, new Float64Array(positions.length));
    return new BindMotion(pose, positions.slice(), velocities.slice(), bind.duration);
  }

  private writeSample(at: number, rate: number, positions: Float64Array, velocities: Float64Array): GeometrySample {
    const { matrix: m, position, geometry } = this;
    const sample = geometry.sample(at);
    const { positions: x, velocities: v } = sample;
    const length = Math.min(x.length, positions.length);
    for (let i = 0; i < length; i += 3) {
      for (let axis = 0; axis < 3; axis++) {
        const row = 3 * axis;
        positions[i + axis] = m[row] * x[i] + m[row + 1] * x[i + 1] + m[row + 2] * x[i + 2] + position[axis];
        velocities[i + axis] = rate * (m[row] * v[i] + m[row + 1] * v[i + 1] + m[row + 2] * v[i + 2]);
      }
    }
    return sample;
  }
}

/** R diag(scale) unit U, where U turns the up axis of the source to y: (x, y, z) -> (x, z, -y) for z. */
function placementMatrix(
  { metresPerUnit, upAxis }: SampledGeometry,
  [a, b, c]: readonly number[],
  scale: readonly number[],
): Float64Array {
  const quaternion = new Float64Array(4);
  const rotation = new Float64Array(9);
  eulerQuaternion(a, b, c, quaternion);
  rotationFromQuaternion(quaternion, rotation);
  const matrix = new Float64Array(9);
  for (let row = 0; row < 9; row += 3) {
    const [x, y, z] = [0, 1, 2].map((axis) => metresPerUnit * scale[axis] * rotation[row + axis]);
    matrix[row] = x;
    matrix[row + 1] = upAxis === 'z' ? 0 - z : y;
    matrix[row + 2] = upAxis === 'z' ? y : z;
  }
  return matrix;
}
