import { describe, expect, it } from 'vitest';
import type { ContactSurface } from '../../../src/collision/selfContact/ContactSurface.ts';
import type { CollisionReport } from '../../../src/collision/selfContact/CollisionSweeps.ts';
import { SelfContact } from '../../../src/collision/selfContact/SelfContact.ts';
import { createRandom } from '../../support/random.ts';
import { contactSurface, equilateralSheet, type Sheet } from '../../support/contactSheets.ts';

const DT = 1 / 240;

/** A surface in motion. */
interface Motion {
  readonly surface: ContactSurface;
  readonly x: Float64Array;
  readonly v: Float64Array;
}

function momentum({ surface, v }: Motion): number[] {
  return [0, 1, 2].map((axis) => surface.masses.reduce((sum, m, vertex) => sum + m * v[3 * vertex + axis], 0));
}

/** Steps with all parts of contact; without `contact`, none. Returns the worst of the reports. */
function run({ x, v }: Motion, contact: SelfContact | undefined, steps: number, dt = DT): CollisionReport {
  const worst: CollisionReport = { sweeps: 0, pairs: 0, impulses: 0, zones: 0, largestZone: 0, stopped: 0 };
  for (let step = 0; step < steps; step++) {
    contact?.repel(x, v, dt);
    const end = x.map((value, k) => value + dt * v[k]);
    const report = contact?.collide(x, end, v, dt);
    x.set(end);
    contact?.dampApproach(v);
    if (report === undefined) continue;
    for (const key of Object.keys(worst) as (keyof CollisionReport)[]) worst[key] = Math.max(worst[key], report[key]);
  }
  return worst;
}

/** Two sheets, ruffled; the second flies onto the first. */
function thrownSheets(seed: number, thickness: number): Motion {
  const random = createRandom(`thrown sheets ${seed}`);
  const sheets = [equilateralSheet(6, 6, 0.02), equilateralSheet(6, 6, 0.02)];
  sheets.forEach(({ positions }, body) => {
    for (let i = 0; i < positions.length; i++) {
      positions[i] += 0.006 * (random() - 0.5) + (i % 3 === 2 ? 0.02 * body : 0.01 * random());
    }
  });
  const surface = contactSurface(sheets, { thickness, friction: seed % 2 === 0 ? 0 : 0.4 });
  const v = new Float64Array(surface.rest.length);
  const speed = 2 + 30 * random();
  for (let i = v.length / 2; i < v.length; i++) v[i] = i % 3 === 2 ? -speed * (0.6 + 0.8 * random()) : 2 * random() - 1;
  return { surface, x: surface.rest.slice(), v };
}

/** Triangles of one body that share nothing and fly towards the middle. */
function soup(seed: number): Motion {
  const random = createRandom(`soup ${seed}`);
  const sheets = Array.from({ length: 60 }, (): Sheet => {
    const centre = [0, 1, 2].map(() => 0.6 * (random() - 0.5));
    const positions = Float64Array.from({ length: 9 }, (_, i) => centre[i % 3] + 0.12 * (random() - 0.5));
    return { positions, triangles: Int32Array.of(0, 1, 2) };
  });
  const surface = contactSurface(sheets, { thickness: 1e-3 });
  const v = surface.rest.map((value) => -4 * value + 2 * (random() - 0.5));
  return { surface, x: surface.rest.slice(), v };
}

function pairKeys(pairs: Int32Array): Set<string> {
  const keys = new Set<string>();
  for (let k = 0; k < pairs.length; k += 2) keys.add(`${pairs[k]} ${pairs[k + 1]}`);
  return keys;
}

describe('sheets thrown at each other', () => {
  it('never intersect, also not after rounding to single precision', () => {
    for (let seed = 0; seed < 100; seed++) {
      const motion = thrownSheets(seed, seed % 3 === 0 ? 0 : 0.002);
      const contact = new SelfContact(motion.surface);
      if (contact.intersectingPairs(motion.x).length > 0) continue;
      const before = momentum(motion);
      for (let step = 0; step < 5; step++) {
        run(motion, contact, 1);
        expect(contact.intersectingPairs(motion.x), `seed ${seed}, step ${step}`).toHaveLength(0);
        expect(contact.intersectingPairs(Float32Array.from(motion.x)), `seed ${seed}, step ${step}`).toHaveLength(0);
      }
      const scale = motion.surface.masses.reduce((sum, m) => sum + m) * 30;
      momentum(motion).forEach((value, axis) => expect(Math.abs(value - before[axis]) / scale).toBeLessThan(1e-12));
    }
  });

  it('would intersect without contact', () => {
    let intersections = 0;
    for (let seed = 0; seed < 20; seed++) {
      const motion = thrownSheets(seed, 0.002);
      const contact = new SelfContact(motion.surface);
      for (let step = 0; step < 5; step++) {
        run(motion, undefined, 1);
        intersections += contact.intersectingPairs(motion.x).length / 2;
      }
    }
    expect(intersections).toBeGreaterThan(1000);
  });
});

describe('a soup of triangles', () => {
  it('gets no new intersections', () => {
    let impulses = 0;
    let control = 0;
    for (let seed = 0; seed < 10; seed++) {
      const motion = soup(seed);
      const contact = new SelfContact(motion.surface);
      const old = pairKeys(contact.intersectingPairs(motion.x));
      impulses += run(motion, contact, 20).impulses;
      for (const key of pairKeys(contact.intersectingPairs(motion.x)))
        expect(old, `seed ${seed}: ${key}`).toContain(key);
      const free = soup(seed);
      run(free, undefined, 20);
      for (const key of pairKeys(contact.intersectingPairs(free.x))) if (!old.has(key)) control++;
    }
    expect(impulses).toBeGreaterThan(100);
    expect(control).toBeGreaterThan(100);
  });
});

describe('a sheet dropped on a heavy one', () => {
  /** Vertices of the lower sheet. */
  const LOWER = 81;

  /** Two flat sheets, the smaller one 2.1 thicknesses above the other. */
  function stacked(friction: number): Motion {
    const sheets = [equilateralSheet(8, 8, 0.02), equilateralSheet(4, 4, 0.02)];
    for (let i = 0; i < sheets[1].positions.length; i += 3) {
      sheets[1].positions[i] += 0.003;
      sheets[1].positions[i + 2] = 0.0021;
    }
    const surface = contactSurface(sheets, { thickness: 0.001, friction });
    return { surface, x: surface.rest.slice(), v: new Float64Array(surface.rest.length) };
  }

  it('comes to rest at its thickness', () => {
    const motion = stacked(0);
    const contact = new SelfContact(motion.surface);
    contact.constrained.fill(1, 0, LOWER);
    const upper = 3 * LOWER;
    for (let step = 0; step < 240; step++) {
      for (let i = upper; i < motion.v.length; i += 3) motion.v[i + 2] -= 9.8 * DT;
      run(motion, contact, 1);
    }
    const heights = motion.x.subarray(upper).filter((_, i) => i % 3 === 2);
    // The spring balances gravity at a depth of 10 g dt^2 = 1.7 mm at most: what holds is the impulses, at a share of the thickness.
    expect(Math.min(...heights)).toBeGreaterThan(0);
    expect(Math.max(...heights)).toBeLessThan(0.0021);
    // What two substeps of gravity make up.
    for (let i = upper; i < motion.v.length; i += 3) expect(Math.abs(motion.v[i + 2])).toBeLessThan(2.5 * 9.8 * DT);
  });

  it('is slowed by friction while it is pressed, and slides without', () => {
    const speeds = [0, 0.5].map((friction) => {
      const motion = stacked(friction);
      const contact = new SelfContact(motion.surface);
      contact.constrained.fill(1, 0, LOWER);
      const upper = 3 * LOWER;
      for (let i = upper; i < motion.v.length; i += 3) motion.v[i] = 0.3;
      for (let step = 0; step < 20; step++) {
        for (let i = upper; i < motion.v.length; i += 3) motion.v[i + 2] -= 9.8 * DT;
        run(motion, contact, 1);
      }
      let sum = 0;
      for (let i = upper; i < motion.v.length; i += 3) sum += motion.v[i];
      return (3 * sum) / (motion.v.length - upper);
    });
    // Slanted contacts of single triangles take a little.
    expect(speeds[0]).toBeGreaterThan(0.25);
    expect(speeds[1]).toBeLessThan(0.15);
  });
});

describe('a stack of sheets between plates that close', () => {
  /** Layers 3 mm apart; the lowest is held, the highest comes down and is a million times as heavy. */
  function press(): Motion {
    const sheets = Array.from({ length: 12 }, (_, layer) => {
      const sheet = equilateralSheet(5, 5, 0.02);
      const random = createRandom(`layer ${layer}`);
      for (let i = 0; i < sheet.positions.length; i++) {
        sheet.positions[i] += i % 3 === 2 ? 0.003 * layer + 0.001 * random() : 0.008 * random();
      }
      return sheet;
    });
    const masses = sheets.map((_, layer) => (layer === 11 ? 1e3 : 1e-3));
    const surface = contactSurface(sheets, { thickness: 0.001, masses });
    const v = new Float64Array(surface.rest.length);
    for (let i = v.length - v.length / 12; i < v.length; i += 3) v[i + 2] = -4;
    return { surface, x: surface.rest.slice(), v };
  }

  it('stays free of intersections through impact zones', () => {
    const motion = press();
    const contact = new SelfContact(motion.surface);
    contact.constrained.fill(1, 0, contact.constrained.length / 12);
    let zones = 0;
    for (let step = 0; step < 6; step++) {
      zones += run(motion, contact, 1).zones;
      expect(contact.intersectingPairs(motion.x), `step ${step}`).toHaveLength(0);
    }
    expect(zones).toBeGreaterThan(0);
    motion.x.forEach((value) => expect(value).not.toBeNaN());
  });
});
