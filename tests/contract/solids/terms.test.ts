import { describe, expect, test } from 'vitest';
import { createSolid } from '../../../src/solids/createSolid.ts';
import { StepFailure } from '../../../src/solids/StepFailure.ts';
import { ElasticTerm } from '../../../src/solids/terms/ElasticTerm.ts';
import { TargetTerm } from '../../../src/solids/terms/TargetTerm.ts';
import type { Term } from '../../../src/solids/terms/Term.ts';
import { WeightTerm } from '../../../src/solids/terms/WeightTerm.ts';
import { timeSchemes } from '../../../src/solids/TimeScheme.ts';
import { advanceFrame, takeSubstep } from '../../support/advanceFrame.ts';
import { boxOfTets } from '../../support/bodies.ts';
import { massMean, operatorImplementations, quietMotion, solidBody } from '../../support/solids.ts';
import { termContract } from '../../support/termContract.ts';

const box = boxOfTets([2, 2, 2], [0.4, 0.3, 0.2], 6);
const bent = box.restPositions.map((x, k) => x + 0.02 * Math.sin(3 * k) + (k % 3 === 1 ? 0.1 * x * x : 0));
const still = new Float64Array(bent.length);

describe('the contract of terms', () => {
  termContract('weight', () => {
    const fields = { gravityAt: (_: number, out: Float64Array) => void out.set([1, -9.81, 2]), dragAt: () => 3 };
    const masses = new Float64Array(bent.length / 3).fill(0.2);
    return { term: new WeightTerm(fields, masses), positions: bent, velocities: still, rounding: 1e-8 };
  });

  describe.each(operatorImplementations)('on %s operators', (name, create) => {
    termContract('elasticity', () => {
      const body = solidBody(box, { youngsModulus: 1e4 });
      const term = new ElasticTerm({ operators: create(body), body, ...quietMotion(body, {}) }, bent);
      return { term, positions: bent, velocities: still, rounding: name === 'reference' ? 1e-7 : 1e-2 };
    });
  });

  termContract('springs of pins', () => {
    const masses = new Float64Array(bent.length / 3).fill(0.2);
    const vertices = Uint32Array.of(0, 1, 4);
    const velocity = [0.3, 0, -0.2];
    const place = (time: number, out: Float64Array): void => {
      for (let k = 0; k < out.length; k++) out[k] = 0.1 * k + velocity[k % 3] * time;
    };
    const spring = { stiffness: 40, shares: Float64Array.of(1, 0.5, 2), dampingRatio: 0.5 };
    const term = new TargetTerm([{ vertices, spring, activeAt: () => true, positionsAt: place }], masses);
    // Springs whose ends move as their targets do have no damping.
    return { term, positions: bent, velocities: still.map((_, k) => velocity[k % 3]), rounding: 1e-7 };
  });
});

/** A term that no program has: a force of the same size on every vertex along x, which grows with time. */
class Push implements Term {
  private strength = 0;

  constructor(private readonly newtons: number) {}

  beginStep({ end }: { readonly end: number }): void {
    this.strength = this.newtons * end;
  }

  addForce(_x: Float64Array, _v: Float64Array, force: Float64Array): void {
    for (let k = 0; k < force.length; k += 3) force[k] += this.strength;
  }
}

describe.each(timeSchemes.types())('the %s scheme', (scheme) => {
  const make = (terms: readonly Term[], options = {}) => {
    const plain = solidBody(box, { youngsModulus: 1e4, dampingTime: 0.01 });
    const body = timeSchemes.get(scheme).implicit ? { ...plain, implicit: { typicalStep: 0.01 } } : plain;
    const operators = operatorImplementations[0][1](body);
    return createSolid({ operators, body, ...quietMotion(body, {}), scheme, terms, minSubsteps: 4, ...options });
  };

  test('moves a body as a term that it has never seen pushes it', () => {
    const errors = [8, 16].map((minSubsteps) => {
      const body = make([new Push(2)], { minSubsteps });
      for (let frame = 0; frame < 8; frame++) advanceFrame(body, frame / 24, (frame + 1) / 24);
      const mass = body.masses.reduce((sum, own) => sum + own, 0);
      // F = 2 N/s t on each vertex: v = F t^2 / (2 m).
      const expected = (2 * body.masses.length * (8 / 24) ** 2) / (2 * mass);
      return Math.abs(massMean(body.velocities, body.masses)[0] / expected - 1);
    });
    expect(errors[1]).toBeLessThan(0.02);
    expect(errors[1]).toBeLessThan(0.6 * errors[0]);
  });

  test('asks terms for the length of its substeps', () => {
    const body = make([{ limitStep: (limit) => void (limit.longest = Math.min(limit.longest, 0.001)) }]);
    expect(body.maxStep(0, 1 / 24)).toBeLessThanOrEqual(0.001);
  });

  test('rolls terms back, and commits them once', () => {
    const calls: string[] = [];
    const body = make([{ commit: () => void calls.push('commit'), rollback: () => void calls.push('rollback') }]);
    body.beginInterval();
    body.predict(0, 0.01);
    body.rollback();
    takeSubstep(body, 0, 0.005);
    expect(calls).toEqual(['rollback', 'commit']);
  });

  test('leaves nothing of a substep that failed in free flight', () => {
    const spin = box.restPositions.map((_, k) =>
      k % 3 === 0 ? 8 * box.restPositions[k + 2] : k % 3 === 2 ? -8 * box.restPositions[k - 2] : 0,
    );
    const after = (fails: boolean) => {
      let pinned = false;
      let failing = fails;
      const failure: Term = {
        addForce() {
          if (failing) throw new StepFailure('on purpose', 0);
        },
      };
      const pin = {
        vertices: Uint32Array.of(0, 1, 2),
        activeAt: () => pinned,
        positionsAt: (_: number, out: Float64Array) => out.set(box.restPositions.subarray(0, 9)),
      };
      const body = make([failure], { targets: [pin], velocities: spin });
      body.beginInterval();
      if (fails) {
        expect(() => body.predict(0, 0.005)).toThrow('on purpose');
        body.rollback();
        failing = false;
      }
      // What is pinned does not fly.
      pinned = true;
      body.maxStep(0, 0.005);
      takeSubstep(body, 0, 0.005);
      return body;
    };
    const once = after(true);
    const never = after(false);
    expect(once.positions).toEqual(never.positions);
    expect(once.velocities).toEqual(never.velocities);
  });
});
