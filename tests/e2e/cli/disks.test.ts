import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runDuctile } from '../../support/ductileProcess.ts';
import { mountSmallDisk, type SmallDisk } from '../../support/smallDisk.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

const FRAMES = 60;
const probe = mountSmallDisk(1 << 16);
probe?.unmount();
const describeWithDisk = probe === undefined ? describe.skip : describe;

async function shotBeside(): Promise<{ folder: string; path: string }> {
  const folder = await temporaryFolder();
  const path = join(folder, 'shot.ductile');
  await writeFile(path, JSON.stringify(tinyShotInput(FRAMES)));
  return { folder, path };
}

function smallDisk(bytes: number): SmallDisk {
  const disk = mountSmallDisk(bytes);
  if (disk === undefined) throw new Error('mounting is not allowed');
  onTestFinished(() => disk.unmount());
  return disk;
}

const frameHashes = (objects: Record<string, unknown>[]) =>
  objects.filter((object) => 'sha256' in object).map((object) => object['sha256']);

describeWithDisk('ductile simulate (needs the right to mount a disk)', () => {
  test('into a read-only cache says so, and leaves what is there readable', async () => {
    const { folder, path } = await shotBeside();
    const disk = smallDisk(4 << 20);
    const args = (last: number) => ['simulate', path, '--cache', disk.folder, '--frames', `1-${last}`, '--json'];
    const written = await runDuctile(args(10), folder);
    expect(written.code).toBe(0);
    disk.makeReadOnly();
    const more = await runDuctile(args(20), folder);
    expect(more.code).toBe(3);
    const { error } = more.objects.at(-1)! as { error: Record<string, string> };
    expect(error).toMatchObject({ code: 'file-unwritable', message: expect.stringContaining('EROFS') as string });
    expect(error['file']).toContain(disk.folder);
    expect(error['remedy']).toMatch(/./);
    const again = await runDuctile(args(10), folder);
    expect(again.code).toBe(0);
    expect(again.objects.at(-1)).toMatchObject({ done: true, simulated: 0, cached: 10 });
    expect(frameHashes(again.objects)).toEqual(frameHashes(written.objects));
  });

  test('onto a full disk keeps the finished frames; with room, it goes on to the same bytes', async () => {
    const { folder, path } = await shotBeside();
    const whole = await runDuctile(['simulate', path, '--json'], folder);
    expect(whole.code).toBe(0);
    const disk = smallDisk(600 << 10);
    const args = ['simulate', path, '--cache', disk.folder, '--json'];
    const full = await runDuctile(args, folder);
    expect(full.code).toBe(3);
    const { error } = full.objects.at(-1)! as { error: Record<string, string> };
    expect(error).toMatchObject({ code: 'disk-full', remedy: expect.stringContaining('Free some space') as string });
    const finished = frameHashes(full.objects);
    expect(finished.length).toBeGreaterThan(5);
    expect(finished.length).toBeLessThan(FRAMES);
    disk.resize(16 << 20);
    const rest = await runDuctile(args, folder);
    expect(rest.code).toBe(0);
    const { simulated } = rest.objects.at(-1)! as { simulated: number };
    expect(simulated).toBeLessThanOrEqual(FRAMES - finished.length);
    expect(frameHashes(rest.objects)).toEqual(frameHashes(whole.objects));
  });
});
