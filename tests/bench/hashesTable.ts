import { sha256Hex } from '../../src/base/hash.ts';
import { encodeFrame } from '../../src/frames/Frame.ts';
import { templates } from '../../src/scene/templates.ts';
import { runShot } from '../support/shots.ts';
import { smallShot } from '../support/smallShot.ts';

/**
 * `npm run bench -- table hashes [templates]`: SHA-256 of the frames of the coarse, short forms of sample shots, with one thread and with two. Frames that two
 * versions of the program make of these shots are equal where their lines are.
 */
const words = process.argv.slice(2);
const FRAMES = 12;

for (const type of templates.types()) {
  if (words.length > 0 && !words.includes(type)) continue;
  process.stdout.write(`${type.padEnd(24)}${await line(type)}\n`);
}

async function line(type: string): Promise<string> {
  try {
    const { scene, sources } = await smallShot(type);
    const hashes: string[] = [];
    for (const threads of [1, 2]) {
      const shot = await runShot(scene, { threads, sources });
      const last = Math.min(scene.range.last, scene.range.first + FRAMES);
      const parts: string[] = [];
      while (shot.simulation.frame < last) {
        shot.simulation.advance(() => false);
        parts.push(sha256Hex(encodeFrame(shot.simulation.currentFrame())));
      }
      shot.dispose();
      hashes.push(sha256Hex(parts.join()).slice(0, 16));
    }
    return hashes.join('  ');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
