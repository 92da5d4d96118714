import { canonicalJson, sha256Hex } from '../../src/base/hash.ts';
import { decodeFrame, encodeFrame, type Frame } from '../../src/frames/Frame.ts';
import { templates } from '../../src/scene/templates.ts';
import { runShot } from '../support/shots.ts';
import { smallShot } from '../support/smallShot.ts';

/**
 * `npm run bench -- table hashes [templates]`: SHA-256 of the frames of the coarse, short forms of sample shots, with one thread and with two. Hashed are the decoded arrays by
 * entity and name, and the statistics, so that the order and layout of what a frame file holds do not matter. Frames that two versions of the program make of these shots are
 * equal where their lines are.
 */
const words = process.argv.slice(2);
const FRAMES = 12;

const unknown = words.find((word) => !templates.types().includes(word));
if (unknown !== undefined) {
  process.stderr.write(`there is no sample '${unknown}'; use one of ${templates.types().join(', ')}\n`);
  process.exit(2);
}

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
        parts.push(frameHash(decodeFrame(encodeFrame(shot.simulation.currentFrame()))));
      }
      shot.dispose();
      hashes.push(sha256Hex(parts.join()).slice(0, 16));
    }
    return hashes.join('  ');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

type NamedArray = readonly [name: string, values: ArrayBufferView];

function frameHash({ streams, stats }: Frame): string {
  const arrays = streams.flatMap(({ entity, name, attributes, change }): NamedArray[] => [
    ...attributes.map((attribute): NamedArray => [`${entity}/${name}/${attribute.name}`, attribute.values]),
    ...Object.entries(change ?? {}).flatMap(([member, value]): NamedArray[] =>
      ArrayBuffer.isView(value) ? [[`${entity}/${name}/change/${member}`, value]] : [],
    ),
  ]);
  const lines = arrays.map(([name, view]) => {
    return `${name} ${sha256Hex(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))}`;
  });
  return sha256Hex([...lines.sort(), canonicalJson(stats)].join('\n'));
}
