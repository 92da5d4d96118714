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

interface Shape {
  readonly name: string;
  readonly form: Partial<ProceduralForm>;
  readonly along: 0 | 1 | 2;
  /** Edge of elements at scale 1, in percent of the diagonal: that of new shots where the shape has thin parts. */
  readonly percent: number;
}

const SHAPES: readonly Shape[] = [
  { name: 'a bar', form: { shape: 'box', size: [1, 0.14, 0.17] }, along: 0, percent: 7 },
  { name: 'a ring', form: { shape: 'torus', majorRadius: 0.33, minorRadius: 0.17 }, along: 0, percent: 7 },
  { name: 'a dinosaur', form: { shape: 'dinosaur', length: 1 }, along: 0, percent: 5 },
];

/** The shape as a new solid is filled, at an edge scale. */
async function motionsOf({ form, along, percent }: Shape, scale: number) {
  const params = meshers.get('graded-stuffing').params.parse({});
  const made = solid.parse({
    kind: 'solid',
    id: 'a',
    source: { kind: 'procedural', form },
    meshing: { method: 'graded-stuffing', edge: { percent }, params },
    elementOrder: 'automatic',
  });
  if (made.source.kind !== 'procedural') throw new Error('a form is wanted');
  return smallMotions(await fillSolid(made, proceduralMesh(made.source.form), scale, quietJob), along);
}

test.each(SHAPES)('$name bends and swings in draft as in final, within 3 %', async (shape) => {
  const draft = await motionsOf(shape, DRAFT);
  const final = await motionsOf(shape, FINAL);
  expect(Math.abs(draft.bend / final.bend - 1)).toBeLessThan(0.03);
  expect(Math.abs(draft.frequency / final.frequency - 1)).toBeLessThan(0.03);
});
