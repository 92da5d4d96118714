import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runDuctile, startDuctile } from '../../support/ductileProcess.ts';
import { hasWorked } from '../../support/processorTime.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

const FRAMES = 400;
/** Frames that a run adds to those that an interrupted one has kept. */
const MORE = 40;
/** Time of the processor after which a command has long begun to mesh, and is far from done, s. */
const MESHING_SECONDS = 2;

async function storedShot(): Promise<{ folder: string; path: string }> {
  const folder = await temporaryFolder();
  const path = join(folder, 'shot.ductile');
  await writeFile(path, JSON.stringify(tinyShotInput(FRAMES)));
  return { folder, path };
}

const frames = (objects: Record<string, unknown>[]) =>
  objects.filter((object) => 'sha256' in object).map(({ frame, sha256 }) => ({ frame, sha256 }));

describe('ductile simulate', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('ends with 130 on %s and keeps the finished frames', async (signal) => {
    const { folder, path } = await storedShot();
    const run = startDuctile(['simulate', path, '--json'], folder);
    await run.lines(5);
    run.child.kill(signal);
    const stopped = await run.done;
    expect({ code: stopped.code, signal: stopped.signal }).toEqual({ code: 130, signal: null });
    expect(stopped.objects.at(-1)).toMatchObject({ error: { code: 'cancelled' } });
    const kept = frames(stopped.objects);
    expect(kept.length).toBeGreaterThanOrEqual(5);
    expect(kept.length).toBeLessThan(FRAMES);

    const last = Math.min(kept.length + MORE, FRAMES);
    const rest = await runDuctile(['simulate', path, '--frames', `1-${last}`, '--json'], folder);
    expect(rest.code).toBe(0);
    expect(rest.objects.at(-1)).toMatchObject({ done: true, cached: kept.length, simulated: last - kept.length });
    expect(frames(rest.objects).slice(0, kept.length)).toEqual(kept);
  });

  // Symptom: meshing held the thread that hears signals; Ctrl+C did nothing for as long as it took.
  test('hears SIGINT while it meshes', async () => {
    const folder = await temporaryFolder();
    const [block, ...rest] = tinyShotInput(FRAMES).entities;
    const fine = {
      ...block,
      source: { kind: 'procedural', form: { shape: 'torus' } },
      meshing: { method: 'graded-stuffing', edge: { percent: 0.8 } },
    };
    const path = join(folder, 'fine.ductile');
    await writeFile(path, JSON.stringify({ ...tinyShotInput(FRAMES), entities: [fine, ...rest] }));
    const run = startDuctile(['simulate', path, '--json'], folder);
    await hasWorked(run.child.pid!, MESHING_SECONDS);
    run.child.kill('SIGINT');
    const { code, signal, objects } = await run.done;
    expect({ code, signal }).toEqual({ code: 130, signal: null });
    expect(objects).toMatchObject([{ error: { code: 'cancelled' } }]);
  });

  test('gives the same bytes in two processes with other numbers of threads, one of them stopped halfway', async () => {
    const whole = await storedShot();
    const first = await runDuctile(
      ['simulate', whole.path, '--threads', '1', '--frames', '1-60', '--json'],
      whole.folder,
    );
    const halves = await storedShot();
    const args = ['simulate', halves.path, '--threads', '2', '--json', '--frames'];
    expect((await runDuctile([...args, '1-30'], halves.folder)).code).toBe(0);
    const second = await runDuctile([...args, '1-60'], halves.folder);
    expect(second.objects.at(-1)).toMatchObject({ resumedFrom: 30, simulated: 30 });
    expect(frames(second.objects)).toEqual(frames(first.objects));
    expect(new Set(frames(first.objects).map(({ sha256 }) => sha256)).size).toBe(60);
  });

  test('stops quietly, and keeps the finished frames, when nobody reads its output any more', async () => {
    const { folder, path } = await storedShot();
    const run = startDuctile(['simulate', path, '--json'], folder);
    await run.lines(2);
    run.child.stdout!.destroy();
    const { code, stderr } = await run.done;
    expect(stderr).toBe('');
    expect(code).toBe(130);
    const rest = await runDuctile(['simulate', path, '--json', '--frames', '1-20'], folder);
    expect((rest.objects.at(-1) as { cached: number }).cached).toBeGreaterThan(1);
  });
});

/** A field of squares with a wave in it, `side` of them along each edge. */
function fieldOf(side: number): string {
  const lines: string[] = [];
  for (let j = 0; j <= side; j++) for (let i = 0; i <= side; i++) lines.push(`v ${i} ${(i * i + j * j) % 7} ${j}`);
  for (let j = 0; j < side; j++) {
    for (let i = 1; i <= side; i++) {
      const a = j * (side + 1) + i;
      lines.push(`f ${a} ${a + side + 1} ${a + side + 2} ${a + 1}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

// Symptom: Ctrl+C was heard only once the mesh was read, examined and written.
test.each([
  ['info', []],
  ['repair', ['-o', 'repaired.obj']],
])('ductile %s hears SIGINT, and writes nothing then', async (command, options) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'field.obj'), fieldOf(600));
  const run = startDuctile([command, 'field.obj', ...options, '--json'], folder);
  await hasWorked(run.child.pid!, 1);
  run.child.kill('SIGINT');
  const { code, signal, objects } = await run.done;
  expect({ code, signal }).toEqual({ code: 130, signal: null });
  expect(objects).toMatchObject([{ error: { code: 'cancelled' } }]);
  expect(await readdir(folder)).toEqual(['field.obj']);
});
