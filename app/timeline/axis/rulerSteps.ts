/** Frames between labels and between small ticks of the ruler. */
export interface RulerSteps {
  readonly label: number;
  readonly tick: number;
}

/** CSS pixels that a label and the gap after it need, and that two ticks are apart at least. */
const LABEL_SPACE = 64;
const TICK_SPACE = 6;
const ROUND = [1, 2, 5];

/**
 * Steps that fit: parts of a second while there is room, then whole seconds, 2, 5, 10 ... of them. Labels count from the first frame of
 * the shot, so that they stand on whole seconds of it.
 */
export function rulerSteps(pixelsPerFrame: number, framesPerSecond: number): RulerSteps {
  const candidates = stepCandidates(Math.max(1, Math.round(framesPerSecond)));
  const least = (space: number) => candidates.find((step) => step * pixelsPerFrame >= space) ?? candidates.at(-1)!;
  const label = least(LABEL_SPACE);
  const tick = candidates.find((step) => step * pixelsPerFrame >= TICK_SPACE && label % step === 0) ?? label;
  return { label, tick };
}

/** Divisors of a second, then rounded numbers of seconds, ascending. */
function stepCandidates(second: number): number[] {
  const steps: number[] = [];
  for (let step = 1; step <= second; step++) if (second % step === 0) steps.push(step);
  for (let decade = 1; decade <= 1e6; decade *= 10) {
    for (const factor of ROUND) if (factor * decade > 1) steps.push(factor * decade * second);
  }
  return steps;
}
