import { expect, test } from 'vitest';
import { homeMadeWords } from '../../support/words/homeMadeWords.ts';
import { schemaTexts, sourceTexts, textsOf, type ShownText } from '../../support/words/shownTexts.ts';

/** Uses of home-made words, each with its place and the better word. */
function uses(texts: readonly ShownText[]): string[] {
  return texts.flatMap(({ place, text }) =>
    homeMadeWords
      .filter(({ word }) => word.test(text))
      .map(({ word, better }) => `${place}: “${text}” has ${String(word)}; better: ${better}`),
  );
}

/** Texts of the whole program, read once. */
const fromSchemas = schemaTexts();
const fromSource = sourceTexts();

test('labels and help texts of properties and parameters use the words of the field', () => {
  expect(fromSchemas.length).toBeGreaterThan(300);
  expect(uses(fromSchemas)).toEqual([]);
});

test('texts of the editor, messages and the command line use the words of the field', () => {
  expect(fromSource.length).toBeGreaterThan(2000);
  expect(fromSource.map(({ text }) => text)).toContain('Position of the camera.');
  expect(uses(fromSource)).toEqual([]);
});

test('a help text is a whole sentence: it does not lean on its label', () => {
  const helps = fromSchemas.filter(({ text }) => text.includes(' ') && /[.!?]$/.test(text));
  expect(helps.filter(({ text }) => !/^[A-Z0-9'"]/.test(text))).toEqual([]);
  expect(helps.filter(({ text }) => /^(?:Of|From|To|Along|At least|At most|Per|In|With) /.test(text))).toEqual([]);
});

test('home-made words are found in labels, attributes and text of elements, and not in what only the program reads', () => {
  const source = `
    const field = { label: 'keeps dents', help: 'Voxels of the skin.', keywords: 'hold skin' };
    const row = <Row label="Pull it there" className="held skin">The pin holds nothing.</Row>;
    throw new Error(\`the mesh \${path} is not there\`);`;
  expect(textsOf('a.tsx', source).map(({ text }) => text)).toEqual([
    'keeps dents',
    'Voxels of the skin.',
    'Pull it there',
    'The pin holds nothing.',
    'the mesh … is not there',
  ]);
  expect(uses(textsOf('a.tsx', source))).toHaveLength(5);
});
