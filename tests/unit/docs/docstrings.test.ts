import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDERS = ['src', 'app', 'electron', 'tools', 'tests'];
const DOCSTRING = /\/\*\*(.*?)\*\//gs;
/** A docstring that goes on in the next one, or begins in the one before. */
const HALF = /^(?:(?:and|but|or|while|then|which) |.*,$)/;
/** Openings of docstrings without a subject: they lean on the line before, or on the name that they explain. */
const LEANING = new RegExp(
  `^(?:${[
    ...['Of', 'As', 'Where', 'For', 'In', 'With', 'At', 'From', 'To', 'On', 'By'],
    ...['That', 'Those', 'The same', 'Beside', 'Between', 'Around', 'Only', 'Not', 'None', 'Their', 'When', 'Per(?= )'],
    ...['After', 'Before', 'Within', 'Without', 'Through', 'Among', 'Across', 'Above', 'Below', 'Against', 'Along'],
    ...['Over', 'Up to', 'Behind', 'Left out (?:where|while|for|at)'],
  ].join('|')})\\b`,
);

function fragmentsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(DOCSTRING)].flatMap(({ 1: comment, index }) => {
    const text = comment.replace(/\s*\n\s*\*/g, ' ').trim();
    const line = source.slice(0, index).split('\n').length;
    return HALF.test(text) || LEANING.test(text) ? [`${file}:${line}: ${text}`] : [];
  });
}

it('docstrings stand alone: none is the half of a sentence, or leans on the line before', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !name.includes('generated'))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap(fragmentsOf)).toEqual([]);
});
