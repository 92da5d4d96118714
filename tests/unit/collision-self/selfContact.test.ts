import { describe, expect, it } from 'vitest';
import { SelfContact } from '../../../src/collision/selfContact/SelfContact.ts';
import { createRandom } from '../../support/random.ts';
import { allocatedBytes, SUBSTEP_BOUND } from '../../support/allocatedBytes.ts';
import { contactSurface, equilateralSheet } from '../../support/contactSheets.ts';
import '../../support/withoutInlining.ts';

const DT = 1 / 240;

/** Two ruffled sheets, 4 mm apart, and velocities that bring them together. */
function approaching(speed = 3, cells = 10) {
  const random = createRandom('approaching sheets');
  const sheets = [equilateralSheet(cells, cells, 0.02), equilateralSheet(cells, cells, 0.02)];
  sheets.forEach(({ positions }, body) => {
    for (let i = 0; i < positions.length; i++) positions[i] += 0.003 * random() + (i % 3 === 2 ? 0.004 * body : 0);
  });
  const surface = contactSurface(sheets, { thickness: 0.001, friction: 0.2 });
  const velocity = surface.rest.map(() => 0.1 * random());
  for (let i = velocity.length / 2; i < velocity.length; i += 3) velocity[i + 2] -= speed;
  return { surface, velocity };
}

function moved(x: Float64Array, v: Float64Array): Float64Array {
  return x.map((value, k) => value + DT * v[k]);
}

/** One substep; returns all that it changed. */
function substep(contact: SelfContact, x: Float64Array, velocity: Float64Array): Float64Array[] {
  const v = velocity.slice();
  contact.repel(x, v, DT);
  const end = moved(x, v);
  contact.collide(x, end, v, DT);
  contact.dampApproach(v);
  return [v, end];
}

describe('surfaces far from anything', () => {
  it('keep their bytes, and find nothing', () => {
    const sheets = [equilateralSheet(10, 10, 0.02), equilateralSheet(10, 10, 0.02)];
    for (let i = 2; i < sheets[1].positions.length; i += 3) sheets[1].positions[i] = 0.5;
    const surface = contactSurface(sheets, { thickness: 0.002 });
    const contact = new SelfContact(surface);
    const v = surface.rest.map((_, i) => (i % 3 === 2 ? -9 : 0));
    const given = v.slice();
    expect(contact.repel(surface.rest, v, DT)).toEqual({ contacts: 0 });
    const end = moved(surface.rest, v);
    const aimed = end.slice();
    expect(contact.collide(surface.rest, end, v, DT)).toMatchObject({ sweeps: 1, impulses: 0, zones: 0, stopped: 0 });
    expect(v).toEqual(given);
    expect(end).toEqual(aimed);
  });
});

describe('contacts that are listed', () => {
  it('are those that the course brings near, from however far, so that nothing is left to collide', () => {
    const { surface, velocity } = approaching();
    const x = surface.rest.slice();
    for (let i = x.length / 2; i < x.length; i += 3) x[i + 2] += 0.006;
    const contact = new SelfContact(surface);
    expect(contact.list(x, velocity.slice().fill(0), DT, 3).contacts).toBe(0);
    expect(contact.list(x, velocity, DT, 3).contacts).toBeGreaterThan(100);
    for (let round = 0; round < 40; round++) contact.settlePushing(velocity, 4);
    expect(contact.collide(x, moved(x, velocity), undefined, DT)).toMatchObject({ impulses: 0 });
  });

  it('are not those that slide past each other', () => {
    const { surface, velocity } = approaching();
    const x = surface.rest.slice();
    for (let i = x.length / 2; i < x.length; i += 3) {
      x[i + 2] += 0.006;
      velocity[i] += 200;
    }
    expect(new SelfContact(surface).list(x, velocity, DT, 3).contacts).toBe(0);
  });

  it('reach as far as the table of their bodies says', () => {
    const sheets = [0, 1, 2].map(() => equilateralSheet(4, 4, 0.02));
    sheets.forEach(({ positions }, body) => {
      for (let i = 2; i < positions.length; i += 3) positions[i] = 0.005 * body;
    });
    const { rest, bodies, ...others } = contactSurface(sheets, { thickness: 0.002 });
    const contact = new SelfContact({ rest, bodies, ...others });
    const course = rest.map((_, i) => (i % 3 === 2 ? 1 - bodies[(i - 2) / 3] : 0));
    const listed = (reach: number | Float64Array) => {
      contact.list(rest, course, DT, reach);
      const { vertices, count } = contact.contacts;
      return Array.from({ length: count }, (_, k) => bodies[vertices[4 * k]] + bodies[vertices[4 * k + 3]]);
    };
    expect(listed(0)).toEqual([]);
    expect(new Set(listed(2))).toEqual(new Set([1, 2, 3]));
    // Only the first and the second body.
    expect(new Set(listed(Float64Array.of(2, 2, 0, 2, 0, 0, 0, 0, 0)))).toEqual(new Set([1]));
  });
});

describe('a substep', () => {
  it('adds to the velocity what it adds to the positions, over the time', () => {
    const { surface, velocity } = approaching();
    const contact = new SelfContact(surface);
    const end = moved(surface.rest, velocity);
    const aimed = end.slice();
    const v = velocity.slice();
    expect(contact.collide(surface.rest, end, v, DT).impulses).toBeGreaterThan(10);
    for (let i = 0; i < v.length; i++) expect(v[i]).toBeCloseTo(velocity[i] + (end[i] - aimed[i]) / DT, 9);
  });

  it('depends on nothing before it', () => {
    const { surface, velocity } = approaching();
    const used = new SelfContact(surface);
    substep(
      used,
      surface.rest.map((value, i) => (i % 3 === 0 ? 1.2 * value : value)),
      velocity.map((value) => 3 * value),
    );
    used.repel(surface.rest, velocity.slice(), 0.1);
    expect(substep(used, surface.rest, velocity)).toEqual(substep(new SelfContact(surface), surface.rest, velocity));
  });

  it('leaves no contact approaching', () => {
    const { surface, velocity } = approaching();
    const contact = new SelfContact(surface);
    const v = velocity.slice();
    contact.repel(surface.rest, v, DT);
    contact.collide(surface.rest, moved(surface.rest, v), v, DT);
    const later = velocity.slice();
    const approach = (): number => {
      const { vertices, numbers, count } = contact.contacts;
      let sum = 0;
      for (let k = 0; k < count; k++) {
        let along = 0;
        for (let i = 0; i < 4; i++) {
          for (let axis = 0; axis < 3; axis++) {
            along += numbers[13 * k + i] * numbers[13 * k + 4 + axis] * later[3 * vertices[4 * k + i] + axis];
          }
        }
        sum += Math.min(along, 0);
      }
      return -sum;
    };
    const before = approach();
    for (let pass = 0; pass < 30; pass++) contact.dampApproach(later);
    expect(before).toBeGreaterThan(10);
    expect(approach()).toBeLessThan(0.02 * before);
  });

  it('never moves what is held', () => {
    const { surface, velocity } = approaching();
    const contact = new SelfContact(surface);
    const half = contact.constrained.length / 2;
    contact.constrained.fill(1, 0, half);
    const [v, end] = substep(contact, surface.rest, velocity);
    expect(v.subarray(0, 3 * half)).toEqual(velocity.subarray(0, 3 * half));
    expect(end.subarray(0, 3 * half)).toEqual(moved(surface.rest, velocity).subarray(0, 3 * half));
    expect(contact.intersectingPairs(end)).toHaveLength(0);
  });

  it('lets pairs of bodies through that are not enabled', () => {
    const { surface, velocity } = approaching(1);
    surface.pairs.enabled[1] = 0;
    surface.pairs.enabled[2] = 0;
    const contact = new SelfContact(surface);
    const end = moved(surface.rest, velocity);
    expect(contact.collide(surface.rest, end, undefined, DT).impulses).toBe(0);
    expect(contact.intersectingPairs(end)).toHaveLength(0);
    surface.pairs.enabled.fill(1);
    expect(contact.intersectingPairs(end).length).toBeGreaterThan(0);
  });

  it('allocates nothing when warm', () => {
    const { surface, velocity } = approaching(3, 5);
    const contact = new SelfContact(surface);
    const v = velocity.slice();
    const end = velocity.slice();
    const aimed = moved(surface.rest, velocity);
    const work = (): void => {
      v.set(velocity);
      end.set(aimed);
      contact.repel(surface.rest, v, DT);
      contact.collide(surface.rest, end, v, DT);
      contact.dampApproach(v);
    };
    for (let k = 0; k < 500; k++) work();
    // V8 compiles when it likes.
    let least = Infinity;
    const [looks, works] = [16, 20];
    for (let look = 0; look < looks && least >= SUBSTEP_BOUND; look++) {
      const bytes = allocatedBytes(() => {
        for (let k = 0; k < works; k++) work();
      });
      least = Math.min(least, bytes / works);
    }
    expect(least).toBeLessThan(SUBSTEP_BOUND);
  });
});

describe('thickness', () => {
  it('is at most half the distance at rest: a surface at rest does not push itself apart', () => {
    const sheet = equilateralSheet(10, 10, 0.02);
    const surface = contactSurface([sheet], { thickness: 0.1 });
    const contact = new SelfContact(surface);
    const v = new Float64Array(surface.rest.length);
    expect(contact.repel(surface.rest, v, DT)).toEqual({ contacts: 0 });
    // Crowded to a third of its size, what was apart touches.
    expect(
      contact.repel(
        surface.rest.map((value) => value / 3),
        v,
        DT,
      ).contacts,
    ).toBeGreaterThan(100);
  });

  it('treats vertices at one place as one', () => {
    const sheet = equilateralSheet(4, 4, 0.02);
    const split = new Float64Array(3 * sheet.triangles.length);
    sheet.triangles.forEach((vertex, corner) =>
      split.set(sheet.positions.subarray(3 * vertex, 3 * vertex + 3), 3 * corner),
    );
    const surface = contactSurface([{ positions: split, triangles: sheet.triangles.map((_, k) => k) }], {
      thickness: 0.002,
    });
    const contact = new SelfContact(surface);
    expect(contact.repel(surface.rest, new Float64Array(split.length), DT)).toEqual({ contacts: 0 });
    expect(contact.intersectingPairs(surface.rest)).toHaveLength(0);
  });
});

describe('the check for intersections', () => {
  it('finds crossing triangles, not coplanar or touching ones', () => {
    const triangle = (...positions: number[]) => ({
      positions: Float64Array.from(positions),
      triangles: Int32Array.of(0, 1, 2),
    });
    const base = triangle(0, 0, 0, 1, 0, 0, 0, 1, 0);
    const check = (other: ReturnType<typeof triangle>): number =>
      new SelfContact(contactSurface([base, other], { thickness: 0 })).intersectingPairs(
        Float64Array.of(...base.positions, ...other.positions),
      ).length / 2;
    expect(check(triangle(0.2, 0.2, -1, 0.2, 0.2, 1, 1, 1, 1))).toBe(1);
    expect(check(triangle(0.2, 0.2, 0, 1.2, 0.2, 0, 0.2, 1.2, 0))).toBe(0);
    expect(check(triangle(0.2, 0.2, 1e-9, 1.2, 0.2, 1, 0.2, 1.2, 1))).toBe(0);
    expect(check(triangle(2, 2, -1, 2, 2, 1, 3, 3, 1))).toBe(0);
  });
});
