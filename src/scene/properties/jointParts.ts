import { z } from 'zod';
import { quantity, type QuantityInfo } from '../../base/quantities.ts';
import { keyable, keyableVector } from '../keyable.ts';
import { marked, switched } from '../marks.ts';

/** What limits, motors and springs of a joint are about. */
interface Axial {
  /** `angle` and `displacement` in sentences. */
  readonly value: string;
  /** Units of the value, of its speed and of what drives it. */
  readonly unit: string;
  readonly speed: string;
  readonly load: string;
  readonly loadName: string;
  /** Largest and usual value, and what new motors do. */
  readonly most: number;
  readonly soft: number;
  readonly usualSpeed: number;
}

const about: Axial = {
  value: 'angle',
  unit: 'rad',
  speed: 'rad/s',
  load: 'N m',
  loadName: 'torque',
  most: 100 * Math.PI,
  soft: Math.PI,
  usualSpeed: 2,
};
const along: Axial = {
  value: 'displacement',
  unit: 'm',
  speed: 'm/s',
  load: 'N',
  loadName: 'force',
  most: 1e4,
  soft: 2,
  usualSpeed: 0.5,
};

const LARGEST_LOAD = 1e12;

function enabled(label: string, help: string) {
  return z.boolean().default(false).meta({ label, help });
}

function stiffness({ load, unit, loadName, value }: Axial, usual: number): QuantityInfo {
  return {
    unit: `${load}/${unit}`,
    label: 'stiffness',
    help: `${sentence(loadName)} per ${value} towards the target. Under a load it stays away from it by the load divided by the stiffness.`,
    symbol: 'k_p',
    min: 0,
    max: LARGEST_LOAD,
    softMax: 10 * usual,
    default: usual,
  };
}

function damping({ load, unit, loadName }: Axial, usual: number): QuantityInfo {
  return {
    unit: `${load} s/${unit}`,
    label: 'damping',
    help: `${sentence(loadName)} per speed against the motion. Larger values oscillate less and follow more slowly.`,
    symbol: 'k_d',
    min: 0,
    max: LARGEST_LOAD,
    softMax: 10 * usual,
    default: usual,
  };
}

function sentence(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Least and largest value that the joint may reach. */
function range({ value, unit, most, soft }: Axial) {
  const bound = (label: string, which: string, usual: number) =>
    quantity({
      unit,
      label,
      help: `${which} ${value} of the joint; 0 is where the bodies begin.`,
      min: -most,
      max: most,
      softMin: -soft,
      softMax: soft,
      default: usual,
    });
  return switched(
    z.strictObject({
      enabled: enabled('limits on', `Keeps the ${value} within a range.`),
      from: bound('from', 'Least', -soft / 2),
      to: bound('to', 'Largest', soft / 2),
    }),
  ).prefault({});
}

function springMembers(axis: Axial) {
  return {
    enabled: enabled('spring on', `Pulls the joint towards its rest ${axis.value} with a damped spring.`),
    stiffness: quantity({ ...stiffness(axis, 100), min: 1e-6 }),
    damping: quantity(damping(axis, 10)),
  };
}

function spring(axis: Axial) {
  const { value, unit, most, soft } = axis;
  return switched(
    z.strictObject({
      ...springMembers(axis),
      rest: quantity({
        unit,
        label: `rest ${value}`,
        help: `${sentence(value)} at which the spring is at rest; 0 is where the bodies begin.`,
        min: -most,
        max: most,
        softMin: -soft,
        softMax: soft,
        default: 0,
      }),
    }),
  ).prefault({});
}

/** Counts where the motor keeps what `drive` says. */
function driving<S extends z.ZodType>(drive: 'speed' | 'position', schema: S): S {
  return marked(schema, {
    counts: (value, siblings) => ((siblings as { readonly drive?: unknown }).drive === drive ? value : undefined),
  });
}

function motor(axis: Axial) {
  const { value, unit, speed, load, loadName, most, soft, usualSpeed } = axis;
  return switched(
    z.strictObject({
      enabled: enabled('motor on', `Drives the joint to a speed or to a ${value}, with a limited ${loadName}.`),
      drive: z
        .enum(['speed', 'position'])
        .default('speed')
        .meta({
          label: 'drive to',
          help: `Speed keeps a speed; position pulls towards a target ${value} with a damped spring.`,
        }),
      speed: driving(
        'speed',
        keyable({
          unit: speed,
          label: 'speed',
          help: `Speed that the motor keeps as far as its largest ${loadName} allows. Positive turns the body about the axis by the right-hand rule, or moves it along.`,
          min: -1e4,
          max: 1e4,
          softMin: -10 * usualSpeed,
          softMax: 10 * usualSpeed,
          default: usualSpeed,
        }),
      ),
      target: driving(
        'position',
        keyable({
          unit,
          label: `target ${value}`,
          help: `${sentence(value)} that the motor pulls to; 0 is where the bodies begin.`,
          min: -most,
          max: most,
          softMin: -soft,
          softMax: soft,
          default: 0,
        }),
      ),
      stiffness: driving('position', quantity({ ...stiffness(axis, 1000), min: 1e-6 })),
      damping: driving('position', quantity(damping(axis, 100))),
      most: quantity({
        unit: load,
        label: `largest ${loadName}`,
        help: `Largest ${loadName} of the motor. Where it does not suffice, the joint is slower or stays away from its target.`,
        min: 1e-9,
        max: LARGEST_LOAD,
        softMax: 1e4,
        default: 1000,
      }),
    }),
  ).prefault({});
}

const fixed = z.strictObject({ kind: z.literal('weld') });

/** A rotation that is 0 and not keyed is that where the bodies begin. */
function ofTurned(value: unknown): unknown {
  return (value as readonly unknown[]).every((part) => part === 0) ? undefined : value;
}

const ball = z.strictObject({
  kind: z.literal('ball'),
  limits: switched(
    z.strictObject({
      enabled: enabled('limits on', 'Keeps the axis within a cone, and the rotation about it within a range.'),
      cone: quantity({
        unit: 'rad',
        label: 'cone',
        help: 'Largest angle of the axis from where it is at the first frame.',
        min: 0.01,
        max: 3,
        default: Math.PI / 4,
      }),
      twist: quantity({
        unit: 'rad',
        label: 'twist',
        help: 'Largest rotation about the axis, either way.',
        min: 0.01,
        max: 3,
        default: Math.PI / 4,
      }),
    }),
  ).prefault({}),
  spring: switched(
    z.strictObject({
      ...springMembers(about),
      rest: marked(
        keyableVector(
          {
            unit: 'rad',
            label: 'rest rotation',
            help: 'Rotation at which the spring is at rest, about the world axes x, then y, then z at the first frame; 0 is where the bodies begin. It turns with the body that the joint joins to. Keyed, it is a pose that the joint follows.',
            softMin: -Math.PI,
            softMax: Math.PI,
          },
          [0, 0, 0],
        ),
        { counts: ofTurned },
      ),
    }),
  ).prefault({}),
});

const hinge = z.strictObject({
  kind: z.literal('hinge'),
  limits: range(about),
  motor: motor(about),
  spring: spring(about),
});
const slider = z.strictObject({
  kind: z.literal('slider'),
  limits: range(along),
  motor: motor(along),
  spring: spring(along),
});

/** Which relative motions a joint leaves, and what acts on these. */
export const jointType = z.discriminatedUnion('kind', [fixed, ball, hinge, slider]).meta({
  label: 'type',
  help: 'Weld leaves no motion, ball all rotations, hinge the rotation about the axis, slider the displacement along the axis.',
});
export type JointType = z.output<typeof jointType>;
export type BallJoint = Extract<JointType, { kind: 'ball' }>;
export type AxialJoint = Extract<JointType, { kind: 'hinge' | 'slider' }>;

/** Loads above which a joint breaks permanently. */
export const breaking = switched(
  z.strictObject({
    enabled: enabled('breaking', 'Lets the joint break permanently under a load that is too large.'),
    force: quantity({
      unit: 'N',
      label: 'force',
      help: 'Force between the bodies above which the joint breaks: the mean over 1/240 s.',
      min: 0,
      max: LARGEST_LOAD,
      softMax: 1e5,
      default: 1000,
    }),
    torque: quantity({
      unit: 'N m',
      label: 'torque',
      help: 'Torque between the bodies about the joint above which it breaks: the mean over 1/240 s, with that of limits, motor and spring.',
      min: 0,
      max: LARGEST_LOAD,
      softMax: 1e5,
      default: 1000,
    }),
  }),
).prefault({});
