import { describe, expect, it } from 'vitest';
import { Constraint } from '../../../src/collision/VelocityConstraints.ts';
import { MomentumCorrection } from '../../../src/solids/momenta/MomentumCorrection.ts';
import { PushedMomentum } from '../../../src/solids/momenta/PushedMomentum.ts';
import { SeededRandom } from '../../support/random.ts';
import { spread } from '../../support/tetBodies.ts';

const COUNT = 40;

/** A body at rest, forces on it and what they are said to have changed its velocities by. */
function pushedBody(seed: string) {
  const random = new SeededRandom(seed);
  const vectors = (size: number) => Float64Array.from({ length: 3 * COUNT }, () => spread(random, size));
  const kinds = Uint8Array.from({ length: COUNT }, (_, v) => (v % 7 === 3 ? Constraint.normal : Constraint.free));
  const normals = new Float64Array(3 * COUNT).map((_, k) => (k % 3 === 1 ? 1 : 0));
  return {
    masses: Float64Array.from({ length: COUNT }, () => 1 + spread(random, 0.5)),
    positions: vectors(2),
    force: vectors(5),
    change: vectors(1),
    damping: vectors(3),
    constraints: { kinds, normals },
  };
}

describe('momentum of what impulses do', () => {
  it.each([false, true])('is taken out with the bytes of the correction of a whole solve; touching: %s', (touching) => {
    const { masses, positions, force, change, damping, constraints } = pushedBody('pushed');
    const still = new Float64Array(3 * COUNT);
    const after = change.slice();
    const whole = { masses, from: positions, to: positions, at: positions, before: still, after };
    const balance = { ...whole, force, duration: 0.01, drag: 0.3, dragBlend: 1 };
    new MomentumCorrection().correct(balance, { damping, constraints }, touching, false);

    const momentum = new PushedMomentum(masses);
    const pushed = { force, change, duration: 0.01, drag: 0.3 };
    if (touching) momentum.correctTouching(pushed, damping, positions, constraints);
    else momentum.correctFree(pushed, positions, constraints);
    expect(change).toEqual(after);
    expect(change).not.toEqual(pushedBody('pushed').change);
  });

  it('follows a body that has moved once it begins again', () => {
    const { masses, positions, force, change, constraints } = pushedBody('moved');
    const momentum = new PushedMomentum(masses);
    const first = { force, change: change.slice(), duration: 0.01, drag: 0 };
    momentum.correctFree(first, positions, constraints);
    for (let k = 0; k < positions.length; k++) positions[k] *= 1.5;
    momentum.begin();
    const second = { force, change: change.slice(), duration: 0.01, drag: 0 };
    momentum.correctFree(second, positions, constraints);
    const fresh = { force, change: change.slice(), duration: 0.01, drag: 0 };
    new PushedMomentum(masses).correctFree(fresh, positions, constraints);
    expect(second.change).toEqual(fresh.change);
    expect(second.change).not.toEqual(first.change);
  });
});
