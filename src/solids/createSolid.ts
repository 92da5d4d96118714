import { elementTypes } from '../geometry/elements/elementTypes.ts';
import { escapeSpeed } from '../collision/escapeSpeed.ts';
import { ImpactLimit } from '../collision/ImpactLimit.ts';
import { PointContact } from '../collision/PointContact.ts';
import { DeformableBody, motionState } from './DeformableBody.ts';
import { SolidMove } from './SolidMove.ts';
import { DirectSolve } from './implicit/DirectSolve.ts';
import { VolumeConservation } from './incompressibility/VolumeConservation.ts';
import { ImpulseSpread } from './ImpulseSpread.ts';
import { ContactBalance } from './momenta/ContactBalance.ts';
import type { SolidInput } from './SolidInput.ts';
import { CarriedForce } from './terms/CarriedForce.ts';
import { ContactTerm } from './terms/ContactTerm.ts';
import { ElasticTerm } from './terms/ElasticTerm.ts';
import { MotionLimit } from './terms/MotionLimit.ts';
import { PieceLimit } from './terms/PieceLimit.ts';
import { TargetTerm } from './terms/TargetTerm.ts';
import type { Term } from './terms/Term.ts';
import { WeightTerm } from './terms/WeightTerm.ts';
import { type SchemeBody, type TimeScheme, timeSchemes } from './TimeScheme.ts';
import { meanElementSize, MOTION_LIMIT, stiffnessDampingTime } from './timeStep.ts';

/** Substeps of one frame above which the shot is not worth waiting for, unless told otherwise. */
const MAX_SUBSTEPS = 20_000;
/** Kept contacts may leave their surface by this fraction of the element size in one substep before they are lost. */
const KEEP_CONTACT = 0.01;

/**
 * Makes a solid that moves: elasticity with its damping, weight, pins, what its shot adds, contact with kinematic colliders, and the conservation of its volume, in the time scheme that the input asks
 * for.
 */
export function createSolid(input: SolidInput): DeformableBody {
  const { operators, body, material } = input;
  const { masses } = operators;
  const edge = meanElementSize(body);
  const vectors = () => new Float64Array(3 * operators.vertexCount);
  const positions = input.positions.slice();
  const velocities = input.velocities?.slice() ?? vectors();
  const meanVelocity = new Float64Array(3);
  const scheme = timeSchemes.get(input.scheme ?? (body.implicit === undefined ? 'semi-implicit' : 'implicit'));

  const elastic = new ElasticTerm(input, positions);
  const weight = new WeightTerm(input, masses);
  const pieces = scheme.implicit ? undefined : new PieceLimit(body, masses);
  const motion = new MotionLimit(velocities, MOTION_LIMIT * edge, pieces);
  const targets = new TargetTerm(input.targets, masses, material, input.embedded);
  const damped = stiffnessDampingTime(body) > 0 || material?.dampedLater === true;
  const spreads = damped || scheme.implicit;
  const carried = spreads && scheme.carries ? new CarriedForce(operators.vertexCount) : undefined;
  const pressing = new CarriedForce(operators.vertexCount);
  const contact = solidContact(input, positions, velocities, targets);
  const volume =
    input.volume && new VolumeConservation({ body, operators, positions, velocities, targets, contact }, input.volume);
  const terms: readonly (Term | undefined)[] = [
    elastic,
    weight,
    motion,
    targets,
    ...(input.terms ?? []),
    pressing,
    carried,
    contact,
    volume,
  ];

  const moved: SchemeBody = {
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
    carried,
    pressing,
    settings: input,
    newtonIterations: input.newtonIterations,
    createDirect: () => new DirectSolve(operators, body.elements, elementTypes[body.elementKind].size),
  };
  const made = scheme.create(moved);
  return new DeformableBody({
    body: moved,
    scheme: made,
    freeMove: new SolidMove(operators, targets.constrained, edge, meanVelocity),
    meanVelocity,
    balance: contactBalance(moved, made, input.terms ?? []),
    impulses: spreads ? new ImpulseSpread({ masses, step: made.step, targets, edge }) : undefined,
    minSubsteps: input.minSubsteps,
    maxSubsteps: input.maxSubsteps ?? MAX_SUBSTEPS,
    state: motionState(moved)
      .include('last', made.state)
      .afterLoad(() => elastic.forget()),
  });
}

/** What keeps the momentum of a body that touches others; `terms`: what else acts on it from outside. */
function contactBalance(body: SchemeBody, scheme: TimeScheme, terms: readonly Term[]): ContactBalance {
  const { masses } = body.operators;
  const { nextVelocity } = scheme;
  return new ContactBalance({ ...body, masses, nextVelocity, scheme, outside: [body.weight, ...terms] });
}

function solidContact(
  input: SolidInput,
  positions: Float64Array,
  velocities: Float64Array,
  targets: TargetTerm,
): ContactTerm {
  const { operators, body, colliders } = input;
  const edge = meanElementSize(body);
  return new ContactTerm({
    masses: operators.masses,
    positions,
    velocities,
    targets,
    colliderCount: colliders.length,
    impact: new ImpactLimit(colliders, edge),
    createObjects: (state) =>
      new PointContact({
        state,
        colliders,
        keepDistance: KEEP_CONTACT * edge,
        escapeSpeed: escapeSpeed(input.positions),
        keepsVolume: input.volume !== undefined,
        points: input.contactPoints,
      }),
  });
}
