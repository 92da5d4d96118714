import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleMesh } from '../../../src/io/sampleMeshes.ts';
import { runDuctile } from '../../support/ductileProcess.ts';

/** Frames of the shot; its strength falls and rises again on the way. */
export const heroFrames = 24;

/** Writes a shot into `folder`: a rabbit falls on a floor and goes limp for a while. Gives its path. */
export async function writeHeroShot(folder: string): Promise<string> {
  const { fileName, bytes } = sampleMesh('rabbit');
  writeFileSync(join(folder, fileName), bytes);
  const settings = `percent=7,frames=${heroFrames},height=0.25,firmness=20`;
  const { code, stderr } = await runDuctile(
    ['new', '--template', 'drop-test', '--mesh', fileName, '--unit', '0.1', '--set', settings, '-o', 'rabbit.ductile'],
    folder,
  );
  if (code !== 0) throw new Error(`the shot could not be made: ${stderr}`);
  const path = join(folder, 'rabbit.ductile');
  const shot = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown> & {
    entities: Record<string, unknown>[];
  };
  const [body] = shot.entities;
  shot['name'] = 'Rabbit';
  // Enough for it as it is, and not for much more strength.
  shot['quality'] = { draft: { maxSubsteps: 200 } };
  (body['material'] as Record<string, unknown>)['dampingTime'] = 0.0001;
  body['name'] = 'Rabbit';
  body['strength'] = { keys: [key(8, 1), key(12, 0.3), key(16, 0.3), key(21, 1)] };
  writeFileSync(path, JSON.stringify(shot));
  return path;
}

function key(frame: number, value: number) {
  return { frame, value, interpolation: 'bezier' };
}
