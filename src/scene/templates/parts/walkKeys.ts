import type { Curve } from '../../keyable.ts';
import { SHIN, THIGH } from './figureBodies.ts';
import { smoothCurve } from './smoothCurve.ts';

/** Frames of a step, and between two keys. */
const STEP = 12;
const BETWEEN = 3;
/** Frames before the first step, and after the last. */
const STANDING = 13;
const STOPPED = 12;
/** Length of a step, m: from a foot to where the other one is put. */
const LENGTH = 0.4;
/** How far a foot is lifted, m. */
const LIFT = 0.1;
/** Height of the hips over the ankles while both feet stand, and how much higher they are in the middle of a step, m. */
const HEIGHT = 0.785;
const BOB = 0.012;
/** Share of a straight leg that both legs have once it has stopped. */
const STOOD = 0.998;
/** Largest angles of arms and elbows, and how far the chest leans, rad. */
const ARM = 0.35;
const ELBOW = 0.4;
const LEAN = 0.06;
/** How far the chest turns against the hips, towards the leg behind; the head turns back by as much. */
const TWIST = 0.18;

/** The keyed walk of a figure: the path of its root from where a straight figure stands, m, and target angles by the ids of bodies, rad: about x, and of the trunk about y. */
export interface WalkKeys {
  readonly height: Curve;
  readonly way: Curve;
  readonly angles: ReadonlyMap<string, Curve>;
  readonly twists: ReadonlyMap<string, Curve>;
}

/** A pose: height and way of the root, and where the ankles are: ahead of the start, and over the ground, m. */
interface Pose {
  readonly height: number;
  readonly way: number;
  readonly left: readonly [ahead: number, lift: number];
  readonly right: readonly [ahead: number, lift: number];
  /** How far it walks, 0 to 1, and how far the left leg is before the right one, -1 to 1. */
  readonly walks: number;
  readonly stride: number;
}

/** A figure that stands, walks along z for as long as there are frames, and stands again. Its feet stand still while they are down. */
export function walkKeys(frames: number): WalkKeys {
  const steps = Math.max(0, Math.floor((frames - STANDING - STOPPED) / STEP));
  const walked = STANDING + STEP * steps;
  const at = Array.from({ length: (walked + STOPPED - 1) / BETWEEN + 1 }, (_, k) => 1 + BETWEEN * k);
  const poses = at.map((frame) => {
    const pose = poseAt((frame - STANDING) / STEP, steps);
    // It begins with straight legs, and stands with all but straight ones in the end.
    const sunk = ease((frame - 1) / (STANDING - 1));
    const risen = ease((frame - walked) / STOPPED);
    return { ...pose, height: mix(mix(THIGH + SHIN, pose.height, sunk), STOOD * (THIGH + SHIN), risen) };
  });
  const curve = (value: (pose: Pose) => number) => smoothCurve(at, poses.map(value));
  const angles = new Map<string, Curve>();
  for (const side of ['left', 'right'] as const) {
    const way = side === 'left' ? 1 : -1;
    const leg = poses.map((pose) => legAngles(pose[side][0] - pose.way, pose.height - pose[side][1]));
    angles.set(
      `${side}-thigh`,
      smoothCurve(
        at,
        leg.map(([thigh]) => thigh),
      ),
    );
    angles.set(
      `${side}-shin`,
      smoothCurve(
        at,
        leg.map(([, knee]) => knee),
      ),
    );
    angles.set(
      `${side}-foot`,
      smoothCurve(
        at,
        leg.map(([thigh, knee]) => -thigh - knee),
      ),
    );
    angles.set(
      `${side}-arm`,
      curve(({ stride }) => way * ARM * stride),
    );
    angles.set(
      `${side}-forearm`,
      curve(({ walks }) => -ELBOW * walks),
    );
  }
  angles.set(
    'chest',
    curve(({ walks }) => LEAN * walks),
  );
  const twists = new Map([
    ['chest', curve(({ stride }) => TWIST * stride)],
    ['head', curve(({ stride }) => -TWIST * stride)],
  ]);
  return {
    twists,
    height: curve(({ height }) => height - THIGH - SHIN),
    way: curve(({ way }) => way),
    angles,
  };
}

/** The pose `step` steps after the first begins, of so many; the left foot goes first, and the last step puts a foot beside the other. */
function poseAt(step: number, steps: number): Pose {
  const foot = (k: number): number => (k < 0 ? 0 : k === steps - 1 ? foot(k - 1) : LENGTH * (k + 0.5));
  const root = (k: number) => (foot(k) + foot(k - 1)) / 2;
  const k = Math.min(Math.max(0, Math.floor(step)), Math.max(0, steps - 1));
  const t = Math.min(1, Math.max(0, step - k));
  const eased = ease(t);
  const wave = Math.sin(Math.PI * t) ** 2;
  const swung = [mix(foot(k - 2), foot(k), eased), LIFT * wave] as const;
  const standing = [foot(k - 1), 0] as const;
  const [left, right] = k % 2 === 0 ? [swung, standing] : [standing, swung];
  const walks = k === 0 ? eased : k === steps - 1 ? 1 - eased : 1;
  return {
    height: HEIGHT + BOB * wave,
    way: mix(root(k - 1), root(k), t),
    left,
    right,
    walks,
    stride: (left[0] - right[0]) / LENGTH,
  };
}

/** Goes from 0 to 1 with a slope of 0 at both ends. */
function ease(t: number): number {
  const within = Math.min(1, Math.max(0, t));
  return within * within * (3 - 2 * within);
}

const mix = (from: number, to: number, t: number) => from + t * (to - from);

/** Angles of thigh and knee, rad, by which the ankle is `ahead` of the hip and `below` it, m. Positive ones turn what hangs down backwards. */
function legAngles(ahead: number, below: number): readonly [thigh: number, knee: number] {
  const length = Math.min(Math.hypot(ahead, below), THIGH + SHIN);
  const knee = Math.acos((length ** 2 - THIGH ** 2 - SHIN ** 2) / (2 * THIGH * SHIN));
  const thighToLeg = Math.atan2(SHIN * Math.sin(knee), THIGH + SHIN * Math.cos(knee));
  return [-Math.atan2(ahead, below) - thighToLeg, knee];
}
