import { CoreError } from '../base/errors.ts';
import type { SystemState } from '../base/state/SystemState.ts';
import type { FrameContact } from '../frames/Frame.ts';
import type { Scene } from '../scene/Scene.ts';
import { FrameFailure } from '../solids/StepFailure.ts';
import { type FrameReport, frameReport } from '../solids/SubstepLog.ts';
import { SubstepLoop } from '../solids/SubstepLoop.ts';
import type { Surroundings } from '../solids/Surroundings.ts';
import { BodyContact } from './BodyContact.ts';
import { type Attachment, attachmentsOf, contactPairsOf } from './bodyContactGroups.ts';
import { gatherSurface } from './bodyContactSurface.ts';
import type { BodyCrossing } from './judging/judgeCrossings.ts';
import type { SimulatedBody, TouchingBody } from './SimulatedBody.ts';

/** Bodies that move in common substeps because they may touch, are grown to each other or are in one liquid, or one that moves alone. */
export class BodyGroup {
  private readonly bodies: readonly SimulatedBody[];
  /** The same where they may touch; none of one that moves alone. */
  private readonly touching: readonly TouchingBody[];
  private readonly contact: BodyContact | undefined;
  /** Undefined of one that moves alone. */
  private readonly makeLoop: (() => SubstepLoop) | undefined;
  private loop: SubstepLoop | undefined;
  private readonly grown: readonly Attachment[];

  /** `surroundings`: liquids that move with them, made when first needed; none where left out. */
  constructor(bodies: readonly SimulatedBody[], scene: Scene, surroundings?: () => readonly Surroundings[]) {
    this.bodies = bodies;
    this.grown = attachmentsOf(scene);
    const alone = bodies.length === 1 && bodies[0].touching?.contact.self !== true && surroundings === undefined;
    this.touching = alone ? [] : bodies.flatMap(({ touching }) => touching ?? []);
    if (alone) return;
    const stepped = this.touching.map((body) => body.stepped);
    const pairs = contactPairsOf(
      bodies.map(({ id, touching }) => ({ id, contact: touching?.contact })),
      scene,
    );
    if (pairs.enabled.includes(1)) {
      const surface = gatherSurface(
        this.touching.map((body) => body.surface()),
        pairs,
      );
      this.contact = new BodyContact(stepped, surface);
    }
    this.makeLoop = () => new SubstepLoop(stepped, this.contact, surroundings?.());
  }

  /** Moves the bodies from `start` to `end`, s. Reports of the bodies in their order. */
  advance(frame: number, start: number, end: number, cancelled: () => boolean): FrameReport[] {
    if (this.makeLoop === undefined) return this.bodies.map((body) => body.advance(frame, start, end, cancelled));
    const loop = (this.loop ??= this.makeLoop());
    this.contact?.beginFrame();
    const retries = this.explaining(frame, start, end, () => loop.advanceFrame(start, end, cancelled));
    return this.touching.map((body) => {
      const report = frameReport(body.stepped.substeps, retries);
      const dt = report.substeps.at(-1)?.dt ?? end - start;
      body.within(frame, start, end, () => body.checkStorable(end, dt));
      return report;
    });
  }

  /** Whether there is contact at all. */
  get touches(): boolean {
    return this.contact !== undefined;
  }

  /** What later frames depend on beside the motions of the bodies; undefined where that is nothing. */
  get state(): SystemState | undefined {
    return this.contact?.state;
  }

  /** Contact of the bodies with each other and themselves over the last frame; undefined where there is none. */
  frameContact(): FrameContact | undefined {
    return this.contact?.frameContact();
  }

  /**
   * Bodies of the group that pass through each other or themselves in the frame whose `frameContact` was read last. What crosses itself in its rest shape, as
   * thin parts whose elements overlap do, and what is grown to what it crosses, may go on as it begins.
   */
  crossings(): BodyCrossing[] {
    const { bodies, contact, grown } = this;
    if (contact === undefined) return [];
    return bodies.flatMap(({ id: entity }, b) =>
      bodies.slice(0, b + 1).flatMap(({ id: other }, a) => {
        const found = contact.crossedPairs(a, b);
        if (found === 0) return [];
        const known = a === b || grown.some((pair) => pair.includes(entity) && pair.includes(other));
        const pairs = known ? found - contact.crossedPairsFirst(a, b) : found;
        return pairs <= 0 ? [] : [{ entity, other, pairs }];
      }),
    );
  }

  /** Does `work`; its failures are told by the body that failed. */
  private explaining<T>(frame: number, start: number, end: number, work: () => T): T {
    try {
      return work();
    } catch (error) {
      const cause = error instanceof CoreError ? error.cause : undefined;
      if (!(cause instanceof FrameFailure)) throw error;
      return this.touching[cause.body].within(frame, start, end, () => {
        throw error;
      });
    }
  }
}
