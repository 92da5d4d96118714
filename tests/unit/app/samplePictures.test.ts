import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { templates } from '../../../src/scene/templates.ts';
import figures from '../../../app/start/sampleFigures.json';
import { samples } from '../../pictures/samples.ts';

/** The template without anything to see. */
const EMPTY = 'empty';

test('every sample has a picture on the start page, which tools/pictures.mjs takes', () => {
  const wanted = templates.types().filter((type) => type !== EMPTY);
  expect(samples.map(({ template }) => template).sort()).toEqual(wanted);
  expect(wanted.filter((type) => !existsSync(`app/start/samples/${type}.webp`))).toEqual([]);
});

// The crates had none: nothing counted bodies that are no elements.
test('every sample says on its card what it holds, which tools/sampleFrames.mjs measures', () => {
  expect(Object.entries(figures.samples).filter(([, { size }]) => !/^\d.* [a-z]+$/.test(size))).toEqual([]);
});
