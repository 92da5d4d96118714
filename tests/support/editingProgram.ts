// A program for kill tests: editingProgram SHOT STATE_FOLDER LOG. Takes up what an earlier run left, then edits the shot's name to
// edit-1, edit-2 ... and saves now and then. Writes down in LOG which edit it has seen on the disk.
import { appendFileSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SimulationHost } from '../../src/host/SimulationHost.ts';
import { HostClient } from '../../src/protocol/HostClient.ts';
import { memoryEndpoints } from '../../src/protocol/memoryEndpoint.ts';

const [path, stateFolder, log] = process.argv.slice(2);
const [near, far] = memoryEndpoints();
new SimulationHost(far, { threads: 1, backend: 'reference', stateFolder, workspace: stateFolder });
const client = await HostClient.connect(near, 'editing');
const opened = await client.call('openShot', { path });
let scene = opened.recovered?.scene ?? opened.scene;
process.stdout.write('editing\n');
for (let count = 1; ; count++) {
  const number = Number(scene.name.slice('edit-'.length)) + 1;
  ({ scene } = await client.call('applyScene', { scene: { ...scene, name: `edit-${number}` } }));
  if (count % 30 === 0) {
    await client.call('saveShot', {});
    appendFileSync(log, `${number}\n`);
  }
  const kept = await keptEdit();
  if (kept !== undefined) appendFileSync(log, `${kept}\n`);
  await wait(20);
}

/** The edit that the journal holds now. */
async function keptEdit(): Promise<string | undefined> {
  const folder = join(stateFolder, 'journals');
  const [name] = await readdir(folder).catch(() => [] as string[]);
  if (name === undefined) return undefined;
  try {
    return /"name": "edit-(\d+)"/.exec(readFileSync(join(folder, name), 'utf8'))?.[1];
  } catch {
    // Saved since.
    return undefined;
  }
}
