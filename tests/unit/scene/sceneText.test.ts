import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { parseJsonText } from '../../../src/scene/jsonText.ts';
import { formatScene, maxDocumentBytes, parseScene } from '../../../src/scene/sceneText.ts';
import { documentVersion } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { testCatalogue } from '../../support/catalogue.ts';
import { smallSceneInput } from '../../support/scenes.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const bytesOf = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => parseScene(bytesOf(text), testCatalogue, 'shot.ductile');
function errorOf(run: () => unknown): CoreError {
  try {
    run();
  } catch (error) {
    if (error instanceof CoreError) return error;
    throw error;
  }
  throw new Error('no error');
}

describe('JSON', () => {
  test('reads what the standard reader reads', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        fc.pre(!text.includes('__proto__'));
        expect(JSON.stringify(parseJsonText(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { seed: 40, numRuns: 500 },
    );
  });

  test('refuses what the standard reader refuses', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.nat(),
        fc.constantFrom('', ',', '}', ']', '"', '\\', 'x', '\n', '\u0001'),
        (value, at, put) => {
          const text = JSON.stringify(value);
          const cut = at % (text.length + 1);
          const broken = text.slice(0, cut) + put + text.slice(cut + 1);
          fc.pre(!broken.includes('__proto__'));
          let standard: { value: unknown } | undefined;
          try {
            standard = { value: JSON.parse(broken) as unknown };
          } catch {
            standard = undefined;
          }
          if (standard === undefined)
            expect(errorOf(() => parseJsonText(broken)).place).toMatch(/^line \d+, column \d+$/);
        },
      ),
      { seed: 41, numRuns: 2000 },
    );
  });

  test.each([
    ['{"a": 1, "a": 2}', "member 'a' appears twice", 'line 1, column 10'],
    ['{"__proto__": 1}', "a member cannot be called '__proto__'", 'line 1, column 2'],
    ['[1,\n 2,\n  1e999]', 'the number is too large', 'line 3, column 3'],
    ['[1, NaN]', 'NaN is not JSON', 'line 1, column 5'],
    ['{"a": [1, 2}', "',' or ']' is expected here", 'line 1, column 12'],
    ['{"a": "x', 'a string is not closed', 'line 1, column 7'],
    ['[1, ]', "a value is expected here, not ']'", 'line 1, column 5'],
    ['{} {}', 'there is text after the end of the document', 'line 1, column 4'],
    ['', 'a value is expected here, not the end of the file', 'line 1, column 1'],
    ['['.repeat(100_000), 'nested deeper than 64 levels', 'line 1, column 66'],
  ])('%s', (text, message, place) => {
    expect(errorOf(() => parseJsonText(text))).toMatchObject({ code: 'document-invalid', message, place });
  });
});

describe('documents', () => {
  const scene = validateScene(smallSceneInput(), testCatalogue);

  test('saving and reading gives the same scene, and the same text again', () => {
    const text = formatScene(scene);
    expect(parse(text)).toEqual(scene);
    expect(formatScene(parse(text))).toBe(text);
    expect(text.endsWith('}\n')).toBe(true);
    expect(text.startsWith('{\n  "format": "ductile-shot",\n  "version": 4,\n  "project":')).toBe(true);
  });

  test('the text does not depend on the order in which a scene was built', () => {
    const turned = JSON.parse(JSON.stringify(scene), (_name, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    ) as typeof scene;
    expect(formatScene(turned)).toBe(formatScene(scene));
  });

  test('a byte order mark is fine, another encoding is an error', () => {
    expect(parse(`\uFEFF${formatScene(scene)}`)).toEqual(scene);
    expect(errorOf(() => parseScene(new Uint8Array([0xff, 0xfe, 0x7b, 0x00]), testCatalogue, 'a')).message).toMatch(
      /UTF-8/,
    );
  });

  test('every truncation is an error with a place, never a scene', () => {
    const text = formatScene(scene).trimEnd();
    for (let length = 0; length < text.length; length += 7) {
      expect(errorOf(() => parse(text.slice(0, length)))).toMatchObject({
        code: 'document-invalid',
        file: 'shot.ductile',
      });
    }
  });

  test('any changed characters give a scene or a typed error that names the file', () => {
    const text = formatScene(scene);
    const edit = fc.tuple(fc.nat(text.length - 1), fc.nat(3), fc.string({ maxLength: 3, unit: 'binary-ascii' }));
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        let broken = text;
        for (const [at, removed, put] of edits) broken = broken.slice(0, at) + put + broken.slice(at + removed);
        try {
          parse(broken);
        } catch (error) {
          expect(error).toBeInstanceOf(CoreError);
          expect((error as CoreError).file).toBe('shot.ductile');
        }
      }),
      { seed: 42, numRuns: 600 },
    );
  });

  test('errors name file, place and remedy', () => {
    const error = errorOf(() => parse(formatScene(scene).replace('"density"', '"densty"')));
    expect(error.describe()).toBe(
      "shot.ductile: entities[0].material.densty: 'densty' is not known here. Did you mean 'density'?",
    );
  });

  test.each([
    ['[]', 'format-unknown'],
    ['{}', 'format-unknown'],
    ['{"format": "blender"}', 'format-unknown'],
    ['null', 'format-unknown'],
    ['{"format": "ductile-shot"}', 'document-invalid'],
    ['{"format": "ductile-shot", "version": 0}', 'document-invalid'],
    ['{"format": "ductile-shot", "version": "2"}', 'document-invalid'],
    [`{"format": "ductile-shot", "version": ${documentVersion + 1}}`, 'document-newer'],
    ['{"format": "ductile-shot", "version": 1e9, "what": [1]}', 'document-newer'],
  ])('%s is %s', (text, code) => {
    expect(errorOf(() => parse(text)).code).toBe(code);
  });

  test('a file too large to be a document is not even decoded', () => {
    const error = errorOf(() => parseScene(new Uint8Array(maxDocumentBytes + 1), testCatalogue, 'big'));
    expect(error.code).toBe('limit-exceeded');
  });
});
