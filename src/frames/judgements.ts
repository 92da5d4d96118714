import { z } from 'zod';

/**
 * A number of a frame that says its physics or its picture is broken, though the simulation went on. Stored in the frame: whoever
 * shows, exports or lists frames tells the same.
 */
export const judgement = z.strictObject({
  /** What was measured, e.g. `surface-stretch`: one kind and entity appear once in a frame. */
  kind: z.string().min(1).max(64),
  /** `warning`: look at the frame before using it. `broken`: the frame cannot be right. */
  severity: z.enum(['warning', 'broken']),
  /** Entity id. */
  entity: z.string().min(1).max(256),
  value: z.number(),
  /** What `value` would have to stay within. */
  limit: z.number(),
  /** SI unit of both; empty for a pure number. */
  unit: z.string().max(32),
  /** A few words and a number, for captions: `surface 12-fold`. */
  label: z.string().max(64),
  /** Names the entity (`solid 'ball': ...`), says what is wrong with numbers; no full stop. */
  sentence: z.string(),
  /** What an artist can do about it. */
  remedy: z.string(),
  /** Translation of the entity that mends it, m, where there is one. */
  move: z.tuple([z.number(), z.number(), z.number()]).optional(),
});
export type Judgement = z.output<typeof judgement>;

interface JudgedStats {
  readonly warnings: readonly string[];
  readonly judgements?: readonly Judgement[] | undefined;
}

/** Everything to be told of a frame, judgements first, each in one line: what is wrong; what helps. */
export function frameWarnings({ warnings, judgements = [] }: JudgedStats): string[] {
  return [...judgements.map(({ sentence, remedy }) => `${sentence}; ${remedy}`), ...warnings];
}

/** Collects the judgements of a row of frames: the worst of each kind and entity, and where it holds. */
export class JudgedFrames {
  private readonly found = new Map<string, { worst: Judgement; worstFrame: number; first: number; frames: number }>();

  /** Returns those whose kind and entity are met for the first time. */
  add(frame: number, judgements: readonly Judgement[] = []): Judgement[] {
    const met: Judgement[] = [];
    for (const one of judgements) {
      const key = `${one.kind} ${one.entity}`;
      const known = this.found.get(key);
      if (known === undefined) {
        this.found.set(key, { worst: one, worstFrame: frame, first: frame, frames: 1 });
        met.push(one);
      } else {
        known.frames++;
        if (excess(one) > excess(known.worst)) Object.assign(known, { worst: one, worstFrame: frame });
      }
    }
    return met;
  }

  /** One line per kind and entity, in the order in which they were met. */
  lines(): string[] {
    return [...this.found.values()].map(({ worst, worstFrame, first, frames }) => {
      const where = frames === 1 ? `frame ${first}` : `${frames} frames from ${first} on, worst in ${worstFrame}`;
      return `${where}: ${worst.sentence}; ${worst.remedy}`;
    });
  }
}

/** How far a judgement's value lies from its limit, in its unit: of one kind, the larger the worse. */
export function excess({ value, limit }: Judgement): number {
  return Math.abs(value - limit);
}
