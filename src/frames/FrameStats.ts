import { z } from 'zod';
import { contactPairStats } from './ContactPairStats.ts';
import { energies, entityStats } from './EntityStats.ts';
import { judgement } from './judgements.ts';

/** Contact between deformable bodies, and of bodies with themselves, over the frame's interval. */
const frameContact = z.strictObject({
  /** Pairs of surface elements nearer than their thickness, in the last substep. */
  contacts: z.int().min(0),
  /** Rigid impact zones that nothing gentler could spare, and the vertices of the largest. */
  zones: z.int().min(0),
  largestZone: z.int().min(0),
  /** Vertices that were kept where they were because nothing else would do, and those that were left in a collider into which other bodies pushed them. */
  stopped: z.int().min(0),
  /** Pairs of surface triangles that intersect at the end of the frame, as it is stored. */
  intersectingPairs: z.int().min(0),
});
export type FrameContact = z.output<typeof frameContact>;

/** What the frame's interval took and where it ended. Results only: wall-clock time never enters, so equal runs give equal bytes. */
export const frameStats = z.strictObject({
  substeps: z.int().min(0),
  /** s; 0 at the first frame. */
  shortestStep: z.number().min(0),
  longestStep: z.number().min(0),
  /** Iterations of all solves of the interval. */
  cgIterations: z.int().min(0),
  invertedElements: z.int().min(0),
  /** m3. */
  volume: z.number(),
  energies,
  /** Vertices in contact at the end. */
  contacts: z.int().min(0).default(0),
  /** Contact of bodies with each other and themselves; only of shots that compute it. */
  bodyContact: frameContact.optional(),
  /** Pairs of which one is a rigid body, the largest force first; only of shots with rigid bodies that touch something. */
  contactPairs: z.array(contactPairStats).optional(),
  /** Statistics by entity id, of all entities that have some. */
  entities: z.record(z.string(), entityStats),
  warnings: z.array(z.string()).default([]),
  /** What is broken in the frame; left out where nothing is. */
  judgements: z.array(judgement).optional(),
});
export type FrameStats = z.output<typeof frameStats>;
