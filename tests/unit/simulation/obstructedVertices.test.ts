import { expect, test } from 'vitest';
import { ContactList } from '../../../src/collision/selfContact/ContactList.ts';
import { Constraint, type VelocityConstraints } from '../../../src/collision/VelocityConstraints.ts';
import { ObstructedVertices } from '../../../src/simulation/contact/ObstructedVertices.ts';
import { ImpulseSpread } from '../../../src/solids/ImpulseSpread.ts';
import type { SteppedBody } from '../../../src/solids/SteppedBody.ts';
import { contactSurface } from '../../support/contactSheets.ts';

const UP = Float64Array.of(0, 0, 1);

/** A vertex that falls at 1 m/s onto a triangle near its first corner, whose other two have 4 % of the weight each; `normals`: of the colliders that hold vertices of both, by vertex. Returns its speed after contact, m/s. */
function afterContact(normals: ReadonlyMap<number, readonly number[]>): number {
  const above = { positions: Float64Array.of(0, 0, 0.01, 1, 0, 0.01, 0, 1, 0.01), triangles: Int32Array.of(0, 1, 2) };
  const below = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Int32Array.of(0, 1, 2) };
  const surface = contactSurface([above, below], { thickness: 0.01 });
  const bodies = [0, 3].map((first) => bodyWith(new Map([...normals].map(([v, normal]) => [v - first, normal]))));
  const gathered = { surface, vertices: Uint32Array.of(0, 1, 2, 0, 1, 2), offsets: Uint32Array.of(0, 3, 6) };
  const contacts = new ContactList(surface);
  contacts.inverseMasses.fill(1e3);
  contacts.add(Int32Array.of(0, 3, 4, 5), 0, Float64Array.of(1, -0.92, -0.04, -0.04), UP);
  new ObstructedVertices(bodies, gathered).excludeHeld(contacts);
  const velocity = new Float64Array(18);
  velocity[2] = -1;
  contacts.relaxAll(velocity, 4);
  return velocity[2];
}

/** A body of three vertices, some of which colliders hold along these normals. */
function bodyWith(normals: ReadonlyMap<number, readonly number[]>): SteppedBody {
  const constraints: VelocityConstraints = { kinds: new Uint8Array(3), normals: new Float64Array(9) };
  for (const [v, normal] of normals) {
    if (v < 0 || v > 2) continue;
    constraints.kinds[v] = Constraint.normal;
    constraints.normals.set(normal, 3 * v);
  }
  const masses = new Float64Array(3).fill(1e-3);
  const step = { velocity: new Float64Array(9), constraints };
  const impulses = new ImpulseSpread({ masses, step, targets: {}, edge: 1 } as never);
  return { masses, impulses } as unknown as SteppedBody;
}

test('contact pushes unless all of weight in it is held along its normal', () => {
  const up = [0, 0, 1];
  const aside = [1, 0, 0];
  const after = (held: readonly (readonly [number, readonly number[]])[]) => afterContact(new Map(held));
  expect(after([])).toBeGreaterThan(-0.5);
  expect(after([[0, up]])).toBeGreaterThan(-0.5);
  expect(
    after([
      [0, aside],
      [3, aside],
    ]),
  ).toBeGreaterThan(-0.5);
  expect(
    after([
      [0, up],
      [3, [0, 0, -1]],
    ]),
  ).toBe(-1);
});
