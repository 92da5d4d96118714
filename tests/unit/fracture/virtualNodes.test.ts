import { describe, expect, it } from 'vitest';
import { CrackSet, type CrackableBody } from '../../../src/solids/fracture/CrackSet.ts';
import { faceNeighbours } from '../../../src/solids/fracture/faceNeighbours.ts';
import { cutTopology, nodeAncestors, pieces, type CutTopology } from '../../../src/solids/fracture/virtualNodes.ts';
import { createRandom } from '../../support/random.ts';
import { freudenthalBox } from '../../support/freudenthalBox.ts';

const RULES = { roughness: 0, spacing: 0.3, smallestPiece: 0.01, maxCracks: 4 };

function boxBody(nx: number, ny: number, nz: number): CrackableBody {
  const { positions, tets } = freudenthalBox(nx, ny, nz, 0.1);
  const vertexCount = positions.length / 3;
  const volumes = new Float64Array(tets.length / 4).fill(0.001 / 6);
  return { tets, positions, vertexCount, volumes, elementSize: 0.1, neighbours: faceNeighbours(tets, vertexCount) };
}

/** Lumped node masses at density 1. */
function masses({ elements, tetOf, fractions, vertexOf }: CutTopology, volumes: Float64Array): Float64Array {
  const out = new Float64Array(vertexOf.length);
  elements.forEach((node, slot) => (out[node] += (volumes[tetOf[slot >> 2]] * fractions[slot >> 2]) / 4));
  return out;
}

function tetAt(body: CrackableBody, x: number): number {
  const { tets, positions } = body;
  const middle = (t: number) => [0, 1, 2, 3].reduce((sum, k) => sum + positions[3 * tets[4 * t + k]] / 4, 0);
  return [...Array(tets.length / 4).keys()].reduce(
    (best, t) => (Math.abs(middle(t) - x) < Math.abs(middle(best) - x) ? t : best),
    0,
  );
}

/** Cuts the planned tets one by one from the seed; calls back after each. */
function tear(cracks: CrackSet, after: () => void): void {
  for (let front = cracks.front(); front.length > 0; front = cracks.front()) {
    cracks.cut[front[0]] = 1;
    after();
  }
}

describe('virtual nodes', () => {
  it('leave a whole body as it is', () => {
    const body = boxBody(3, 2, 2);
    const whole = cutTopology(body, new Uint8Array(body.tets.length));
    expect([...whole.elements]).toEqual([...body.tets]);
    expect(whole.vertexOf.length).toBe(body.vertexCount);
    expect(pieces(whole, body.volumes).volumes).toHaveLength(1);
  });

  it('tear a bar into two clean pieces, with mass and momentum to rounding at every cut', () => {
    const body = boxBody(12, 3, 3);
    const cracks = new CrackSet(body, { ...RULES, roughness: 0.04 });
    expect(cracks.start(tetAt(body, 0.63), [1, 0, 0])).toBe(true);
    const random = createRandom('momentum');
    let before = cutTopology(body, cracks.sides());
    let velocities = Float64Array.from({ length: 3 * before.vertexOf.length }, () => random() - 0.5);
    const total = body.volumes.reduce((sum, volume) => sum + volume, 0);
    let cuts = 0;
    tear(cracks, () => {
      cuts++;
      const topology = cutTopology(body, cracks.sides());
      const ancestors = nodeAncestors(before, topology);
      const next = Float64Array.from(
        { length: 3 * ancestors.length },
        (_, k) => velocities[3 * ancestors[Math.floor(k / 3)] + (k % 3)],
      );
      const [old, now] = [masses(before, body.volumes), masses(topology, body.volumes)];
      expect(Math.abs(now.reduce((sum, mass) => sum + mass, 0) / total - 1)).toBeLessThan(1e-13);
      expect(now.every((mass) => mass > 0)).toBe(true);
      for (let axis = 0; axis < 3; axis++) {
        const momentum = (mass: Float64Array, v: Float64Array) =>
          mass.reduce((sum, m, node) => sum + m * v[3 * node + axis], 0);
        expect(Math.abs(momentum(now, next) - momentum(old, velocities))).toBeLessThan(1e-13 * total);
      }
      [before, velocities] = [topology, next];
    });
    expect(cuts).toBeGreaterThan(20);
    const { volumes } = pieces(before, body.volumes);
    expect(volumes).toHaveLength(2);
    for (const volume of volumes) expect(volume / total).toBeGreaterThan(0.3);
    expect(volumes[0] + volumes[1]).toBeCloseTo(total, 12);
  });

  it('keep a body in one piece until its crack is through', () => {
    const body = boxBody(6, 3, 3);
    const cracks = new CrackSet(body, RULES);
    cracks.start(tetAt(body, 0.33), [0.96, 0.28, 0]);
    const counts: number[] = [];
    tear(cracks, () => counts.push(pieces(cutTopology(body, cracks.sides()), body.volumes).volumes.length));
    expect(counts.at(-1)).toBe(2);
    expect(counts.slice(0, -1).every((count) => count === 1)).toBe(true);
  });
});

describe('CrackSet', () => {
  it('refuses a crack that would leave a small piece', () => {
    const body = boxBody(20, 2, 2);
    const cracks = new CrackSet(body, { ...RULES, smallestPiece: 0.06 });
    expect(cracks.start(tetAt(body, 0.05), [1, 0, 0])).toBe(false);
    expect(cracks.crackOf.every((crack) => crack === -1)).toBe(true);
    expect(cracks.start(tetAt(body, 1), [1, 0, 0])).toBe(true);
  });

  it('keeps its distance from other cracks', () => {
    const body = boxBody(20, 2, 2);
    const cracks = new CrackSet(body, RULES);
    expect(cracks.start(tetAt(body, 1), [1, 0, 0])).toBe(true);
    expect(cracks.start(tetAt(body, 1.15), [1, 0, 0])).toBe(false);
    expect(cracks.start(tetAt(body, 1.6), [1, 0, 0])).toBe(true);
    tear(cracks, () => undefined);
    expect(pieces(cutTopology(body, cracks.sides()), body.volumes).volumes).toHaveLength(3);
  });

  it('goes on from a saved state', () => {
    const body = boxBody(8, 2, 2);
    const cracks = new CrackSet(body, { ...RULES, roughness: 0.03 });
    cracks.start(tetAt(body, 0.4), [0.6, 0.8, 0]);
    for (const t of cracks.front()) cracks.cut[t] = 1;
    const other = new CrackSet(body, { ...RULES, roughness: 0.03 });
    other.state.load(cracks.state.save());
    expect(other.sides()).toEqual(cracks.sides());
    expect(other.front()).toEqual(cracks.front());
    expect(() => new CrackSet(boxBody(2, 2, 2), RULES).state.load(cracks.state.save())).toThrow(
      /'crackOf' does not fit/,
    );
  });
});
