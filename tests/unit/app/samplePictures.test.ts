import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { templates } from '../../../src/scene/templates.ts';
import { samples } from '../../pictures/samples.ts';

/** The template without anything to see. */
const EMPTY = 'empty';

test('every sample has a picture on the start page, which tools/pictures.mjs takes', () => {
  const wanted = templates.types().filter((type) => type !== EMPTY);
  expect(samples.map(({ template }) => template).sort()).toEqual(wanted);
  expect(wanted.filter((type) => !existsSync(`app/start/samples/${type}.webp`))).toEqual([]);
});
