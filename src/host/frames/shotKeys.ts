import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { canonicalJson } from '../../base/hash.ts';
import type { KeyInputs } from '../../cache/staleness.ts';
import { initialKey, nextKeyOfText, type FrameKey } from '../../frames/keys.ts';
import type { AnimationInputs } from '../../io/animationInputs.ts';
import { initialInputs, IntervalSampler } from '../../scene/shotInputs.ts';
import type { QualityName, Scene } from '../../scene/Scene.ts';
import { SOLVER_VERSION } from '../../simulation/solverVersion.ts';

/** Milliseconds of making keys after which others have their turn. */
const SLICE = 8;
/** Keys between two looks at the clock. */
const BETWEEN_LOOKS = 64;

/** What keys are made from: a scene, and what its frames read of the files of its animations, by entity id. */
export interface KeyedShot {
  readonly scene: Scene;
  readonly animations?: ReadonlyMap<string, AnimationInputs>;
}

/**
 * The keys of all frames of a shot, from the first of its range, and what each was made from. They follow from one another and are made as far
 * as they are asked for: a range may have a million frames.
 */
export class ShotKeys {
  /** Frames of the range. */
  readonly count: number;
  /** What the intervals were sampled from. */
  readonly curves: string;
  private readonly scene: Scene;
  /** What frames read of animations, sorted by id. */
  private readonly animations: readonly (readonly [string, AnimationInputs])[];
  private readonly initial: unknown;
  private readonly intervalSampler: IntervalSampler;
  private lastText = '';
  private readonly made: FrameKey[] = [];
  /** Canonical inputs of each interval, from the first; the first frame has none. */
  private readonly intervals: string[] = [];
  /** Keys and intervals of an earlier state, and whether the keys are still those of this one. */
  private readonly earlierKeys: readonly FrameKey[];
  private readonly earlierIntervals: readonly string[];
  private readonly sameCurves: boolean;
  private holds: boolean;

  constructor({ scene, animations }: KeyedShot, quality: QualityName, backend: string, earlier?: ShotKeys) {
    this.scene = scene;
    this.animations = [...(animations ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    this.count = scene.range.last - scene.range.first + 1;
    const read = this.animations.map(([id, { initial }]) => [id, initial] as const);
    this.initial = {
      ...initialInputs(scene, quality),
      ...(read.length > 0 && { animations: Object.fromEntries(read) }),
    };
    this.intervalSampler = new IntervalSampler(scene);
    this.curves = canonicalJson({
      first: scene.range.first,
      keyed: this.intervalSampler.curves,
      read: this.animations,
    });
    this.made.push(initialKey(`${SOLVER_VERSION}/${backend}`, this.initial));
    this.earlierKeys = earlier?.made ?? [];
    this.earlierIntervals = earlier?.intervals ?? [];
    this.sameCurves = earlier?.curves === this.curves;
    this.holds = this.earlierKeys[0] === this.made[0];
  }

  /** All of them: where a thread has nothing else to do. */
  get keys(): readonly FrameKey[] {
    return this.upTo(this.count - 1);
  }

  /** How many are made by now. */
  get madeCount(): number {
    return this.made.length;
  }

  /** Returns at least the keys up to `index`, and computes at once those that were not. */
  upTo(index: number): readonly FrameKey[] {
    const wanted = Math.min(index + 1, this.count);
    while (this.made.length < wanted) this.makeNext();
    return this.made;
  }

  /** Returns the keys as `upTo` does, giving others their turn meanwhile. Throws what `check` throws, which is asked between two turns. */
  async reach(index: number, check: () => void = () => undefined): Promise<readonly FrameKey[]> {
    const wanted = Math.min(index + 1, this.count);
    let began = performance.now();
    while (this.made.length < wanted) {
      for (let k = 0; k < BETWEEN_LOOKS && this.made.length < wanted; k++) this.makeNext();
      if (performance.now() - began < SLICE) continue;
      await setImmediate();
      check();
      began = performance.now();
    }
    return this.made;
  }

  /** What the key at `index` was made from. */
  inputsOf = (index: number): KeyInputs => {
    const keys = this.upTo(index);
    if (index === 0) return { inputs: this.initial };
    return { previous: keys[index - 1], inputs: JSON.parse(this.intervals[index - 1]) as unknown };
  };

  /** Adds what the interval that ends at `index` reads of animations to canonical inputs, which stay canonical: `animations` is the first of their members. */
  private withAnimations(text: string, index: number): string {
    if (this.animations.length === 0) return text;
    const read = this.animations.map(([id, { intervals }]) => [id, intervals[Math.min(index, intervals.length) - 1]]);
    return `{"animations":${canonicalJson(Object.fromEntries(read))},${text.slice(1)}`;
  }

  /** Canonical inputs of the interval that ends at `index`, without animations. One string for equal neighbours: most intervals of a long shot are alike. */
  private sampled(index: number): string {
    const text = this.intervalSampler.textAt(this.scene.range.first + index);
    if (text !== this.lastText) this.lastText = text;
    return this.lastText;
  }

  private makeNext(): void {
    const { made, intervals, earlierKeys, earlierIntervals } = this;
    const index = made.length;
    const known = this.sameCurves ? earlierIntervals[index - 1] : undefined;
    const text = known ?? this.withAnimations(this.sampled(index), index);
    intervals.push(text);
    this.holds &&= earlierIntervals[index - 1] === text;
    const key = this.holds ? earlierKeys[index] : undefined;
    made.push(key ?? nextKeyOfText(made[index - 1], text, systemSha256));
  }
}

/**
 * Keys of a shot as simulated by `backend`: an implementation of the solver whose results differ from others' in the last bits. Samples and
 * keys of `earlier` are taken over as far as they were made and hold, which spares most of the work after an edit.
 */
export function shotKeys(shot: KeyedShot, quality: QualityName, backend: string, earlier?: ShotKeys): ShotKeys {
  return new ShotKeys(shot, quality, backend, earlier);
}

/** Computes the hash of `sha256Hex`, many times as fast. */
function systemSha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
