import { z } from 'zod';
import { judgement } from './judgements.ts';

/** J. */
const energies = z.strictObject({
  kinetic: z.number(),
  elastic: z.number(),
  /** -m g.x summed, zero at the origin. */
  gravity: z.number(),
});

const liquidStats = z.strictObject({
  particles: z.int().min(0),
  /** m3 that it should have: what was filled, poured in and drained until now. `volumeDrift` says how far the surface that the pressure saw is from it. */
  volume: z.number().min(0),
  energies,
  /** m/s. */
  largestSpeed: z.number().min(0),
  /** Substeps of the frame's interval. */
  substeps: z.int().min(0),
  /** Iterations of all pressure solves. */
  pressureIterations: z.int().min(0),
  /** What the pressure solves of the interval left beyond what makes up for volume; frames of older versions do not say. */
  divergence: z
    .strictObject({
      /** 1/s: of a cell, and the root of the mean square over cells and substeps. */
      largest: z.number().min(0),
      rms: z.number().min(0),
      /** Largest net flow of a cell over what the tolerance of its solve allows. */
      overTolerance: z.number().min(0),
    })
    .optional(),
  /** Volume inside the surface as the last substep found it, over what it should have been, less 1; frames of older versions do not say. */
  volumeDrift: z.number().optional(),
  /** m3 that regions put in and took out since the first frame; what left through open sides is not counted. */
  emitted: z.number().min(0),
  drained: z.number().min(0),
  /** Particles of spray and their part of `volume`, m3; left out where spray is not stored apart. */
  spray: z.strictObject({ particles: z.int().min(0), volume: z.number().min(0) }).optional(),
  /** Vortex particles, where there may be some. */
  vortices: z.int().min(0).optional(),
});
export type LiquidStats = z.output<typeof liquidStats>;

const bodyStats = z.strictObject({
  /** Elements with a negative signed singular value. */
  invertedElements: z.int().min(0),
  /** m3, sum over elements (inverted ones count negative). */
  volume: z.number(),
  energies,
  /** Errors of volume as shares of the rest volume; only of bodies that conserve it. */
  kept: z
    .strictObject({
      /** Change of the whole volume, negative where some is lost. */
      volumeError: z.number(),
      /** Largest change of one one-ring, of either sign. */
      worstRing: z.number().min(0),
    })
    .optional(),
  /** How far the drawn surface is stretched, of bodies whose elements leave it behind somewhere (see `DrawnStretch`). */
  drawn: z
    .strictObject({
      /** Longest edge over its length at rest. */
      largest: z.number().min(0),
      /** Stretch of an edge over that of the elements that carry its ends, where that is largest. */
      relative: z.number().min(0),
      /** Share of the edges that are stretched too far. */
      share: z.number().min(0),
    })
    .optional(),
  /** Substeps a frame that the semi-implicit scheme would have needed; only of bodies that were integrated implicitly. */
  explicitSubsteps: z.int().min(1).optional(),
  /** Work and accuracy of the solve for the frame's equilibrium; only of quasistatic bodies. */
  equilibrium: z
    .strictObject({
      newtonIterations: z.int().min(0),
      /** Norm of the forces that are out of balance, over that which shears the body by its own size. */
      residual: z.number().min(0),
    })
    .optional(),
  /** Pieces and cracks; only of bodies that tear. */
  torn: z
    .strictObject({
      pieces: z.int().min(0),
      /** Share of the volume that the smallest piece has. */
      smallestPiece: z.number().min(0),
      cracks: z.int().min(0),
      cutElements: z.int().min(0),
    })
    .optional(),
  /** Plastic strain; only of plastic bodies. */
  plastic: z
    .strictObject({
      /** |log F_p|. */
      largestStrain: z.number().min(0),
      /** Mean of |log F_p|, weighted by volume. */
      meanStrain: z.number().min(0),
      /** Quadrature points at the stretch limit. */
      pointsAtLimit: z.int().min(0),
      /** Mean of |log F_p,goal - log F_p| by volume, of bodies with a goal. */
      goalDistance: z.number().min(0).optional(),
    })
    .optional(),
});

/** Contact between deformable bodies, and of bodies with themselves, over the frame's interval. */
const frameContact = z.strictObject({
  /** Pairs of surface elements nearer than their thickness, in the last substep. */
  contacts: z.int().min(0),
  /** Rigid impact zones that nothing gentler could spare, and the vertices of the largest. */
  zones: z.int().min(0),
  largestZone: z.int().min(0),
  /** Vertices that were kept where they were because nothing else would do. */
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
  /** Iterations of all velocity solves of the interval. */
  cgIterations: z.int().min(0),
  invertedElements: z.int().min(0),
  /** m3. */
  volume: z.number(),
  energies,
  /** Vertices in contact at the end. */
  contacts: z.int().min(0).default(0),
  /** Contact of bodies with each other and themselves; only of shots that compute it. */
  bodyContact: frameContact.optional(),
  /** Statistics of bodies by entity id. */
  bodies: z.record(z.string(), bodyStats),
  /** Statistics of liquids by entity id; only of shots that have any. */
  liquids: z.record(z.string(), liquidStats).optional(),
  warnings: z.array(z.string()).default([]),
  /** What is broken in the frame; left out where nothing is. */
  judgements: z.array(judgement).optional(),
});
export type FrameStats = z.output<typeof frameStats>;
export type BodyStats = z.output<typeof bodyStats>;
