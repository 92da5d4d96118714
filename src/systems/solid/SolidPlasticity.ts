import type { SystemState } from '../../base/state/SystemState.ts';
import type { DeclaredAttribute } from '../../frames/AttributeDisplay.ts';
import type { StatisticsSections } from '../../scene/statistics/statistic.ts';
import { withValues } from '../../frames/makeStreams.ts';
import type { Attribute } from '../../frames/Stream.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { packedDistance } from '../../plasticity/goalRule.ts';
import { plasticGoal, type PlasticGoal } from '../../plasticity/PlasticGoal.ts';
import type { PlasticBody } from '../../plasticity/PlasticBody.ts';
import { PlasticFlow } from '../../plasticity/PlasticFlow.ts';
import { PACKED } from '../../plasticity/packedSymmetric.ts';
import { yieldLaws } from '../../plasticity/YieldLaw.ts';
import { type Plasticity, stretchLimitFor } from '../../scene/properties/plasticity.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { paintedValues } from '../../scene/painting/PaintedPoints.ts';
import { elementQuadrature } from '../../solids/elementQuadrature.ts';
import type { ElementQuadrature } from '../../solids/quadraturePoints.ts';
import { waveFrequencySquares } from '../../solids/waveFrequency.ts';
import type { PlasticPass } from '../../solids/SolidInput.ts';
import type { SolidBodyInput, SolidOperators } from '../../solids/SolidOperators.ts';
import { goalDistance, plasticStrain, vonMisesStress } from '../../simulation/bodyAttributes.ts';
import type { AnimatedShape } from '../../simulation/goals/AnimatedShape.ts';
import { formulaGoal } from '../../simulation/goals/formulaGoal.ts';
import type { KeyedInputs } from '../../simulation/keyed/KeyedInputs.ts';
import { placePoints } from '../../simulation/rest/placement.ts';

/** |det F_p - 1| above which something is wrong where flow keeps the volume. */
const VOLUME_DRIFT = 1e-6;
/** Logarithmic strain of a goal that nothing presses: rounding. */
const UNPRESSED = 1e-9;
/** Rate of a pull with a half-time of one second, 1/s. */
const HALVING = Math.LN2;

export interface SolidPlasticityInput {
  readonly solid: Solid;
  readonly plasticity: Plasticity;
  /** Mesh in the solid's own frame, scaled. */
  readonly volume: VolumeMesh;
  /** xyz per volume vertex in the frame that strokes are painted in, m. */
  readonly ownPositions: Float64Array;
  readonly body: SolidBodyInput;
  readonly operators: SolidOperators;
  readonly inputs: KeyedInputs;
  /** Positions of the vertices of `volume` in the goal, in its frame, where that is a mesh. */
  readonly goal: Float64Array | undefined;
  /** The shape that the goal is at each frame, and the time at which the solid begins, s, where it follows an animation. */
  readonly animated: { readonly shape: AnimatedShape; readonly start: number } | undefined;
}

/** The plastic flow of one solid of a shot: what the integrator asks for after every substep, and what frames show of it. */
export class SolidPlasticity implements PlasticPass {
  private readonly flow: PlasticFlow;
  private readonly quadrature: ElementQuadrature;
  private readonly input: SolidPlasticityInput;
  private readonly goalAt: ((positions: Float64Array) => PlasticGoal) | undefined;
  /** Positions of the vertices in a goal that follows an animation, and the time that they are of, s. */
  private readonly followed: Float64Array;
  private followedTime = NaN;

  /** Throws `document-invalid` for parameters that the law refuses. */
  constructor(input: SolidPlasticityInput) {
    const { plasticity, body, operators } = input;
    this.input = input;
    this.quadrature = elementQuadrature(body);
    const { verticesPerElement, pointsPerElement, gradients } = this.quadrature;
    const law = yieldLaws.get(plasticity.law).create(plasticity.params);
    const plasticBody: PlasticBody = {
      elements: body.elements,
      verticesPerElement,
      pointsPerElement,
      gradients,
      frequencySquares: waveFrequencySquares(this.quadrature, body),
    };
    this.followed = new Float64Array(input.animated === undefined ? 0 : input.volume.mesh.positions.length);
    this.goalAt = goalMaker(input, plasticBody, law.deviatoric);
    const goal = this.goalAt?.(this.goalPositions());
    this.flow = new PlasticFlow({ body: plasticBody, operators, law, stretchLimit: plasticity.stretchLimit, goal });
  }

  /** Norm of the logarithmic strain at which an element that has not flowed does. */
  get yieldStrain(): number {
    return this.flow.yieldStrain;
  }

  get frequencyFactor(): number {
    return this.flow.frequencyFactor;
  }

  /** Makes the goal that of the frame at `time`, s, where it follows an animation. */
  followGoal(time: number): void {
    const { animated } = this.input;
    if (animated === undefined || this.goalAt === undefined || time === this.followedTime) return;
    animated.shape.positionsAt(time, this.followed);
    this.flow.moveGoal(this.goalAt(this.followed));
    this.followedTime = time;
  }

  /** Positions of the vertices in the goal where the solid begins, in world axes, m. */
  private goalPositions(): Float64Array {
    const { solid, plasticity, volume, goal, animated } = this.input;
    if (animated !== undefined) {
      animated.shape.positionsAt(animated.start, this.followed);
      this.followedTime = animated.start;
      return this.followed;
    }
    const own = formulaGoal(plasticity.goal!.shape, volume.mesh.positions) ?? goal;
    if (own === undefined) throw new Error(`the goal of '${solid.id}' was not prepared`);
    return placePoints(own, solid.transform);
  }

  advance(positions: Float64Array, dt: number, time: number): boolean {
    const { solid, inputs } = this.input;
    const pull = inputs.of(solid).plasticity?.goal?.pull;
    const halvings = pull === undefined ? 0 : inputs.value(pull, time - dt / 2);
    return this.flow.flow(positions, dt, HALVING * halvings);
  }

  /** What every point that has flowed has come to. */
  get state(): SystemState {
    return this.flow.state;
  }

  /** The attributes that `fields` gives. */
  get attributes(): readonly DeclaredAttribute[] {
    const own = [plasticStrain, vonMisesStress];
    return this.flow.goal === undefined ? own : [...own, goalDistance];
  }

  /** Values per element; those of a hexahedron are means over its points. `strength` multiplies the elastic stress. */
  fields(strength: number): Attribute[] {
    const { strain, goal } = this.flow;
    const fields = [
      this.field(plasticStrain, (q) => packedDistance(strain, PACKED * q)),
      this.field(vonMisesStress, this.vonMises(strength)),
    ];
    if (goal === undefined) return fields;
    return [...fields, this.field(goalDistance, (q) => distanceToGoal(this.flow, goal, q))];
  }

  /** |log F_p| of the first quadrature point of an element. */
  strainAt(element: number): number {
    return packedDistance(this.flow.strain, PACKED * element * this.quadrature.pointsPerElement);
  }

  /** F_p^-1 of all points, packed. */
  get inverse(): Float64Array {
    return this.flow.inverse;
  }

  /** What the frame's numbers say of the flow. */
  statistics(): StatisticsSections['plasticity'] {
    const { strain, goal } = this.flow;
    const { weights } = this.quadrature;
    let largest = 0;
    let sum = 0;
    let distance = 0;
    let volume = 0;
    for (let q = 0; q < weights.length; q++) {
      const norm = packedDistance(strain, PACKED * q);
      largest = Math.max(largest, norm);
      sum += weights[q] * norm;
      volume += weights[q];
      if (goal !== undefined) distance += weights[q] * distanceToGoal(this.flow, goal, q);
    }
    return {
      largestStrain: largest,
      meanStrain: sum / volume,
      pointsAtLimit: this.flow.countAtLimit(),
      ...(goal !== undefined && { goalDistance: distance / volume }),
    };
  }

  /** What the user should know. `first`: of the first frame, which tells about the goal. */
  warnings(first: boolean): string[] {
    const { solid, plasticity } = this.input;
    const { goal } = this.flow;
    const found: string[] = [];
    const name = `solid '${solid.id}'`;
    const points = this.flow.countAtLimit();
    if (points > 0) {
      found.push(
        `${name}: ${points} of ${this.flow.hardening.length} elements are at the stretch limit of ${plasticity.stretchLimit} ` +
          'and do not flow further in that direction; increase it, or the yield strain',
      );
    }
    const drift = this.flow.volumeDrift();
    if (this.flow.keepsVolume && drift > VOLUME_DRIFT) {
      found.push(
        `${name}: plastic flow changed the volume of an element by ${drift.toExponential(1)}; increase the minimum substeps`,
      );
    }
    if (!first || goal === undefined) return found;
    const { shape } = plasticity.goal ?? {};
    if (shape?.kind === 'pressed' && goal.logs.every((value) => Math.abs(value) < UNPRESSED)) {
      found.push(
        `${name}: its goal has no imprint, since '${shape.collider}' does not reach the solid by frame ${shape.frame}; choose another frame`,
      );
    }
    if (goal.clamped > 0) {
      found.push(
        `${name}: ${goal.clamped} elements of the goal are stretched beyond the limit of ${plasticity.stretchLimit}, and are clamped to it; ` +
          `make the goal more like the body${raisedLimit(goal.largestStretch)}`,
      );
    }
    if (goal.inverted > 0) {
      found.push(
        `${name}: ${goal.inverted} elements of the goal are inverted and have no effect; smooth the goal there`,
      );
    }
    if (goal.noisy > 0) {
      found.push(
        `${name}: ${goal.noisy} elements of the goal are stretched very differently from their neighbours, which loses volume; smooth the goal`,
      );
    }
    return found;
  }

  private vonMises(strength: number): (q: number) => number {
    const { body, operators } = this.input;
    const { singularValues } = operators;
    const { pointsPerElement } = this.quadrature;
    const stretch = new Float64Array(3);
    const stress = new Float64Array(3);
    return (q) => {
      for (let k = 0; k < 3; k++) stretch[k] = singularValues[3 * q + k];
      const { models, elementModel } = body;
      models[elementModel?.[Math.floor(q / pointsPerElement)] ?? 0].principalStress(stretch, stress);
      const ratio = Math.max(Math.abs(stretch[0] * stretch[1] * stretch[2]), LEAST_VOLUME_RATIO);
      const [a, b, c] = stress.map((value, k) => (strength * value * stretch[k]) / ratio);
      return Math.sqrt(((a - b) ** 2 + (b - c) ** 2 + (c - a) ** 2) / 2);
    };
  }

  private field(attribute: DeclaredAttribute, valueAt: (point: number) => number): Attribute {
    const { pointsPerElement, weights } = this.quadrature;
    const values = new Float32Array(weights.length / pointsPerElement);
    for (let element = 0; element < values.length; element++) {
      let sum = 0;
      for (let k = 0; k < pointsPerElement; k++) sum += valueAt(pointsPerElement * element + k);
      values[element] = sum / pointsPerElement;
    }
    return withValues(attribute, values);
  }
}

/** Elements crushed to less than this share of their volume show the stress that they would have at it. */
const LEAST_VOLUME_RATIO = 0.01;

/** |G - L|: 0 for points without a goal. */
function distanceToGoal({ strain }: PlasticFlow, goal: PlasticGoal, q: number): number {
  return goal.has[q] === 0 ? 0 : packedDistance(strain, PACKED * q, goal.logs);
}

/** What makes the goal of a solid of the positions of its vertices there, in world axes, m; undefined where it has none. */
function goalMaker(
  input: SolidPlasticityInput,
  body: PlasticBody,
  deviatoric: boolean,
): ((positions: Float64Array) => PlasticGoal) | undefined {
  const { goal, stretchLimit } = input.plasticity;
  if (goal === undefined) return undefined;
  const { guidance, smoothing } = goal;
  const strengths = goalStrengths(input, goal.strength, goal.paintedStrength, body);
  const strengthOf = (element: number) => strengths[element];
  return (positions) => plasticGoal({ body, positions, stretchLimit, deviatoric, strengthOf, guidance, smoothing });
}

type Goal = NonNullable<Plasticity['goal']>;

/** Goal strength per element: painted values at the centroids times the strength of all. */
function goalStrengths(
  { ownPositions }: SolidPlasticityInput,
  strength: number,
  painted: Goal['paintedStrength'],
  { elements, verticesPerElement: size }: PlasticBody,
): Float64Array {
  const count = elements.length / size;
  const values = new Float64Array(count).fill(strength);
  if (painted === undefined) return values;
  const centroids = new Float64Array(3 * count);
  for (let k = 0; k < elements.length; k++) {
    const at = 3 * Math.floor(k / size);
    for (let axis = 0; axis < 3; axis++) centroids[at + axis] += ownPositions[3 * elements[k] + axis] / size;
  }
  return paintedValues(painted, centroids, new Float64Array(count)).map((value) => value * strength);
}

/** The stretch limit that a goal stays within, as advice; nothing where there is none. */
function raisedLimit(largestStretch: number): string {
  const enough = stretchLimitFor(largestStretch);
  return enough === undefined ? '' : `, or increase the stretch limit to ${enough}`;
}
