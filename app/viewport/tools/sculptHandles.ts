import { Euler, Quaternion, Vector3, type Object3D } from 'three';
import type { Solid } from '../../../src/scene/kinds/solid.ts';
import type { GoalCage, SculptPart } from '../../state/viewStore.ts';
import { EULER_ORDER } from '../engine/placements.ts';
import type { GizmoMode } from '../../entities/ViewportKind.ts';

/** A step of a goal with all of its parameters. */
export interface SculptStep {
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The places of a step's handles, which there are, and what they make of its parameters. */
export interface SculptHandles {
  readonly mode: GizmoMode;
  /** Axes of the solid that have a handle; others would do nothing. */
  readonly axes: readonly Axis[];
  place(object: Object3D): void;
  /** The parameters that the handles change, as they now are. */
  read(object: Object3D): Readonly<Record<string, number>>;
}

type Axis = 'x' | 'y' | 'z';
const AXES: readonly Axis[] = ['x', 'y', 'z'];
const OFFSETS = ['offsetX', 'offsetY', 'offsetZ'] as const;
const CENTRES = ['centreX', 'centreY', 'centreZ'] as const;
/** Digits kept of shares, factors and angles. */
const DIGITS = 4;
/** A bend by less is drawn straight. */
const STRAIGHT = 1e-6;

/** The handles of a step of the goal of a solid; none for steps that have nothing to take hold of. */
export function sculptHandles(
  step: SculptStep,
  part: SculptPart,
  cage: GoalCage,
  transform: Solid['transform'],
): SculptHandles | undefined {
  const body = new Body(cage, transform);
  switch (step.type) {
    case 'stretch':
      return stretchHandles(step, body);
    case 'drag':
      return dragHandles(step, part, body);
    case 'twist':
      return twistHandles(step, body);
    case 'bend':
      return bendHandles(step, body);
    default:
      return undefined;
  }
}

/** The box of a step, and the way between its own axes and the world's. */
class Body {
  readonly half: readonly number[];
  readonly turn: Quaternion;
  private readonly centre: Vector3;
  private readonly position: Vector3;

  constructor({ centre, half }: GoalCage, { position, rotation }: Solid['transform']) {
    this.half = half;
    this.centre = new Vector3(...(centre as [number, number, number]));
    this.position = new Vector3(...position);
    this.turn = new Quaternion().setFromEuler(new Euler(...rotation, EULER_ORDER));
  }

  /** A point by its distances from the middle of the box along its axes, m. */
  toWorld(point: readonly number[]): Vector3 {
    return new Vector3(...(point as [number, number, number]))
      .add(this.centre)
      .applyQuaternion(this.turn)
      .add(this.position);
  }

  fromWorld(point: Vector3): number[] {
    return point.clone().sub(this.position).applyQuaternion(this.turn.clone().invert()).sub(this.centre).toArray();
  }

  put(object: Object3D, point: readonly number[]): void {
    object.position.copy(this.toWorld(point));
    object.quaternion.copy(this.turn);
    object.scale.set(1, 1, 1);
  }

  /** The angle by which an object is turned about an axis of the box, near one that is known. */
  angleOf(object: Object3D, axis: Axis, near: number): number {
    const turned = this.turn.clone().invert().multiply(object.quaternion);
    const angle = 2 * Math.atan2(turned[axis], turned.w);
    return angle + 2 * Math.PI * Math.round((near - angle) / (2 * Math.PI));
  }
}

function stretchHandles({ params }: SculptStep, body: Body): SculptHandles {
  const factors = AXES.map((axis) => numberOf(params, axis));
  return {
    mode: 'scale',
    axes: AXES,
    place: (object) => {
      body.put(object, [0, 0, 0]);
      object.scale.set(factors[0], factors[1], factors[2]);
    },
    read: ({ scale }) => Object.fromEntries(AXES.map((axis) => [axis, limited(scale[axis], 0.05, 20)])),
  };
}

/** Returns the handles of a drag: its end, its start, or the reach of its effect. */
function dragHandles({ params }: SculptStep, part: SculptPart, body: Body): SculptHandles {
  const centre = CENTRES.map((name) => numberOf(params, name));
  const offset = OFFSETS.map((name) => numberOf(params, name));
  const share = (object: Object3D) =>
    body.fromWorld(object.position).map((value, k) => (body.half[k] > 0 ? value / body.half[k] : 0));
  const at = (shares: readonly number[]) => shares.map((value, k) => value * body.half[k]);
  if (part === 'reach') {
    const reach = numberOf(params, 'reach');
    return {
      mode: 'scale',
      axes: AXES,
      place: (object) => {
        body.put(object, at(centre));
        object.scale.setScalar(reach);
      },
      read: ({ scale }) => ({ reach: limited(pulledMost(scale, reach), 0.05, 4) }),
    };
  }
  const names = part === 'centre' ? CENTRES : OFFSETS;
  const from = part === 'centre' ? [0, 0, 0] : centre;
  const most = part === 'centre' ? 2 : 20;
  return {
    mode: 'move',
    axes: AXES,
    place: (object) => body.put(object, at(part === 'centre' ? centre : centre.map((value, k) => value + offset[k]))),
    read: (object) =>
      Object.fromEntries(share(object).map((value, k) => [names[k], limited(value - from[k], -most, most)])),
  };
}

/** A ring about the axis at its upper end, which turns by half of the angle. */
function twistHandles({ params }: SculptStep, body: Body): SculptHandles {
  const axis = axisOf(params, 'axis');
  const half = numberOf(params, 'angle') / 2;
  const end = AXES.map((name, k) => (name === axis ? body.half[k] : 0));
  return {
    mode: 'rotate',
    axes: [axis],
    place: (object) => {
      body.put(object, end);
      turnAbout(object, axis, half);
    },
    read: (object) => ({ angle: limited(2 * body.angleOf(object, axis, half), -20, 20) }),
  };
}

/** A ring across the arc at its end, which turns by half of the angle. */
function bendHandles({ params }: SculptStep, body: Body): SculptHandles {
  const along = AXES.indexOf(axisOf(params, 'along'));
  const wanted = AXES.indexOf(axisOf(params, 'towards'));
  const towards = wanted !== along ? wanted : along === 1 ? 0 : 1;
  const across = 3 - along - towards;
  // From `along` to `towards` a turn about `across` is right-handed or left-handed.
  const hand = (along + 1) % 3 === towards ? 1 : -1;
  const half = numberOf(params, 'angle') / 2;
  const end = [0, 0, 0];
  const straight = Math.abs(half) < STRAIGHT;
  end[along] = straight ? body.half[along] : (body.half[along] * Math.sin(half)) / half;
  end[towards] = straight ? 0 : (body.half[along] * (1 - Math.cos(half))) / half;
  return {
    mode: 'rotate',
    axes: [AXES[across]],
    place: (object) => {
      body.put(object, end);
      turnAbout(object, AXES[across], hand * half);
    },
    read: (object) => ({ angle: limited(2 * hand * body.angleOf(object, AXES[across], hand * half), -6, 6) }),
  };
}

function turnAbout(object: Object3D, axis: Axis, angle: number): void {
  const direction = new Vector3();
  direction[axis] = 1;
  object.quaternion.multiply(new Quaternion().setFromAxisAngle(direction, angle));
}

function pulledMost({ x, y, z }: Vector3, before: number): number {
  return [x, y, z].reduce((most, value) => (Math.abs(value - before) > Math.abs(most - before) ? value : most), before);
}

function numberOf(params: SculptStep['params'], name: string): number {
  const value = params[name];
  return typeof value === 'number' ? value : 0;
}

function axisOf(params: SculptStep['params'], name: string): Axis {
  return AXES.find((axis) => axis === params[name]) ?? 'x';
}

function limited(value: number, min: number, max: number): number {
  return Number(Math.min(max, Math.max(min, value)).toFixed(DIGITS));
}
