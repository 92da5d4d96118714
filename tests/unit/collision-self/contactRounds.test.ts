import { describe, expect, it } from 'vitest';
import { ContactLead } from '../../../src/collision/selfContact/ContactLead.ts';
import { ContactList } from '../../../src/collision/selfContact/ContactList.ts';
import { ContactMemory } from '../../../src/collision/selfContact/ContactMemory.ts';
import { IntList } from '../../../src/collision/selfContact/IntList.ts';
import { contactSurface, type Sheet } from '../../support/contactSheets.ts';

const DT = 1 / 240;
const LAYERS = 40;
const NORMAL = Float64Array.of(0, 0, 1);

/** A pile of triangles, each in contact with the next by their first corners, that falls onto the lowest, which is held. */
function pile(friction = 0) {
  const sheets = Array.from({ length: LAYERS }, (_, z): Sheet => {
    const positions = Float64Array.of(0, 0, 0.01 * z, 1, 0, 0.01 * z, 0, 1, 0.01 * z);
    return { positions, triangles: Int32Array.of(0, 1, 2) };
  });
  const surface = contactSurface(sheets, { thickness: 0.01, friction });
  const contacts = new ContactList(surface);
  contacts.inverseMasses.fill(1e3, 3);
  for (let layer = 1; layer < LAYERS; layer++) {
    const below = 3 * (layer - 1);
    contacts.add(Int32Array.of(3 * layer, below, below + 1, below + 2), 0, Float64Array.of(1, -1, 0, 0), NORMAL);
  }
  const velocity = surface.rest.map((_, i) => (i % 3 === 2 ? -1 : 0.2));
  velocity.fill(0, 0, 9);
  return { contacts, velocity };
}

/** Lists the contacts that push in `pushing`. */
function relax(contacts: ContactList, velocity: Float64Array, pushing = new IntList()): void {
  pushing.clear();
  for (let k = 0; k < contacts.count; k++) if (contacts.relax(k, velocity)) pushing.push(k);
}

/** Fastest approach of a contact, m/s. */
function approach({ count, vertices }: ContactList, v: Float64Array): number {
  let worst = 0;
  for (let k = 0; k < count; k++) worst = Math.max(worst, v[3 * vertices[4 * k + 1] + 2] - v[3 * vertices[4 * k] + 2]);
  return worst;
}

/** What the impulses of the contacts make of the velocity that they began with. */
function fromImpulses({ contacts }: ReturnType<typeof pile>, began: Float64Array): Float64Array {
  const v = began.slice();
  for (let k = 0; k < contacts.count; k++)
    contacts.spread(
      k,
      Float64Array.of(...contacts.numbers.subarray(13 * k + 10, 13 * k + 12), contacts.numbers[13 * k + 9]),
      v,
    );
  return v;
}

describe('rounds that lead on', () => {
  it('stop a pile sooner, and keep velocity and impulses together', () => {
    const plain = pile(0.3);
    const led = pile(0.3);
    const began = led.velocity.slice();
    const lead = new ContactLead(led.contacts);
    const pushing = new IntList();
    lead.begin();
    for (let round = 0; round < 60; round++) {
      relax(plain.contacts, plain.velocity);
      relax(led.contacts, led.velocity, pushing);
      if (round < 59) lead.lead(led.velocity, pushing);
    }
    expect(approach(plain.contacts, plain.velocity)).toBeGreaterThan(2 * approach(led.contacts, led.velocity));
    const expected = fromImpulses(led, began);
    led.velocity.forEach((value, i) => expect(value).toBeCloseTo(expected[i], 9));
  });
});

/** Contacts of points and of edges among falling vertices, with slanted normals, friction, held vertices, and some that are to part or may approach. */
function tangle(count: number) {
  const surface = contactSurface(
    Array.from({ length: count }, (_, i) => ({
      positions: Float64Array.from({ length: 9 }, (_, k) => i + 0.1 * k),
      triangles: Int32Array.of(0, 1, 2),
    })),
    { thickness: 0.01, friction: 0.4 },
  );
  const contacts = new ContactList(surface);
  for (let k = 0; k < count - 1; k++) {
    const share = 0.5 + 0.4 * Math.sin(k);
    const weights = k % 2 === 0 ? [1, -share, share / 2 - 0.5, share / 2 - 0.5] : [share, 1 - share, -share, share - 1];
    const [x, y] = [Math.sin(3 * k), Math.sin(5 * k)];
    const size = Math.hypot(x, y, 1);
    const vertices = Int32Array.of(3 * k + 2, 3 * k, 3 * k + 3, 3 * k + 4);
    if (k % 2 === 0) vertices.set([3 * k + 1, 3 * k + 5], 1);
    contacts.add(vertices, 0, Float64Array.from(weights), Float64Array.of(x / size, y / size, 1 / size));
    contacts.aim(Float64Array.of(Math.sin(7 * k)));
  }
  contacts.inverseMasses.forEach((_, v, masses) => (masses[v] = v % 11 === 0 ? 0 : 2 + Math.sin(v)));
  return { contacts, velocity: surface.rest.map((_, i) => Math.sin(1.3 * i)) };
}

describe('passes of the kernels', () => {
  it('give the bytes of contacts relaxed one after the other', () => {
    const plain = tangle(700);
    const whole = tangle(700);
    for (let pass = 0; pass < 3; pass++) relax(plain.contacts, plain.velocity);
    whole.contacts.relaxAll(whole.velocity, 3);
    expect(whole.velocity).toEqual(plain.velocity);
    expect(whole.contacts.numbers).toEqual(plain.contacts.numbers);
  });

  it('go on with those that push alone, and list them', () => {
    const plain = tangle(700);
    const fast = tangle(700);
    const pushing = new IntList();
    const listed = new IntList(1);
    relax(plain.contacts, plain.velocity, pushing);
    for (let pass = 1; pass < 4; pass++)
      for (let i = 0; i < pushing.length; i++) plain.contacts.relax(pushing.values[i], plain.velocity);
    fast.contacts.relaxPushing(fast.velocity, 4, listed);
    expect(pushing.length).toBeGreaterThan(100);
    expect(pushing.length).toBeLessThan(600);
    expect([...listed.values.subarray(0, listed.length)]).toEqual([...pushing.values.subarray(0, pushing.length)]);
    expect(fast.velocity).toEqual(plain.velocity);
    expect(fast.contacts.numbers).toEqual(plain.contacts.numbers);
  });
});

describe('what contacts pushed with', () => {
  it('is there again in the next substep, scaled to its length, and stops it at once', () => {
    const { contacts, velocity } = pile();
    const began = velocity.slice();
    for (let pass = 0; pass < 8000; pass++) relax(contacts, velocity);
    const memory = new ContactMemory(contacts);
    memory.remember(DT);
    expect(memory.count).toBe(LAYERS - 1);
    contacts.restart();
    const again = began.slice();
    memory.recall(again, DT, 1);
    expect(approach(contacts, again)).toBeLessThan(1e-6);
    contacts.restart();
    const half = began.map((value) => value / 2);
    memory.recall(half, DT / 2, 1);
    half.forEach((value, i) => expect(value).toBeCloseTo(again[i] / 2, 9));
  });

  it('goes to the contact of the same vertices, once, and is forgotten when cleared', () => {
    const { contacts, velocity } = pile();
    relax(contacts, velocity);
    const memory = new ContactMemory(contacts);
    memory.remember(DT);
    const impulses = Array.from({ length: contacts.count }, (_, k) => contacts.numbers[13 * k + 9]);
    contacts.restart();
    const last = contacts.count - 1;
    contacts.add(contacts.vertices.slice(0, 4), 0, Float64Array.of(1, -1, 0, 0), NORMAL);
    memory.recall(velocity, DT, 1);
    expect(contacts.numbers[13 * (last + 1) + 9]).toBe(0);
    impulses.forEach((impulse, k) => expect(contacts.numbers[13 * k + 9]).toBeCloseTo(impulse, 12));
    memory.clear();
    contacts.restart();
    memory.recall(velocity, DT, 1);
    expect(contacts.numbers[9]).toBe(0);
  });
});

describe('what contacts carry into the next substep', () => {
  /** N, upward, that the first vertex carries after substeps in which its contact pushed with these forces, N. */
  function carriedAfter(...pushed: number[]): number {
    const { contacts, velocity } = pile();
    const memory = new ContactMemory(contacts);
    const [vertex] = contacts.vertices;
    for (const force of pushed) {
      contacts.restart();
      contacts.numbers[9] = DT * force;
      memory.remember(DT);
    }
    const forces = velocity.map(() => 0);
    const any = memory.carry(forces, DT);
    expect(any).toBe(forces.some((force) => force !== 0));
    const total = [0, 1, 2].map((axis) => forces.reduce((sum, force, k) => sum + (k % 3 === axis ? force : 0), 0));
    for (const sum of total) expect(sum).toBeCloseTo(0, 12);
    return forces[3 * vertex] * NORMAL[0] + forces[3 * vertex + 1] * NORMAL[1] + forces[3 * vertex + 2] * NORMAL[2];
  }

  it('is the force of what goes on, and nothing of a blow', () => {
    expect(carriedAfter(5)).toBe(0);
    expect(carriedAfter(5, 5)).toBeCloseTo(5, 12);
    expect(carriedAfter(5, 3)).toBeCloseTo(3, 12);
    expect(carriedAfter(5, 100)).toBeCloseTo(10, 12);
    expect(carriedAfter(5, 0, 5)).toBe(0);
  });

  // Of an impact that two short substeps shared, the force over a longer one threw balls apart with 1.6 times their energy.
  it('brings no more momentum into a longer substep than into the last', () => {
    const { contacts, velocity } = pile();
    const memory = new ContactMemory(contacts);
    for (let substep = 0; substep < 2; substep++) {
      contacts.restart();
      contacts.numbers[9] = 5 * DT;
      memory.remember(DT);
    }
    const usual = velocity.map(() => 0);
    const long = velocity.map(() => 0);
    memory.carry(usual, DT);
    memory.carry(long, 8 * DT);
    long.forEach((force, k) => expect(8 * force).toBeCloseTo(usual[k], 12));
    contacts.restart();
    memory.recall(velocity.slice(), 8 * DT, 1);
    expect(contacts.numbers[9]).toBeCloseTo(5 * DT, 12);
  });

  it('is the same from what was saved', () => {
    const { contacts, velocity } = pile();
    const memory = new ContactMemory(contacts);
    for (let substep = 0; substep < 2; substep++) {
      contacts.restart();
      const falling = velocity.slice();
      for (let pass = 0; pass < 8 + substep; pass++) relax(contacts, falling);
      memory.remember(DT);
    }
    const again = new ContactMemory(contacts);
    again.state.load(memory.state.save());
    const forces = velocity.map(() => 0);
    const loaded = velocity.map(() => 0);
    expect(memory.carry(forces, DT)).toBe(true);
    expect(again.carry(loaded, DT)).toBe(true);
    expect(loaded).toEqual(forces);
    expect(again.state.save()).toEqual(memory.state.save());
  });
});

describe('contacts that need nothing', () => {
  it('are dropped, but for those that are to part', () => {
    const { contacts, velocity } = pile();
    contacts.numbers[8] = -1;
    contacts.numbers[13 + 8] = 1;
    velocity.fill(0);
    for (let k = 2; k < contacts.count; k++) contacts.numbers[13 * k + 8] = -1;
    contacts.dropIdle();
    expect(contacts.count).toBe(1);
    expect([...contacts.vertices.subarray(0, 2)]).toEqual([6, 3]);
  });
});
