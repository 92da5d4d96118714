import { expect, test } from 'vitest';
import { quietJob } from '../../src/base/job.ts';
import { meshers } from '../../src/meshing/Mesher.ts';
import { solid } from '../../src/scene/kinds/solid.ts';
import type { ProceduralForm } from '../../src/scene/properties/sources.ts';
import { fillSolid } from '../../src/simulation/rest/fillSolid.ts';
import { proceduralMesh } from '../../src/simulation/rest/proceduralMesh.ts';
import { smallMotions } from '../support/smallMotions.ts';

/** Edge scales of draft and final, as new shots have them. */
const DRAFT = 1;
const FINAL = 0.45;

const SHAPES: readonly { name: string; form: Partial<ProceduralForm>; along: 0 | 1 | 2 }[] = [
  { name: 'a bar', form: { shape: 'box', size: [1, 0.14, 0.17] }, along: 0 },
  { name: 'a ring', form: { shape: 'torus', majorRadius: 0.4, minorRadius: 0.12 }, along: 0 },
  { name: 'a dinosaur', form: { shape: 'dinosaur', length: 1 }, along: 0 },
];

/** The shape as a new solid is filled, at an edge scale. */
async function motionsOf(form: Partial<ProceduralForm>, along: 0 | 1 | 2, scale: number, elementOrder: string) {
  const params = meshers.get('graded-stuffing').params.parse({});
  const made = solid.parse({
    kind: 'solid',
    id: 'a',
    source: { kind: 'procedural', form },
    meshing: { method: 'graded-stuffing', edge: { percent: 5 }, params },
    elementOrder,
  });
  if (made.source.kind !== 'procedural') throw new Error('a form is wanted');
  return smallMotions(await fillSolid(made, proceduralMesh(made.source.form), scale, quietJob), along);
}

test.each(SHAPES)('$name bends and swings in draft as in final, within 3 %', async ({ form, along }) => {
  const draft = await motionsOf(form, along, DRAFT, 'automatic');
  const final = await motionsOf(form, along, FINAL, 'automatic');
  expect(Math.abs(draft.bend / final.bend - 1)).toBeLessThan(0.03);
  expect(Math.abs(draft.frequency / final.frequency - 1)).toBeLessThan(0.03);
});
