import { describe, expect, it } from 'vitest';
import type { ContactSurface } from '../../../src/collision/selfContact/ContactSurface.ts';
import { SelfContact } from '../../../src/collision/selfContact/SelfContact.ts';
import { createRandom } from '../../support/random.ts';
import { contactSurface, equilateralSheet } from '../../support/contactSheets.ts';

const EDGE = 0.02;
const CELLS = 6;
const DT = 1 / 240;

/** Ruffled layers, one above the other, as one body or as one each. */
function ruffledLayers(count: number, oneBody: boolean): ContactSurface {
  const random = createRandom('ruffled layers');
  const sheets = Array.from({ length: count }, (_, layer) => {
    const sheet = equilateralSheet(CELLS, CELLS, EDGE);
    for (let i = 0; i < sheet.positions.length; i++)
      sheet.positions[i] += 0.1 * EDGE * random() + (i % 3 === 2 ? 0.01 * layer : 0);
    return sheet;
  });
  const surface = contactSurface(sheets, { thickness: 0.002, friction: 0.2 });
  if (!oneBody) return surface;
  const pairs = { bodyCount: 1, enabled: Uint8Array.of(1), friction: Float64Array.of(0.2) };
  return { ...surface, bodies: new Int32Array(surface.bodies.length), pairs };
}

/** Moves the layers towards the middle one, through it and beyond, in one substep; all are held but those of `free`. `relax`: what happens to the contacts that were listed. */
function pressThrough(
  surface: ContactSurface,
  count: number,
  free: readonly number[],
  relax: (contact: SelfContact) => void = () => undefined,
) {
  const contact = new SelfContact(surface);
  const { rest, masses } = surface;
  const layers = Array.from(masses, (_, v) => Math.floor((v * count) / masses.length));
  contact.constrained.set(layers.map((layer) => (free.includes(layer) ? 0 : 1)));
  const aimed = rest.map((z, i) => (i % 3 === 2 ? z + 0.03 * ((count - 1) / 2 - layers[(i - 2) / 3]) : z));
  const end = aimed.slice();
  const velocity = rest.map((value, i) => (aimed[i] - value) / DT);
  contact.list(rest, velocity, DT, 2);
  relax(contact);
  const report = contact.collide(rest, end, undefined, DT);
  return { contact, layers, aimed, end, velocity, report };
}

describe('prescribed motion', () => {
  it('gives way where it takes a body through itself, also about what is free', () => {
    for (const count of [2, 3]) {
      const free = count === 3 ? [1] : [];
      const { contact, layers, end, velocity } = pressThrough(ruffledLayers(count, true), count, free);
      expect(contact.intersectingPairs(end).length, `${count} layers`).toBe(0);
      const heights = Array.from({ length: count }, (_, layer) => {
        const own = layers.flatMap((of, v) => (of === layer ? end[3 * v + 2] : []));
        return own.reduce((sum, z) => sum + z, 0) / own.length;
      });
      for (let layer = 1; layer < count; layer++) expect(heights[layer]).toBeGreaterThan(heights[layer - 1]);
      // What is held has the velocity that is prescribed.
      const given = velocity.slice();
      contact.dampApproach(velocity);
      layers.forEach((layer, v) => {
        if (free.includes(layer)) return;
        expect(velocity.subarray(3 * v, 3 * v + 3)).toEqual(given.subarray(3 * v, 3 * v + 3));
      });
    }
  });

  it('stays as it is where it takes bodies through each other', () => {
    const { aimed, end, report } = pressThrough(ruffledLayers(2, false), 2, []);
    expect(end).toEqual(aimed);
    expect(report).toMatchObject({ impulses: 0, zones: 0, stopped: 0 });
  });
});

describe('vertices of infinite mass to velocities alone', () => {
  // Those that contact pressed onto colliders kept that mass: where two such met, the tiny weight of a third vertex was moved by 8e9 m, and the pairs that it met took all memory.
  it('collide with their own mass', () => {
    const surface = ruffledLayers(2, false);
    const plain = pressThrough(surface, 2, [0, 1]);
    const held = pressThrough(surface, 2, [0, 1], ({ contacts }) => {
      for (let v = 0; v < surface.masses.length; v += 2) contacts.hold(v);
      contacts.renewCompliances();
    });
    expect(plain.report.impulses).toBeGreaterThan(0);
    expect(held.end).toEqual(plain.end);
  });
});
