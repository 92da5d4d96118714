import { extname, resolve } from 'node:path';
import { colourAttributes, type ShownAttribute } from '../../frames/derived/derivedAttributes.ts';
import type { Statics } from '../../frames/StaticStream.ts';
import { writeFileAtomically } from '../../cache/atomicFile.ts';
import { contactSheet, missingFrames, spreadStored } from '../../host/export/contactSheet.ts';
import { ShotFrames } from '../../host/frames/ShotFrames.ts';
import { defaultBackendName } from '../../host/simulation/solverBackend.ts';
import { encodePng } from '../../io/sheet/encodePng.ts';
import { renderSheet } from '../../io/sheet/renderSheet.ts';
import { numberOption, requiredOption, stringOption, usageError } from '../arguments.ts';
import type { Command } from '../Command.ts';
import { openShot, shotOptions } from '../shot.ts';

const DEFAULT_COUNT = 8;

const command: Command = {
  summary: 'a contact sheet of cached frames as PNG, without a display',
  usage: [
    'ductile sheet SHOT -o FILE.png [--frames A-B] [--count N] [--columns N] [--width PIXELS] [--quality draft|preview|final]',
    '              [--take ID] [--colour NAME] [--json]',
    '',
    'Shows --count frames (8) spread evenly over those of the range that are simulated, --width pixels each (480); prints which are missing.',
    '--colour shows an attribute by colour, `plastic strain` or `speed` for one; `ductile info SHOT` lists those that a shot has.',
  ].join('\n'),
  options: {
    ...shotOptions,
    output: { type: 'string', short: 'o' },
    count: { type: 'string' },
    columns: { type: 'string' },
    width: { type: 'string' },
    colour: { type: 'string' },
    backend: { type: 'string' },
  },
  async run(args, context) {
    const path = resolve(requiredOption(args, 'output'));
    if (extname(path).toLowerCase() !== '.png') throw usageError('the name of a sheet ends with .png');
    const { loaded, cache, quality, first, last } = await openShot(args, context);
    const backend = stringOption(args, 'backend') ?? defaultBackendName();
    const frames = await ShotFrames.open({ shot: loaded, quality, cache, backend }, context.job);
    const colouring = colouringOf(frames.statics, stringOption(args, 'colour'));
    const count = numberOption(args, 'count', 1, 100) ?? DEFAULT_COUNT;
    const stored = await frames.stored(first, last);
    // Where nothing is there, the first frame says what to do.
    const numbers = stored.length === 0 ? [first] : spreadStored(stored, count);
    const missing = missingFrames(first, last, stored);
    const note = missing === '' ? undefined : `${missing} not simulated`;
    const tileWidth = numberOption(args, 'width', 64, 4096);
    const sheet = await contactSheet(frames, loaded.scene, numbers, { subtitle: note, colouring });
    if (note !== undefined) context.warn(`warning: ${note}: the sheet shows the frames that are`);
    const columns = numberOption(args, 'columns', 1, 20);
    const tileHeight = tileWidth === undefined ? undefined : Math.round((3 * tileWidth) / 4);
    const { width, height, rgba } = renderSheet({ ...sheet, columns, tileWidth, tileHeight });
    await writeFileAtomically(path, [encodePng(rgba, width, height)]);
    context.emit({ sheet: path, frames: numbers, missing: last - first + 1 - stored.length, width, height });
    context.print(`${path}: frames ${numbers.join(', ')}, ${width} x ${height}`);
  },
};

export default command;

/** The attribute of that name; a usage error with those that are there for one that is not. */
function colouringOf(statics: Statics, name: string | undefined): ShownAttribute | undefined {
  if (name === undefined) return undefined;
  const there = colourAttributes(statics);
  const found = there.find((attribute) => attribute.name === name);
  if (found !== undefined) return found;
  const names = there.map((attribute) => `'${attribute.name}'`).join(', ');
  throw usageError(`the shot has no '${name}' to show by colour; it has ${names}`);
}
