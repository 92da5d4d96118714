import type { ContactPoints } from '../../collision/ContactPoints.ts';
import { ImpactLimit } from '../../collision/ImpactLimit.ts';
import { OffsetShape } from '../../collision/OffsetShape.ts';
import { TunnellingLimit } from '../../collision/TunnellingLimit.ts';
import { MetBody } from '../../coupling/boundaries/MetBody.ts';
import type { DeformableBody } from '../../solids/DeformableBody.ts';
import type { PairExceptions } from '../contact/PairExceptions.ts';
import { BoundaryMemory } from './BoundaryMemory.ts';
import type { BoundaryProbe } from './BoundaryProbe.ts';
import { EmbeddedParts } from './EmbeddedParts.ts';
import { type BoundaryMember, RigidBoundary } from './RigidBoundary.ts';

/** Reach in which vertices are tested for contact, in mean edges, beyond what they and the boundary move. */
export const REACH = 0.25;
/** Mean change of velocity in a substep that the search allows for beside known motion, m/s2. */
export const ACCELERATION = 100;

/** A deformable body that moving boundaries meet. */
export interface BoundaryTarget {
  readonly id: string;
  readonly stepped: DeformableBody;
  /** Mean edge of its elements, m. */
  readonly edge: number;
  /** Distance between boundary and vertices that touch it, m: half the thickness of a layer of cloth. */
  readonly offset: number;
  /** Size of its box, m: what begins inside a boundary leaves it by that much per second. */
  readonly size: number;
  /** Points of the drawn surface that touch in place of vertices; undefined where vertices do. */
  points(): ContactPoints | undefined;
}

/** What contact with boundaries keeps of one body. */
export interface Meeting {
  readonly target: BoundaryTarget;
  readonly met: MetBody;
  readonly memory: BoundaryMemory;
  readonly embedded: EmbeddedParts;
  readonly boundaries: readonly RigidBoundary[];
  /** 1 for boundaries that it passes through, though it may hold parts of them. */
  readonly apart: Uint8Array;
  readonly impact: ImpactLimit;
  readonly tunnelling: TunnellingLimit;
  /** Bounding box, m. */
  readonly box: Float64Array;
  /** 1 for vertices that have a contact in the running substep. */
  readonly taken: Uint8Array;
  probe: BoundaryProbe | undefined;
}

/** Returns what contact keeps of a body that may meet rigid bodies. */
export function meetingOf(
  target: BoundaryTarget,
  members: readonly BoundaryMember[],
  exceptions?: PairExceptions,
): Meeting {
  const { stepped, offset, edge } = target;
  const shape = (member: BoundaryMember) => (offset === 0 ? member.distance : new OffsetShape(member.distance, offset));
  const frictionOf = ({ id }: BoundaryMember) => exceptions?.frictionOf(target.id, id);
  const boundaries = members.map((member) => new RigidBoundary(member, shape(member), frictionOf(member)));
  const apart = Uint8Array.from(members, ({ id }) => (exceptions?.touch(target.id, id) === false ? 1 : 0));
  const met = boundaries.filter((_, b) => apart[b] === 0);
  return {
    target,
    met: new MetBody(stepped),
    memory: new BoundaryMemory(stepped.masses.length),
    embedded: new EmbeddedParts(stepped, boundaries),
    boundaries,
    apart,
    impact: new ImpactLimit(met, edge),
    tunnelling: new TunnellingLimit(met.map(({ placed }) => placed)),
    box: new Float64Array(6),
    taken: new Uint8Array(stepped.masses.length),
    probe: undefined,
  };
}

/** Returns the largest speed of any vertex, m/s. */
export function largestSpeed(velocities: Float64Array): number {
  let square = 0;
  for (let k = 0; k < velocities.length; k += 3) {
    square = Math.max(square, velocities[k] ** 2 + velocities[k + 1] ** 2 + velocities[k + 2] ** 2);
  }
  return Math.sqrt(square);
}
