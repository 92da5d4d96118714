import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runCommand } from '../../../src/cli/runCommand.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

type Json = Record<string, unknown>;

const written = vi.hoisted(() => ({ stdout: '', stderr: '' }));
vi.mock('../../../src/cli/writeText.ts', () => ({
  STANDARD_OUTPUT: 1,
  STANDARD_ERROR: 2,
  writeText: (descriptor: number, text: string) => {
    written[descriptor === 1 ? 'stdout' : 'stderr'] += text;
    return true;
  },
}));

const HERE = process.cwd();
afterEach(() => process.chdir(HERE));

/** What `ductile ...args` writes and ends with in a folder, in this process: stories of the command start it as one of its own. */
async function runDuctile(args: string[], folder: string) {
  process.chdir(folder);
  Object.assign(written, { stdout: '', stderr: '' });
  const code = await runCommand(args, { cancelFlag: new Int32Array(1), isTerminal: false, startedAt: 0 });
  const lines = written.stdout.split('\n').filter((line) => line.startsWith('{'));
  return { code, ...written, objects: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

interface Expected {
  readonly code: string;
  readonly exit: number;
  /** Name of the error's file; left out, that of the shot. */
  readonly file?: RegExp;
  readonly place: RegExp;
  readonly message: RegExp;
  readonly remedy?: RegExp;
}

/** The tiny shot with its solid's members replaced, and its own. */
function shot(solid: Json = {}, document: Json = {}, more: Json[] = []): Json {
  const input = tinyShotInput(6);
  const [block, floor] = input.entities;
  return { ...input, entities: [{ ...block, ...solid }, floor, ...more], ...document };
}

const OPEN_SURFACE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
const openFile = {
  kind: 'file',
  path: 'open.obj',
  sha256: createHash('sha256').update(OPEN_SURFACE).digest('hex'),
};
const pin = (selection: Json) => ({ kind: 'pin', id: 'hook', target: 'block', selection });
const stuffing = { method: 'graded-stuffing' };
const invalid = { code: 'document-invalid', exit: 3 };

const cases: [string, string | Json, Expected][] = [
  ['an unknown key', shot({ densty: 3 }), { ...invalid, place: /^entities\[0\]\.densty$/, message: /densty/ }],
  [
    'a typo of a key',
    shot({ material: { densty: 3 } }),
    { ...invalid, place: /material\.densty$/, message: /densty/, remedy: /Did you mean 'density'/ },
  ],
  [
    'a value of the wrong type',
    shot({ material: { density: 'heavy' } }),
    { ...invalid, place: /^entities\[0\]\.material\.density$/, message: /string/, remedy: /number/ },
  ],
  [
    'a negative density',
    shot({ material: { density: -3 } }),
    { ...invalid, place: /material\.density$/, message: /small/, remedy: /minimum is 0\.001/ },
  ],
  ['NaN', text(shot()).replace('0.7', 'NaN'), { ...invalid, place: /^line 1, column \d+$/, message: /NaN/ }],
  [
    '1e999',
    text(shot()).replace('0.7', '1e999'),
    { ...invalid, place: /^line 1/, message: /too large/, remedy: /finite/ },
  ],
  [
    'half a document',
    text(shot()).slice(0, 200),
    { ...invalid, place: /^line 1/, message: /./, remedy: /complete JSON/ },
  ],
  [
    'a range of no length',
    shot({}, { range: { first: 4, last: 4 } }),
    { ...invalid, place: /^range$/, message: /no length/ },
  ],
  [
    'a newer version',
    shot({}, { version: 99 }),
    { code: 'document-newer', exit: 3, place: /^version$/, message: /99/, remedy: /newer Ductile/ },
  ],
  [
    'another JSON file',
    { hello: 'world' },
    { code: 'format-unknown', exit: 3, place: /^format$/, message: /not a Ductile/ },
  ],
  [
    'a mesh that is not there',
    shot({ source: { ...openFile, path: 'lost.obj' }, meshing: stuffing }),
    { code: 'file-missing', exit: 3, place: /^entities\[0\]\.source\.path$/, message: /lost\.obj/, remedy: /Locate/ },
  ],
  [
    'a mesh without volume',
    shot({ source: openFile, meshing: stuffing }),
    { code: 'geometry-empty', exit: 3, file: /open\.obj$/, place: /block/, message: /no volume/, remedy: /close/ },
  ],
  [
    'a surface without a mesher',
    shot({ source: openFile }),
    {
      code: 'geometry-invalid',
      exit: 3,
      file: /open\.obj$/,
      place: /block/,
      message: /no elements/,
      remedy: /meshing/,
    },
  ],
  [
    'far too fine a mesh',
    shot({
      source: { kind: 'procedural', form: { shape: 'sphere' } },
      meshing: { ...stuffing, edge: { metres: 0.0001 } },
    }),
    { code: 'limit-exceeded', exit: 3, place: /block/, message: /tetrahedra/, remedy: /longer edge/ },
  ],
  [
    'a block of far too many cells',
    shot({ source: { kind: 'procedural', form: { shape: 'block', cells: [512, 512, 512] } } }),
    { code: 'limit-exceeded', exit: 3, place: /block/, message: /134217728 cells/, remedy: /fewer/ },
  ],
  [
    'a solid further away than frames can tell',
    shot({ transform: { position: [1e30, 0, 0] } }),
    { ...invalid, place: /position/, message: /at most 10000 m/ },
  ],
  [
    'a pin that holds nothing',
    shot({}, {}, [pin({ kind: 'sphere', centre: [9, 9, 9], radius: 0.1 })]),
    { ...invalid, place: /^pin 'hook'$/, message: /no vertex of 'block'/, remedy: /Move or enlarge/ },
  ],
  [
    'a pin on a vertex that is not there',
    shot({}, {}, [pin({ kind: 'vertices', indices: [4000] })]),
    { ...invalid, place: /^pin 'hook'$/, message: /4000.*27/ },
  ],
  [
    'a pin on a solid that is not there',
    shot({}, {}, [{ ...pin({ kind: 'vertices', indices: [0] }), target: 'blok' }]),
    { ...invalid, place: /entities\[2\]\.target/, message: /blok/ },
  ],
  [
    'an unknown mesher',
    shot({ meshing: { method: 'gradd-stuffing' } }),
    { ...invalid, place: /meshing\.method$/, message: /gradd/, remedy: /'graded-stuffing'/ },
  ],
  [
    'a stiffness that no step can follow',
    shot({ material: { youngsModulus: 1e13, dampingTime: 0 } }),
    {
      code: 'simulation-failed',
      exit: 4,
      place: /solid 'block', frame 2/,
      message: /substeps of [\d.e-]+ s/,
      remedy: /Use implicit integration, or lower Young's modulus to \S+ \S?Pa/,
    },
  ],
  [
    'fewer substeps than it needs',
    shot({}, { quality: { draft: { maxSubsteps: 2 } }, frameRate: { numerator: 1 } }),
    {
      code: 'simulation-failed',
      exit: 4,
      place: /solid 'block', frame \d/,
      message: /maximum substeps/,
      remedy: /damping/,
    },
  ],
];

describe('ductile simulate refuses', () => {
  test.each(cases)('%s', async (_, document, expected) => {
    const folder = await temporaryFolder();
    const path = join(folder, 'bad.ductile');
    await writeFile(path, typeof document === 'string' ? document : text(document));
    await writeFile(join(folder, 'open.obj'), OPEN_SURFACE);
    const before = await readFile(path);

    const json = await runDuctile(['simulate', path, '--json'], folder);
    expect(json.code, json.stderr).toBe(expected.exit);
    expect(json.stderr).toBe('');
    const { error } = json.objects.at(-1)! as { error: Record<string, string> };
    expect(error['code']).toBe(expected.code);
    expect(error['file']).toMatch(expected.file ?? /bad\.ductile$/);
    expect(error['place']).toMatch(expected.place);
    expect(error['message']).toMatch(expected.message);
    if (expected.remedy !== undefined) expect(error['remedy']).toMatch(expected.remedy);

    const people = await runDuctile(['simulate', path], folder);
    expect(people.code).toBe(expected.exit);
    const line = people.stderr.trim().split('\n').at(-1)!;
    expect(line).toMatch(/^ductile: /);
    for (const part of [error['file'], error['place'], error['message']]) expect(line).toContain(part);
    expect(await readFile(path)).toEqual(before);
  });
});

describe('ductile is told what cannot be done', () => {
  test.each([
    ['frames outside the range', ['simulate', 'shot.ductile', '--frames', '3-99'], /3-99.*1-6/],
    ['frames in the wrong order', ['simulate', 'shot.ductile', '--frames', '5-2'], /empty/],
    ['frames that are none', ['simulate', 'shot.ductile', '--frames', 'all'], /looks like 10-20/],
    ['an unknown backend', ['simulate', 'shot.ductile', '--backend', 'gpu'], /gpu.*simd/],
    ['an unknown quality', ['simulate', 'shot.ductile', '--quality', 'best'], /best/],
    ['no threads', ['simulate', 'shot.ductile', '--threads', '0'], /--threads/],
    ['an unknown option', ['simulate', 'shot.ductile', '--bogus'], /--bogus/],
    ['no shot', ['simulate'], /missing/],
    ['an unknown command', ['simulat', 'shot.ductile'], /simulat/],
    ['an unknown template', ['new', '--template', 'torus-pudle', '-o', 'new.ductile'], /torus-pudle.*torus-puddle/],
    ['an unknown parameter', ['new', '--template', 'torus-puddle', '--set', 'percnt=4', '-o', 'new.ductile'], /percnt/],
    [
      'a parameter out of range',
      ['new', '--template', 'torus-puddle', '--set', 'percent=-4', '-o', 'n.ductile'],
      /percent/,
    ],
    ['a shot that is there', ['new', '--template', 'torus-puddle', '-o', 'shot.ductile'], /--force/],
    ['an unknown mesher', ['mesh', 'ball.obj', '--method', 'delaunay'], /delaunay.*red-green/],
    ['an edge of nothing', ['mesh', 'open.obj', '--edge', '0'], /--edge/],
  ])('%s', async (_, args, message) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'shot.ductile'), text(shot()));
    await writeFile(join(folder, 'open.obj'), OPEN_SURFACE);
    const { code, stderr, stdout } = await runDuctile(args, folder);
    expect(stderr).toMatch(/^ductile: /);
    expect(stderr).toMatch(message);
    expect([2, 3]).toContain(code);
    expect(stdout).toBe('');
  });

  test('a shot that is not there', async () => {
    const { code, objects } = await runDuctile(['simulate', 'none.ductile', '--json'], await temporaryFolder());
    expect(code).toBe(3);
    expect(objects).toMatchObject([
      { error: { code: 'file-missing', file: expect.stringMatching(/none\.ductile$/) as string } },
    ]);
  });
});

function text(document: Json): string {
  return JSON.stringify(document);
}
