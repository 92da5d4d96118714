import { SystemState } from '../../../src/base/state/SystemState.ts';
import type { KeyedInputs } from '../../../src/simulation/keyed/KeyedInputs.ts';
import { isKind } from '../../../src/scene/Scene.ts';
import type { Interaction, SystemInteraction } from '../../../src/simulation/Interaction.ts';
import type { MassPoints } from '../../../src/simulation/MassPoints.ts';
import type { System } from '../../../src/simulation/System.ts';
import type { InteractionKind } from '../../../src/systems/InteractionKind.ts';
import type { Tether } from './tether.scene.ts';

/** Share of the period of the spring, over 2 pi, that a substep may last. */
const SHARE = 0.05;

/** A spring between the centres of mass of two systems, whose force acts on all points of each as gravity does. */
class TetherInteraction implements SystemInteraction, Interaction {
  readonly joins: readonly string[];
  readonly state: SystemState;
  /** 1 once it is broken. */
  private readonly broken = new Uint8Array(1);
  /** The vector between the two centres, m. */
  private readonly span = new Float64Array(3);
  private start = 0;

  constructor(
    private readonly tether: Tether,
    private readonly inputs: KeyedInputs,
    private readonly systems: readonly [System, System],
  ) {
    this.joins = systems.map(({ id }) => id);
    this.state = new SystemState().array('broken', this.broken);
  }

  acting(): Interaction {
    return this;
  }

  maxStep(start: number): number {
    this.start = start;
    const [a, b] = this.points().map(({ masses }) => sum(masses));
    const stiffness = this.stiffnessAt(start);
    return stiffness > 0 ? SHARE * Math.sqrt((a * b) / (a + b) / stiffness) : Infinity;
  }

  after(dt: number): void {
    const [one, other] = this.points();
    this.measure(one.nextPositions, other.nextPositions);
    if (Math.hypot(...this.span) > this.tether.strength) this.broken[0] = 1;
    const impulse = dt * this.stiffnessAt(this.start + dt);
    push(one, this.span, impulse);
    push(other, this.span, -impulse);
  }

  energies(time: number) {
    const [one, other] = this.points();
    this.measure(one.positions, other.positions);
    return { kinetic: 0, elastic: 0.5 * this.stiffnessAt(time) * Math.hypot(...this.span) ** 2, gravity: 0 };
  }

  private points(): [MassPoints, MassPoints] {
    return this.systems.map(({ points }) => points) as [MassPoints, MassPoints];
  }

  private stiffnessAt(time: number): number {
    const { inputs, tether, broken } = this;
    return broken[0] === 1 ? 0 : inputs.value(inputs.of(tether).stiffness, time);
  }

  private measure(from: Float64Array, to: Float64Array): void {
    const [one, other] = this.points();
    for (let axis = 0; axis < 3; axis++) {
      this.span[axis] = centre(other.masses, to, axis) - centre(one.masses, from, axis);
    }
  }
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

function centre(masses: Float64Array, positions: Float64Array, axis: number): number {
  return masses.reduce((total, mass, point) => total + mass * positions[3 * point + axis], 0) / sum(masses);
}

/** Shares an impulse, `factor` times `direction`, N s, among the free points of a system by their masses. */
function push({ masses, constrained, nextVelocity }: MassPoints, direction: Float64Array, factor: number): void {
  const mass = sum(masses);
  for (let point = 0; point < masses.length; point++) {
    if (constrained[point] !== 0) continue;
    for (let axis = 0; axis < 3; axis++) nextVelocity[3 * point + axis] += (factor / mass) * direction[axis];
  }
}

const kind: InteractionKind = {
  type: 'tether',
  between: ({ scene, inputs, systems }) =>
    scene.entities
      .filter(isKind('tether'))
      .filter(({ enabled }) => enabled)
      .flatMap((tether) => {
        const [one, other] = [systems.get(tether.from), systems.get(tether.to)];
        // What is switched off, or at rest by itself, is not pulled.
        if (one?.points === undefined || other?.points === undefined) return [];
        return [new TetherInteraction(tether, inputs, [one, other])];
      }),
};

export default kind;
