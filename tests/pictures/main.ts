import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleMesh } from '../../src/io/sampleMeshes.ts';
import { DevToolsPage } from '../bench/editor/DevToolsPage.ts';
import { connect, simulate } from '../bench/editor/hostClient.ts';
import { frameIsShown, installProbe } from '../bench/editor/pageProbe.ts';
import { MortalEditor } from '../e2e/support/mortalEditor.ts';
import { encodePicture } from './encodePicture.ts';
import { samples, type SamplePicture } from './samples.ts';
import { takeSample } from './takeSample.ts';

/** Pictures of the sample shots on the start page. */
const SAMPLES = 'app/start/samples';
/** Bytes of the largest of them. */
const SAMPLE_LIMIT = 30_000;
/** Pictures of the manual, and what they are made of: pictures that the story of the screens leaves. */
const MANUAL = 'docs/user/pictures';
const STORY = 'tests/.output/pictures';
const MANUAL_LIMIT = 150_000;
const manual: Readonly<Record<string, string>> = {
  'first-shot': 'screen-03-shot',
  meshing: 'close-up-meshing',
  materials: 'close-up-materials',
  timeline: 'close-up-timeline',
  compare: 'screen-12-compare-small',
  export: 'close-up-export',
};

const chosen = process.argv.slice(2);
const known = [...samples.map(({ template }) => template), ...Object.keys(manual)];
const unknown = chosen.find((name) => !known.includes(name));
if (unknown !== undefined) {
  process.stderr.write(`there is no picture '${unknown}'; use ${known.join(', ')}\n`);
  process.exit(2);
}
const folder = await mkdtemp(join(tmpdir(), 'ductile-pictures-'));
const editor = await MortalEditor.start(folder);
const isWanted = (name: string) => chosen.length === 0 || chosen.includes(name);

/** Simulates a sample up to its frame. Gives the shot's path. */
async function makeShot({ template, params = {}, mesh, frame }: SamplePicture): Promise<string> {
  const client = await connect(editor.address);
  const { path } = await client.call('createShot', {
    template,
    params,
    name: template,
    mesh: mesh && (await scan(mesh)),
  });
  await client.call('openShot', { path });
  await simulate(client, 1, frame);
  await client.call('closeShot', {});
  client.close();
  return path;
}

async function scan(name: 'rabbit') {
  const { fileName, bytes } = sampleMesh(name);
  const meshes = join(folder, 'workspace', 'meshes');
  await mkdir(meshes, { recursive: true });
  await writeFile(join(meshes, fileName), bytes);
  return { path: join(meshes, fileName), metresPerUnit: 0.1 };
}

/** A sample in a window of its own. */
async function sampleBytes(sample: SamplePicture): Promise<Buffer> {
  const path = await makeShot(sample);
  const page = await DevToolsPage.open(1600, 1000);
  try {
    // Flights take no time.
    await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
    await installProbe(page, false);
    await page.go(editor.addressOf(path));
    await frameIsShown(page);
    return await encodePicture(page, await takeSample(page, sample), SAMPLE_LIMIT);
  } finally {
    await page.close();
  }
}

async function manualBytes(source: string): Promise<Buffer> {
  const png = join(STORY, `${source}.png`);
  if (!existsSync(png)) throw new Error(`${png} is not there: run the story of the screens first`);
  const page = await DevToolsPage.open(800, 600);
  try {
    return await encodePicture(page, (await readFile(png)).toString('base64'), MANUAL_LIMIT);
  } finally {
    await page.close();
  }
}

async function write(path: string, bytes: Buffer): Promise<void> {
  await writeFile(path, bytes);
  process.stdout.write(`${path}: ${(bytes.byteLength / 1000).toFixed(1)} kB\n`);
}

try {
  await mkdir(SAMPLES, { recursive: true });
  await mkdir(MANUAL, { recursive: true });
  for (const sample of samples) {
    if (isWanted(sample.template)) await write(join(SAMPLES, `${sample.template}.webp`), await sampleBytes(sample));
  }
  for (const [name, source] of Object.entries(manual)) {
    if (isWanted(name)) await write(join(MANUAL, `${name}.webp`), await manualBytes(source));
  }
} finally {
  await editor.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
