import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { templates } from '../../../src/scene/templates.ts';
import { MortalEditor } from '../../e2e/support/mortalEditor.ts';
import { machineLoad, type Figure } from './figures.ts';
import { connect, simulate } from './hostClient.ts';
import { CACHED, cancelling, reading, whileSimulating } from './hostFigures.ts';
import { keysToPictures } from './keyFigures.ts';
import { pageWhileSimulating, playing } from './pageFigures.ts';
import { largeLiquid, largeSimulation, largeSurface } from './shots.ts';
import { samplesOpen } from './sampleFigures.ts';
import { startUp } from './startUp.ts';
import { water } from './waterFigures.ts';

/** Frames of the shot that is played: more than memory takes. */
const PLAYED = 600;

const PARTS = ['start', 'keys', 'simulate', 'play', 'samples', 'water'] as const;
const { values, positionals: chosen } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const { json } = values;
const named = chosen.filter((word) => !PARTS.some((part) => part === word));
const unknown = named.find((word) => !chosen.includes('samples') || !templates.types().includes(word));
if (unknown !== undefined) {
  process.stderr.write(
    `there is no part '${unknown}'; use one of ${PARTS.join(', ')}, and names of samples with samples\n`,
  );
  process.exit(2);
}

const folder = await mkdtemp(join(tmpdir(), 'ductile-bench-'));
const editor = await MortalEditor.start(folder);

type Tell = (figures: readonly Figure[]) => void;

const parts: Readonly<Record<(typeof PARTS)[number], (tell: Tell) => Promise<void>>> = {
  async start(tell) {
    const client = await connect(editor.address);
    const { path } = await client.call('createShot', { template: 'torus-puddle', name: 'Sample' });
    await client.call('openShot', { path });
    await simulate(client, 1, 24);
    client.close();
    tell(await startUp(editor.address, editor.addressOf(path)));
  },
  async keys(tell) {
    const client = await connect(editor.address);
    const { path } = await client.call('createShot', { template: 'torus-puddle', name: 'Keys' });
    await client.call('openShot', { path });
    await simulate(client, 1, 24);
    await client.call('closeShot', {});
    client.close();
    for (const mute of [true, false]) tell(await keysToPictures(editor.addressOf(path), mute));
  },
  async simulate(tell) {
    const client = await connect(editor.address);
    const path = await largeSimulation(client);
    const { scene } = await client.call('openShot', { path });
    await simulate(client, 1, CACHED);
    tell(await reading(client, 'frames of 100 000 elements', CACHED));
    tell(await whileSimulating(client, scene));
    tell(await cancelling(client, scene));
    await client.call('closeShot', {});
    client.close();
    const address = editor.addressOf(path);
    for (const mute of [true, false]) tell(await pageWhileSimulating(address, mute));
  },
  async play(tell) {
    const client = await connect(editor.address);
    const path = await largeSurface(client, join(folder, 'workspace'), PLAYED);
    await simulate(client, 1, PLAYED);
    tell(await reading(client, '100 000 triangles on few elements', PLAYED));
    await client.call('closeShot', {});
    client.close();
    tell(await playing(editor.addressOf(path)));
  },
  async samples(tell) {
    await samplesOpen(editor.address, named, (found) => tell([found]));
  },
  async water(tell) {
    const client = await connect(editor.address);
    const path = await largeLiquid(client);
    const { scene } = await client.call('openShot', { path });
    await simulate(client, scene.range.first, scene.range.last);
    await client.call('closeShot', {});
    client.close();
    tell(await water(editor.addressOf(path)));
  },
};

function print(part: string, { name, value, unit, note }: Figure): void {
  if (json) process.stdout.write(`${JSON.stringify({ suite: 'editor', part, name, value, unit, note })}\n`);
  else process.stdout.write(`${name.padEnd(58)}${value.toPrecision(4).padStart(10)} ${unit.padEnd(4)} ${note}\n`);
}

try {
  for (const [name, measure] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    await measure((figures) => figures.forEach((found) => print(name, found)));
    if (!json) process.stdout.write(`(${machineLoad()})\n`);
  }
} finally {
  await editor.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
