import { expect, test } from 'vitest';
import type { Substep, Term } from '../../src/solids/terms/Term.ts';

/** A term on a body, and where it is tried. */
export interface TermCase {
  readonly term: Term;
  /** m, xyz per vertex, near which it is smooth. */
  readonly positions: Float64Array;
  /** Velocities at which its force is the gradient of its energy, m/s. */
  readonly velocities: Float64Array;
  /** Smallest relative error that its arithmetic allows. */
  readonly rounding: number;
}

/** A substep of a hundredth of a second from 0. */
export function quietSubstep(from: Float64Array): Substep {
  return { start: 0, end: 0.01, dt: 0.01, from, untouched: true, met: false, h: 0.01 };
}

/** What every term keeps to, whatever acts: tried in a substep that has begun. */
export function termContract(name: string, create: () => TermCase): void {
  const begun = (): TermCase => {
    const made = create();
    made.term.beginStep?.(quietSubstep(made.positions));
    return made;
  };
  const forceAt = ({ term, velocities }: TermCase, x: Float64Array): Float64Array => {
    const force = new Float64Array(x.length);
    term.addForce?.(x, velocities, force);
    return force;
  };

  test(`${name}: adds its force to what is there, the same whenever it is asked`, () => {
    const made = begun();
    const once = forceAt(made, made.positions);
    const onTop = new Float64Array(once.length).fill(1);
    made.term.addForce?.(made.positions, made.velocities, onTop);
    const size = Math.max(...once.map(Math.abs));
    expect(size).toBeGreaterThan(0);
    onTop.forEach((value, k) => expect(Math.abs(value - 1 - once[k])).toBeLessThanOrEqual(1e-9 * (1 + size)));
    expect(forceAt(made, made.positions)).toEqual(once);
  });

  test(`${name}: its force is minus the gradient of its energy`, () => {
    const made = begun();
    const { term, positions, rounding } = made;
    if (term.energyAt === undefined) return;
    const force = forceAt(made, positions);
    const size = Math.max(...force.map(Math.abs));
    const step = 1e-4;
    for (const k of someOf(positions.length)) {
      const moved = (by: number) => {
        const x = positions.slice();
        x[k] += by;
        return term.energyAt!(x);
      };
      const slope = (moved(step) - moved(-step)) / (2 * step);
      expect(Math.abs(slope + force[k])).toBeLessThan((rounding + 1e-5) * size + rounding);
    }
  });

  test(`${name}: its differential is the change of its force`, () => {
    const made = begun();
    const { term, positions } = made;
    if (term.addDifferential === undefined) return;
    const dx = positions.map((_, k) => 1e-5 * Math.sin(k));
    const change = new Float64Array(dx.length);
    term.addDifferential(dx, change);
    const before = forceAt(made, positions);
    const after = forceAt(
      made,
      positions.map((x, k) => x + dx[k]),
    );
    change.forEach((value, k) => expect(value).toBeCloseTo(after[k] - before[k], 6));
  });

  test(`${name}: never lengthens a substep`, () => {
    const { term } = create();
    const limit = { start: 0, end: 0.5, longest: 0.01, meanVelocity: new Float64Array(3), speed: 0 };
    term.limitStep?.(limit);
    expect(limit.longest).toBeLessThanOrEqual(0.01);
    expect(limit.longest).toBeGreaterThan(0);
  });
}

/** Some components of a vector. */
function someOf(length: number): number[] {
  return [0, 4, 8, 13].filter((k) => k < length);
}
