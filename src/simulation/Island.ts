import { CoreError } from '../base/errors.ts';
import type { SystemState } from '../base/state/SystemState.ts';
import type { FrameContact } from '../frames/Frame.ts';
import type { Scene } from '../scene/Scene.ts';
import { FrameFailure } from '../solids/StepFailure.ts';
import { type FrameReport, frameReport, type SubstepReport } from '../solids/SubstepLog.ts';
import { BodyContact } from './BodyContact.ts';
import { attachmentsOf, contactPairsOf } from './bodyContactPairs.ts';
import { gatherSurface } from './bodyContactSurface.ts';
import type { BodyCrossing } from './judging/judgeCrossings.ts';
import type { Joint } from './islands.ts';
import type { SimulatedLiquid } from './liquids/SimulatedLiquid.ts';
import type { SimulatedBody } from './SimulatedBody.ts';
import { Step } from './Step.ts';

/** What is in an island. */
export interface IslandMembers {
  readonly bodies: readonly SimulatedBody[];
  /** Gives the liquids, which are made when first needed. */
  readonly liquids: () => readonly SimulatedLiquid[];
}

/** Systems that move in common substeps because interactions join them, or one that moves alone. */
export class Island {
  readonly bodies: readonly SimulatedBody[];
  private readonly members: IslandMembers;
  private readonly contact: BodyContact | undefined;
  private readonly attached: readonly Joint[];
  /** Made anew where a body has changed its topology. */
  private step: Step | undefined;

  constructor(members: IslandMembers, scene: Scene) {
    this.members = members;
    this.attached = attachmentsOf(scene);
    // What carries others moves before them.
    const carriers = new Set(this.attached.map(([, carrier]) => carrier));
    const carried = members.bodies.filter(({ id }) => !carriers.has(id));
    this.bodies = [...members.bodies.filter(({ id }) => carriers.has(id)), ...carried];
    this.contact = contactOf(this.bodies, scene);
  }

  /** Moves everything from `start` to `end`, s. Reports of the bodies in their order. */
  advance(frame: number, start: number, end: number, cancelled: () => boolean): FrameReport[] {
    const { bodies, contact } = this;
    for (const system of [...bodies, ...this.members.liquids()]) system.beginFrame?.(frame);
    contact?.beginFrame();
    const parts = bodies.reduce((most, body) => Math.max(most, body.partsOf?.(end - start) ?? 1), 1);
    if (parts > 1) return this.advanceInParts(parts, frame, start, end, cancelled);
    const retries = this.advancePart(frame, start, end, cancelled);
    return bodies.map(({ stepped }) => frameReport(stepped.substeps, retries));
  }

  /** As `advance`, in parts after each of which topologies may change. */
  private advanceInParts(
    parts: number,
    frame: number,
    start: number,
    end: number,
    cancelled: () => boolean,
  ): FrameReport[] {
    const { bodies } = this;
    const substeps: SubstepReport[][] = bodies.map(() => []);
    let retries = 0;
    for (let part = 1; part <= parts; part++) {
      const from = start + ((end - start) * (part - 1)) / parts;
      const to = part === parts ? end : start + ((end - start) * part) / parts;
      retries += this.advancePart(frame, from, to, cancelled);
      bodies.forEach(({ stepped }, b) => substeps[b].push(...stepped.substeps.map((substep) => ({ ...substep }))));
      for (const body of bodies) if (body.endPart?.(to) === true) this.step = undefined;
    }
    return substeps.map((own) => frameReport(own, retries));
  }

  private advancePart(frame: number, start: number, end: number, cancelled: () => boolean): number {
    this.step ??= this.makeStep();
    const retries = this.explaining(frame, start, end, this.step, cancelled);
    for (const body of this.bodies) {
      const dt = body.stepped.substeps.at(-1)?.dt ?? end - start;
      body.within(frame, start, end, () => body.checkStorable(end, dt));
    }
    return retries;
  }

  /** Takes the step; its failures are told by the body that failed. */
  private explaining(frame: number, start: number, end: number, step: Step, cancelled: () => boolean): number {
    const { bodies } = this;
    try {
      return step.advance(start, end, cancelled);
    } catch (error) {
      const cause = error instanceof CoreError ? error.cause : undefined;
      const isAlone = bodies.length === 1 && this.members.liquids().length === 0;
      if (!isAlone && !(cause instanceof FrameFailure)) throw error;
      // Where a liquid fails, the last body does.
      const failed = bodies[Math.min(cause instanceof FrameFailure ? cause.body : 0, bodies.length - 1)];
      return failed.within(frame, start, end, () => {
        throw error;
      });
    }
  }

  private makeStep(): Step {
    const liquids = this.members.liquids();
    const immersions = liquids.flatMap(({ immersion }) => immersion ?? []);
    for (const immersion of immersions) immersion.contact = this.contact;
    const interactions = this.contact === undefined ? immersions : [...immersions, this.contact];
    return new Step([...this.bodies.map(({ stepped }) => stepped), ...liquids], interactions);
  }

  /** Whether there is contact at all. */
  get touches(): boolean {
    return this.contact !== undefined;
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
   * Bodies that pass through each other or themselves in the frame whose `frameContact` was read last. What crosses itself in its rest shape, as
   * thin parts whose elements overlap do, and what is grown to what it crosses, may go on as it begins.
   */
  crossings(): BodyCrossing[] {
    const { bodies, contact, attached } = this;
    if (contact === undefined) return [];
    return bodies.flatMap(({ id: entity }, b) =>
      bodies.slice(0, b + 1).flatMap(({ id: other }, a) => {
        const found = contact.crossedPairs(a, b);
        if (found === 0) return [];
        const known = a === b || attached.some((pair) => pair.includes(entity) && pair.includes(other));
        const pairs = known ? found - contact.crossedPairsFirst(a, b) : found;
        return pairs <= 0 ? [] : [{ entity, other, pairs }];
      }),
    );
  }
}

/** Contact of bodies with each other and themselves; undefined where none of them may touch. */
function contactOf(bodies: readonly SimulatedBody[], scene: Scene): BodyContact | undefined {
  const touching = bodies.flatMap((body) => body.touching ?? []);
  const pairs = contactPairsOf(
    bodies.map(({ id, touching: own }) => ({ id, contact: own?.contact })),
    scene,
  );
  if (!pairs.enabled.includes(1)) return undefined;
  const surface = gatherSurface(
    touching.map((body) => body.surface()),
    pairs,
  );
  return new BodyContact(
    touching.map(({ stepped }) => stepped),
    surface,
  );
}
