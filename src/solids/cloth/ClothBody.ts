import type { ContactCollider } from '../../collision/contactCollider.ts';
import { ObjectContact } from '../../collision/objectContact.ts';
import { meanEdge } from '../../geometry/meanEdge.ts';
import { hypot3 } from '../../math/hypot3.ts';
import { DeformableBody, type DeformableBodyParts, motionState } from '../DeformableBody.ts';
import type { EmbeddedVertices } from '../EmbeddedVertices.ts';
import type { NodeTargets } from '../NodeTargets.ts';
import { DirectSolve } from '../implicit/DirectSolve.ts';
import { CarriedForce } from '../terms/CarriedForce.ts';
import { ContactTerm } from '../terms/ContactTerm.ts';
import { MotionLimit } from '../terms/MotionLimit.ts';
import { TargetTerm } from '../terms/TargetTerm.ts';
import type { Term } from '../terms/Term.ts';
import { WeightTerm } from '../terms/WeightTerm.ts';
import { type SchemeBody, timeSchemes } from '../TimeScheme.ts';
import type { SolveSettings } from '../VelocityOperators.ts';
import { ClothOperators, FACTOR_SIZE, factorElements } from './ClothOperators.ts';
import { type ShellElasticInput, ShellElasticTerm } from './ShellElasticTerm.ts';
import type { ShellInput } from './ShellInput.ts';
import { ShellMove } from './ShellMove.ts';
import type { ShellOperators, ShellOperatorsFactory } from './ShellOperators.ts';
import { ShellPlasticity, type ShellYield } from './ShellPlasticity.ts';
import { shellVolume, type ShellVolumeSettings } from './shellVolume.ts';

/** Most re-solves of a substep: a tube that rolls needs three, and folds on a ball end no different with more. */
const CONTACT_ROUNDS = 3;
/** Loosest tolerance of re-solves: what they leave of the residual is more wrong than their friction is. */
const LOOSEST = 0.2;
/** Error of friction that needs no re-solve, relative to its limits: at a hundredth, twice as many solves bring a frame of a draped or crumpled sheet no nearer to where exact ones do. */
const CONTACT_ERROR = 0.1;
/** Kept contacts may leave their surface by this fraction of the edge length in one substep before they are lost. */
const KEEP_CONTACT = 0.01;
/** What begins inside a collider leaves it at this many sizes of the cloth per second: at once, it would tear at what is outside. */
const ESCAPE = 0.5;

/** What moves a shell, as plain data and functions of time. SI. */
export interface ClothBodyInput extends SolveSettings, ShellElasticInput {
  readonly shell: ShellInput;
  /** What forces and solves run on; left out, TypeScript. */
  readonly createOperators?: ShellOperatorsFactory;
  /** Initial positions, m, xyz interleaved; copied. */
  readonly positions: Float64Array;
  /** Initial velocities, m/s, of vertices of these masses, kg; at rest where left out. */
  velocitiesOf?(masses: Float64Array): Float64Array;
  /** out = acceleration of gravity at `time`, m/s2. */
  gravityAt(time: number, out: Float64Array): void;
  /** Ambient drag at `time`, 1/s. */
  dragAt(time: number): number;
  /** What constrains the vertices, whose masses are kg. */
  targetsOf?(masses: Float64Array): readonly NodeTargets[];
  /** Vertices that are parts of rigid bodies; left out, none are. */
  readonly embedded?: readonly EmbeddedVertices[];
  readonly colliders: readonly ContactCollider[];
  readonly minSubsteps: number;
  readonly maxSubsteps: number;
  /** Left out, the shell always springs back. */
  readonly yields?: ShellYield;
  /** Whether it moves with a liquid, which asks for its answers to many forces: its matrix is then factored, in TypeScript. */
  readonly inLiquid?: boolean;
  /** Left out, areas and what it encloses follow from its forces. */
  readonly volume?: ShellVolumeSettings;
}

/** What a shell is made of, its parts in common with solids apart. */
interface ShellParts extends DeformableBodyParts {
  readonly operators: ShellOperators;
  readonly plasticity: ShellPlasticity | undefined;
}

/**
 * A shell or a piece of cloth in motion: a deformable body whose elasticity is that of a shell, in one Newton step of backward Euler; contact with colliders in the solve, with friction, by Irving 2007,
 * 3.2.
 */
export class ClothBody extends DeformableBody {
  readonly operators: ShellOperators;
  readonly plasticity: ShellPlasticity | undefined;

  constructor(input: ClothBodyInput) {
    const parts = shellParts(input);
    super(parts);
    this.operators = parts.operators;
    this.plasticity = parts.plasticity;
  }

  /** Returns how many triangles face away from what the cloth lies on, as `energies` found them last. */
  countInverted(): number {
    const { stretches } = this.operators.membrane;
    let count = 0;
    for (let k = 1; k < stretches.length; k += 2) if (stretches[k] < 0) count++;
    return count;
  }
}

function shellParts(input: ClothBodyInput): ShellParts {
  const { shell } = input;
  const sheet = { ...shell, liesOnSurface: input.surface !== undefined };
  const factored = input.inLiquid === true ? new ClothOperators(sheet) : undefined;
  const operators = factored ?? input.createOperators?.(sheet) ?? new ClothOperators(sheet);
  const { masses, membrane, bending } = operators;
  const vectors = () => new Float64Array(3 * operators.vertexCount);
  const positions = input.positions.slice();
  const velocities = input.velocitiesOf?.(masses).slice() ?? vectors();
  const plasticity = input.yields && new ShellPlasticity(membrane, bending, input.yields);
  const size = boxDiagonal(shell.restPositions);

  const elastic = new ShellElasticTerm(input, operators, positions, plasticity);
  const weight = new WeightTerm(input, masses);
  const targets = new TargetTerm(input.targetsOf?.(masses) ?? [], masses, undefined, input.embedded);
  const contact = shellContact(input, { masses, positions, velocities, targets, size });
  const volume = input.volume && shellVolume({ shell, masses, positions, velocities, targets, contact }, input.volume);
  const motion = new MotionLimit(velocities, Infinity);
  const pressing = new CarriedForce(operators.vertexCount);
  const terms: readonly (Term | undefined)[] = [elastic, weight, motion, targets, pressing, contact, volume];

  const body: SchemeBody = {
    positions,
    velocities,
    nextPositions: vectors(),
    operators,
    terms: terms.flatMap((term) => term ?? []),
    elastic,
    weight,
    targets,
    contact,
    volume,
    pressing,
    settings: {
      tolerance: input.tolerance,
      maxIterations: input.maxIterations,
      contactRounds: CONTACT_ROUNDS,
      loosest: LOOSEST,
    },
    keepsContact: true,
    createDirect: factored && (() => new DirectSolve(factored, factorElements(shell.triangles), FACTOR_SIZE)),
  };
  return {
    operators,
    plasticity,
    body,
    scheme: timeSchemes.get(factored === undefined ? 'implicit' : 'liquid-coupled').create(body),
    freeMove: new ShellMove(operators, targets, size),
    meanVelocity: new Float64Array(3),
    minSubsteps: input.minSubsteps,
    maxSubsteps: input.maxSubsteps,
    state: motionState(body)
      .include('shell', plasticity?.state)
      .afterLoad(() => operators.renewRest()),
  };
}

interface ShellContactParts {
  readonly masses: Float64Array;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly targets: TargetTerm;
  readonly size: number;
}

function shellContact({ shell, colliders }: ClothBodyInput, { size, ...parts }: ShellContactParts): ContactTerm {
  const keepDistance = KEEP_CONTACT * meanEdge(shell.restPositions, shell.triangles);
  return new ContactTerm({
    ...parts,
    colliderCount: colliders.length,
    contactError: CONTACT_ERROR,
    createObjects: (state) => new ObjectContact(state, colliders, keepDistance, ESCAPE * size),
  });
}

function boxDiagonal(x: Float64Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < x.length; k++) {
    low[k % 3] = Math.min(low[k % 3], x[k]);
    high[k % 3] = Math.max(high[k % 3], x[k]);
  }
  return hypot3(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}
