import { SystemState } from '../../base/state/SystemState.ts';
import { PairExceptions } from '../../simulation/contact/PairExceptions.ts';
import { BoundaryContact } from '../../simulation/boundaries/BoundaryContact.ts';
import type { BoundaryTarget } from '../../simulation/boundaries/Meeting.ts';
import type { BoundaryMember } from '../../simulation/boundaries/RigidBoundary.ts';
import type { System } from '../../simulation/System.ts';
import type { SystemInteraction } from '../../simulation/Interaction.ts';
import type { InteractionKind } from '../InteractionKind.ts';

/** Contact of all rigid bodies of a shot with its solids and its cloth. */
class RigidDeformable implements SystemInteraction {
  readonly joins: readonly string[];
  readonly state: SystemState;
  private readonly systems: readonly System[];
  private readonly members: readonly BoundaryMember[];
  private readonly exceptions: PairExceptions;
  private made: BoundaryContact | undefined;
  private targets: readonly BoundaryTarget[] = [];

  constructor(members: readonly BoundaryMember[], systems: readonly System[], exceptions: PairExceptions) {
    this.members = members;
    this.exceptions = exceptions;
    this.systems = systems;
    this.joins = [...members, ...systems].map(({ id }) => id);
    this.state = new SystemState().include('contacts', () => this.acting().state);
  }

  /** Made anew where a body has become another one. */
  acting(): BoundaryContact {
    const targets = this.systems.flatMap(({ met }) => met ?? []);
    const same = targets.length === this.targets.length;
    if (this.made !== undefined && same && targets.every(({ stepped }, k) => stepped === this.targets[k].stepped)) {
      return this.made;
    }
    this.targets = targets;
    this.made = new BoundaryContact(this.members, targets, this.exceptions);
    return this.made;
  }
}

const rigidDeformable: InteractionKind = {
  type: 'rigidDeformable',
  between({ systems, scene }) {
    const all = [...systems.values()];
    const members = all.flatMap(({ boundary }) => boundary ?? []);
    const targets = all.filter(({ met }) => met !== undefined);
    if (members.length === 0 || targets.length === 0) return [];
    return [new RigidDeformable(members, targets, new PairExceptions(scene))];
  },
};

export default rigidDeformable;
