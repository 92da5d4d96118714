import { quantityText } from '../../base/quantityText.ts';
import type { EntityStats } from '../../frames/EntityStats.ts';
import { newJointReport, type Joint, type MotorDemand } from '../../rigid/joints/Joint.ts';
import type { Joint as JointEntity } from '../../scene/kinds/joint.ts';
import { eulerQuaternion } from '../../scene/poses.ts';
import type { BallJoint } from '../../scene/properties/jointParts.ts';
import type { System } from '../../simulation/System.ts';
import { StepFailure } from '../../solids/StepFailure.ts';
import type { SteppedSystem } from '../../solids/SteppedSystem.ts';
import type { SystemContext } from '../SystemKind.ts';
import { motorCurvesOf, motorOf, restCurvesOf } from './motor.ts';

declare module '../../simulation/System.ts' {
  interface System {
    /** The joint that it is. */
    readonly joint?: JointSystem;
  }
}

/** Gap of a joint that the frame tells, m. */
const OPEN = 1e-3;

/** A joint of the scene: rigid contact moves its bodies, and writes here what it did. */
export class JointSystem implements System, SteppedSystem {
  readonly id: string;
  readonly minSubsteps = 1;
  readonly maxSubsteps: number;
  readonly report = newJointReport();
  private readonly entity: JointEntity;
  private readonly context: SystemContext;
  private mayRetry = false;

  constructor(entity: JointEntity, context: SystemContext) {
    this.id = entity.id;
    this.entity = entity;
    this.context = context;
    this.maxSubsteps = context.scene.quality[context.quality].maxSubsteps;
  }

  get joint(): JointSystem {
    return this;
  }

  /** Ids of what it joins; the second is undefined where that is the world. */
  get ends(): readonly [string, string | undefined] {
    return [this.entity.body, this.entity.to];
  }

  /** Whether it joins what is simulated. */
  get acts(): boolean {
    const { systems } = this.context;
    return this.ends.every((id) => id === undefined || systems.has(id));
  }

  /** The joint between members of rigid contact. */
  between(body: number, to: number | undefined): Joint {
    const { id, type, position, axis, collide, breaking } = this.entity;
    const length = Math.hypot(...axis);
    const common = {
      id,
      type: type.kind,
      first: to,
      second: body,
      position,
      axis: axis.map((part) => part / length),
      touching: collide,
      report: this.report,
      ...(breaking.enabled ? { breaking } : {}),
    };
    if (type.kind === 'weld') return common;
    if (type.kind === 'ball') {
      return {
        ...common,
        ...(type.limits.enabled ? { rotations: type.limits } : {}),
        ...(type.spring.enabled ? this.poseSpring(type.spring) : {}),
      };
    }
    const { limits, spring } = type;
    return {
      ...common,
      ...(limits.enabled ? { range: [limits.from, limits.to] as const } : {}),
      ...(spring.enabled ? { spring } : {}),
      ...(type.motor.enabled ? { motorAt: (time: number, out: MotorDemand) => this.readMotor(time, out) } : {}),
    };
  }

  stepped(): SteppedSystem {
    return this;
  }

  beginInterval(): void {
    const { report } = this;
    report.gap = report.force = report.torque = 0;
    report.breaks = false;
  }

  maxStep(): number {
    return Infinity;
  }

  predict(): void {
    // Rigid contact moves what it joins.
  }

  integratePositions(mayRetry: boolean): void {
    this.mayRetry = mayRetry;
  }

  /** Asks for a shorter substep where what it joins turns too far for it to be closed. */
  integrateVelocities(): void {
    if (this.report.overturned && this.mayRetry) throw new StepFailure(`joint '${this.id}' does not close`, 0);
  }

  commit(): void {
    // As in `predict`.
  }

  rollback(): void {
    // As in `predict`.
  }

  statistics(): EntityStats {
    const { force, torque, gap, broken, value, energy } = this.report;
    const { kind } = this.entity.type;
    const section = {
      force,
      torque,
      gap,
      broken: broken ? 1 : 0,
      ...(kind === 'slider' ? { displacement: value } : kind === 'weld' ? {} : { angle: value }),
    };
    return { volume: 0, energies: { kinetic: 0, elastic: energy, gravity: 0 }, sections: { joint: section } };
  }

  setupWarnings(): readonly string[] {
    if (this.acts) return [];
    const missing = this.ends.filter((id) => id !== undefined && !this.context.systems.has(id));
    return [`joint '${this.id}' does nothing: ${missing.map((id) => `'${id}'`).join(' and ')} is switched off`];
  }

  warnings(): readonly string[] {
    const { report, entity } = this;
    if (!report.breaks) return report.gap > OPEN ? [this.openWarning()] : [];
    const { force, torque } = entity.breaking;
    return [
      `joint '${this.id}' breaks: ${quantityText(report.force, 'N')} of ${quantityText(force, 'N')}, ${quantityText(report.torque, 'N m')} of ${quantityText(torque, 'N m')}`,
    ];
  }

  private openWarning(): string {
    const gap = quantityText(this.report.gap, 'm');
    return `joint '${this.id}' is open by ${gap}: other joints or keys keep its two points apart`;
  }

  /** The spring of a ball joint; it has no rotation of its own where that is the one in which the bodies begin. */
  private poseSpring({ stiffness, damping, rest }: BallJoint['spring']): Pick<Joint, 'spring' | 'restAt'> {
    const spring = { stiffness, damping, rest: 0 };
    if (rest.every((part) => part === 0)) return { spring };
    return { spring, restAt: (time, out) => this.readRest(time, out) };
  }

  private readRest(time: number, out: Float64Array): void {
    const { inputs } = this.context;
    const curves = restCurvesOf(inputs.of(this.entity));
    if (curves === undefined) return;
    eulerQuaternion(inputs.value(curves[0], time), inputs.value(curves[1], time), inputs.value(curves[2], time), out);
  }

  private readMotor(time: number, out: MotorDemand): void {
    const { inputs } = this.context;
    const motor = motorOf(this.entity);
    const curves = motorCurvesOf(inputs.of(this.entity));
    const keepsSpeed = motor.drive === 'speed';
    out.most = motor.most;
    out.speed = keepsSpeed ? inputs.value(curves.speed ?? 0, time) : 0;
    out.value = keepsSpeed ? 0 : inputs.value(curves.target ?? 0, time);
    out.stiffness = keepsSpeed ? 0 : motor.stiffness;
    out.damping = keepsSpeed ? 0 : motor.damping;
  }
}
