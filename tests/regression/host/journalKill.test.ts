import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { readJournal } from '../../../src/host/shot/Journal.ts';
import { parseScene } from '../../../src/scene/sceneText.ts';
import { connectHost } from '../../support/hostConnection.ts';
import { bundleProgram, killAtRandomMoments } from '../../support/killHarness.ts';
import { storeShot } from '../../support/shotRuns.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShot } from '../../support/tinyShot.ts';

/** Artists that edit beside one another, since each of them waits most of the time. */
const artists = [1, 2];
const rounds = 4;
/** Series of them at most until a kill has left a journal: most do within one. */
const MOST_SERIES = 6;

const editOf = ({ name }: { name: string }) => Number(name.slice('edit-'.length));

// Symptom guarded against: a program that dies while an artist edits loses more than the last moment, or leaves a document that is torn.
test(`killed at ${rounds} random moments of editing and saving: no edit that was on the disk is lost`, async () => {
  const program = await bundleProgram('tests/support/editingProgram.ts', await temporaryFolder());
  await Promise.all(artists.map((artist) => killWhileEditing(program, artist)));
});

async function killWhileEditing(program: string, artist: number): Promise<void> {
  const stateFolder = await temporaryFolder();
  const log = join(await temporaryFolder(), 'log');
  await writeFile(log, '0\n');
  const scene = { ...tinyShot(4), name: 'edit-0' };
  const path = await storeShot(scene);
  let journaled = 0;

  const killSeries = (series: number) =>
    killAtRandomMoments({
      command: process.execPath,
      args: [program, path, stateFolder, log],
      rounds,
      seed: series === 0 ? `journal ${artist}` : `journal ${artist}, ${series}`,
      longestDelayMs: 700,
      async afterRound() {
        const saved = parseScene(await readFile(path), catalogue, path);
        const kept = await readJournal(stateFolder, scene.project);
        // The journal is whole or not there; killed between writing the shot and removing the journal, both hold the same edit.
        if (kept !== undefined) journaled++;
        const journals = await readdir(join(stateFolder, 'journals')).catch(() => []);
        expect(journals).toHaveLength(kept === undefined ? 0 : 1);
        const seen = (await readFile(log, 'utf8')).trim().split('\n').map(Number);
        const found = Math.max(editOf(saved), kept === undefined ? 0 : editOf(kept.scene));
        expect(found).toBeGreaterThanOrEqual(Math.max(...seen));
      },
    });
  for (let series = 0; series === 0 || (journaled === 0 && series < MOST_SERIES); series++) {
    expect((await killSeries(series)).killed).toBe(rounds);
  }
  expect(journaled).toBeGreaterThan(0);

  const { client } = await connectHost({ stateFolder });
  const { recovered, scene: opened } = await client.call('openShot', { path });
  expect(editOf(recovered?.scene ?? opened)).toBeGreaterThan(rounds);
  // What the killed programs left half written is gone.
  expect(await readdir(join(stateFolder, 'tmp'))).toEqual([]);
}
