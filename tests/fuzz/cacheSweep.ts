import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietJob } from '../../src/base/job.ts';
import { cacheFolder, listFiles } from '../../src/cache/CacheFolder.ts';
import { FrameCache } from '../../src/cache/FrameCache.ts';
import { removeDamaged, verifyCache } from '../../src/cache/verifyCache.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { simulateShot } from '../../src/host/simulation/simulateShot.ts';
import { createBackend } from '../../src/host/simulation/solverBackend.ts';
import { loadShot, saveShot } from '../../src/io/shotFile.ts';
import { SeededRandom } from '../support/random.ts';
import { createFromTemplate } from '../../src/scene/templates.ts';

/** One of each kind: elastic, plastic, torn, cloth, a press, liquid, and both together; of few frames. */
const SHOTS: readonly [string, Record<string, unknown>][] = [
  ['torus-puddle', { percent: 12 }],
  ['clay-press', {}],
  ['torn-bar', { percent: 12 }],
  ['cloth-drape', {}],
  ['muscle-arm', {}],
  ['dam-break', {}],
  ['jelly-in-tank', {}],
  ['incline', { body: 'block' }],
];
const FRAMES = 3;

/** Damages `damages` bytes of caches, simulates, and looks whether every file is whole. Gives the number of faults. */
export async function sweepCaches(damages: number, say: (line: string) => void): Promise<number> {
  let faults = 0;
  for (const [template, params] of SHOTS) {
    const folder = await mkdtemp(join(tmpdir(), 'ductile-sweep-'));
    try {
      faults += await sweepOne(template, params, folder, Math.ceil(damages / SHOTS.length), say);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return faults;
}

async function sweepOne(
  template: string,
  params: Record<string, unknown>,
  folder: string,
  damages: number,
  say: (line: string) => void,
): Promise<number> {
  const path = join(folder, 'shot.ductile');
  const project = '9a8f6f37-6fd9-4f3e-a3c3-6f0a1f7f5b52';
  await saveShot(path, createFromTemplate(template, params, { project, name: template }, catalogue), catalogue);
  const whole = await simulate(path);
  const random = new SeededRandom(`sweep ${template}`);
  const at = cacheFolder(path, project);
  let faults = 0;
  for (let run = 0; run < damages; run++) {
    const files = await listFiles(at);
    const file = files[random.below(files.length)];
    const bytes = await readFile(file.path);
    bytes[random.below(bytes.length)] ^= 1 << random.below(8);
    await writeFile(file.path, bytes);
    await removeDamaged(at, quietJob);
    const again = await simulate(path);
    const sound = JSON.stringify(again) === JSON.stringify(whole) && (await isWhole(at));
    if (sound) continue;
    faults++;
    say(`FAULT ${template}, run ${run}: after damage to a ${file.kind}`);
  }
  say(`${template.padEnd(24)} ${damages} damaged bytes, ${faults} not made good`);
  return faults;
}

/** Hashes of the frames. */
async function simulate(path: string): Promise<string[]> {
  const shot = await loadShot(path, catalogue);
  const cache = await FrameCache.open(cacheFolder(path, shot.scene.project));
  const backend = createBackend(undefined, 1);
  const { first } = shot.scene.range;
  const hashes: string[] = [];
  try {
    const request = {
      shot,
      cache,
      backend,
      quality: 'draft',
      first,
      last: first + FRAMES - 1,
      makeSurfaces: true,
    } as const;
    await simulateShot(request, quietJob, { frame: ({ sha256 }) => hashes.push(sha256) });
  } finally {
    backend.dispose();
  }
  return hashes;
}

async function isWhole(folder: string): Promise<boolean> {
  for await (const { status } of verifyCache(folder)) if (status !== 'ok') return false;
  return true;
}
