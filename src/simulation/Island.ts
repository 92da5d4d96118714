import { assert, CoreError } from '../base/errors.ts';
import type { SystemState } from '../base/state/SystemState.ts';
import type { FrameContact } from '../frames/FrameStats.ts';
import type { Scene } from '../scene/Scene.ts';
import { FrameFailure } from '../solids/StepFailure.ts';
import type { SteppedSystem } from '../solids/SteppedSystem.ts';
import { type FrameReport, frameReport, type SubstepReport } from '../solids/SubstepLog.ts';
import { BodyContact } from './contact/BodyContact.ts';
import { contactPairsOf, type ContactOfBody } from './contact/bodyContactPairs.ts';
import { gatherSurface } from './contact/bodyContactSurface.ts';
import type { PairKernelFactory } from '../collision/selfContact/KernelPairs.ts';
import { Touch, type BodyPairs } from '../collision/selfContact/ContactSurface.ts';
import type { BodyCrossing } from './judging/judgeCrossings.ts';
import './SimulatedBody.ts';
import type { SystemInteraction } from './Interaction.ts';
import { Step } from './Step.ts';
import type { System } from './System.ts';

/** Systems that move in common substeps because interactions join them, or one that moves alone. */
export class Island {
  readonly systems: readonly System[];
  private readonly interactions: readonly SystemInteraction[];
  /** The systems that may touch each other. */
  private readonly bodies: readonly System[];
  private readonly pairs: BodyPairs;
  /** Contact and step are made anew where a system has become another one: it has changed its topology, or a state with another one was loaded. */
  private madeContact: BodyContact | undefined;
  private step: Step | undefined;
  /** What the step moves. */
  private stepped: readonly SteppedSystem[] = [];

  constructor(
    systems: readonly System[],
    interactions: readonly SystemInteraction[],
    scene: Scene,
    private readonly createPairKernel?: PairKernelFactory,
  ) {
    this.systems = inMovingOrder(systems);
    this.interactions = interactions;
    this.bodies = this.systems.filter(({ touching }) => touching !== undefined);
    this.pairs = contactPairsOf(this.bodies.map(contactOf), scene);
  }

  /** Moves everything from `start` to `end`, s. Reports of the systems that note their substeps, by id. */
  advance(frame: number, start: number, end: number, cancelled: () => boolean): Map<string, FrameReport> {
    const { systems, contact } = this;
    for (const system of systems) system.beginFrame?.(frame);
    contact?.beginFrame();
    const parts = systems.reduce((most, system) => Math.max(most, system.partsOf?.(end - start) ?? 1), 1);
    if (parts > 1) return this.advanceInParts(parts, frame, start, end, cancelled);
    const retries = this.advancePart(frame, start, end, cancelled);
    const reports = new Map<string, FrameReport>();
    for (const system of systems) {
      const { substeps } = this.steppedOf(system);
      if (substeps !== undefined) reports.set(system.id, frameReport(substeps, retries));
    }
    return reports;
  }

  /** Advances as `advance` does, in parts after each of which topologies may change. */
  private advanceInParts(
    parts: number,
    frame: number,
    start: number,
    end: number,
    cancelled: () => boolean,
  ): Map<string, FrameReport> {
    const { systems } = this;
    const logs = new Map<string, SubstepReport[]>();
    let retries = 0;
    for (let part = 1; part <= parts; part++) {
      const from = start + ((end - start) * (part - 1)) / parts;
      const to = part === parts ? end : start + ((end - start) * part) / parts;
      retries += this.advancePart(frame, from, to, cancelled);
      for (const system of systems) {
        const { substeps } = this.steppedOf(system);
        if (substeps === undefined) continue;
        logs.set(system.id, [...(logs.get(system.id) ?? []), ...substeps.map((substep) => ({ ...substep }))]);
      }
      for (const system of systems) system.endPart?.(to);
    }
    return new Map([...logs].map(([id, substeps]) => [id, frameReport(substeps, retries)]));
  }

  private advancePart(frame: number, start: number, end: number, cancelled: () => boolean): number {
    const retries = this.explaining(frame, start, end, this.stepNow(), cancelled);
    for (const system of this.systems) {
      const { substeps } = this.steppedOf(system);
      const check = () => system.checkStorable?.(end, substeps?.at(-1)?.dt ?? end - start);
      if (system.within === undefined) check();
      else system.within(frame, start, end, check);
    }
    return retries;
  }

  /** Takes the step; its failures are told by the system that failed. */
  private explaining(frame: number, start: number, end: number, step: Step, cancelled: () => boolean): number {
    const { systems } = this;
    try {
      return step.advance(start, end, cancelled);
    } catch (error) {
      const cause = error instanceof CoreError ? error.cause : undefined;
      if (systems.length > 1 && !(cause instanceof FrameFailure)) throw error;
      const failed = cause instanceof FrameFailure ? cause.body : 0;
      // Where a system that cannot say it fails, the last before it does.
      const teller = systems.slice(0, failed + 1).findLast(({ within }) => within !== undefined);
      if (teller?.within === undefined) throw error;
      return teller.within(frame, start, end, () => {
        throw error;
      });
    }
  }

  /** The step of the systems as they are now. */
  private stepNow(): Step {
    const { contact, systems } = this;
    const stepped = systems.map((system) => this.steppedOf(system));
    if (this.step !== undefined && stepped.every((system, s) => system === this.stepped[s])) return this.step;
    const interactions = this.interactions.flatMap((interaction) => interaction.acting() ?? []);
    for (const interaction of interactions) interaction.meet?.(contact);
    this.stepped = stepped;
    this.step = new Step(stepped, contact === undefined ? interactions : [...interactions, contact]);
    return this.step;
  }

  private steppedOf(system: System): SteppedSystem {
    assert(system.stepped !== undefined, 'what is in an island moves in substeps', { id: system.id });
    return system.stepped();
  }

  /** Contact of the bodies as they are now, with each other and themselves; undefined where none of them may touch. */
  private get contact(): BodyContact | undefined {
    if (!this.touches) return undefined;
    const touching = this.bodies.flatMap((body) => body.touching ?? []);
    const bodies = touching.map(({ stepped }) => stepped);
    const before = this.madeContact;
    if (before?.isOf(bodies) === true) return before;
    const surfaces = touching.map((body) => body.surface());
    const contact = new BodyContact(bodies, gatherSurface(surfaces, this.pairs), this.createPairKernel);
    if (before !== undefined) contact.takeOver(before);
    before?.dispose();
    this.madeContact = contact;
    return contact;
  }

  /** Releases the memory of kernels. */
  dispose(): void {
    this.madeContact?.dispose();
  }

  /** Whether there is contact at all. */
  get touches(): boolean {
    return this.pairs.enabled.some((touch) => touch !== Touch.never);
  }

  /** What later frames depend on beside the systems; undefined where that is nothing. */
  get state(): SystemState | undefined {
    return this.contact?.state;
  }

  /** Contact of the bodies with each other and themselves over the last frame; undefined where there is none. */
  frameContact(): FrameContact | undefined {
    return this.contact?.frameContact();
  }

  /**
   * Bodies that pass through each other, through colliders or themselves in the frame whose `frameContact` was read last. What crosses itself in its rest shape, as
   * thin parts whose elements overlap do, and what is attached to what it crosses, may go on as it begins.
   */
  crossings(): BodyCrossing[] {
    const { bodies, contact } = this;
    if (contact === undefined) return [];
    return bodies.flatMap(({ id: entity }, b) =>
      bodies.slice(0, b + 1).flatMap(({ id: other }, a) => {
        const found = contact.crossedPairs(a, b);
        if (found === 0) return [];
        const known = a === b || isAttached(bodies[a], bodies[b]) || isAttached(bodies[b], bodies[a]);
        const pairs = known ? found - contact.crossedPairsFirst(a, b) : found;
        return pairs <= 0 ? [] : [{ entity, other, pairs }];
      }),
    );
  }
}

/** Orders systems as they move in a substep: what others are attached to first, and what is advected once everything else has moved last. */
function inMovingOrder(systems: readonly System[]): System[] {
  const parents = new Set(systems.flatMap((system) => system.attachedTo ?? []));
  const place = ({ id, movesLast }: System) => (movesLast === true ? 2 : parents.has(id) ? 0 : 1);
  return [...systems].sort((a, b) => place(a) - place(b));
}

/** What a system says of contact with it. */
export function contactOf({ id, touching }: System): ContactOfBody {
  return {
    id,
    contact: touching?.contact,
    isCollider: touching?.isCollider,
    solvesColliders: touching?.solvesColliders,
  };
}

function isAttached({ attachedTo }: System, parent: System): boolean {
  return attachedTo?.includes(parent.id) === true;
}
