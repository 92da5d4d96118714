import { expect, test } from 'vitest';
import { DecoderCore } from '../../../app/client/frames/DecoderCore.ts';
import { colouringOf, colouringsOf } from '../../../app/viewport/colour/colourings.ts';
import { colourMapOf } from '../../../src/frames/colours/colourMaps.ts';
import { colourAttributes } from '../../../src/frames/derived/derivedAttributes.ts';
import { encodeFrame } from '../../../src/frames/Frame.ts';
import { encodeStatics } from '../../../src/frames/Statics.ts';
import { streamOf } from '../../../src/frames/Stream.ts';
import { SheetBodies } from '../../../src/host/export/SheetBodies.ts';
import { sheetLegend } from '../../../src/host/export/contactSheet.ts';
import { tinyShot } from '../../support/tinyShot.ts';
import { frameOf, torusInBox } from '../app-viewport/smallShot.ts';

const torus = torusInBox(2, 12);
const statics = { streams: [torus] };

// An attribute that follows from others, and is one file that exists for tests alone.
test('is in the colour menu after those of the program, with its label and colours', () => {
  const prepared = new DecoderCore().prepare(encodeStatics(statics));
  expect(colouringsOf(prepared).at(-1)).toMatchObject({ name: 'height', unit: 'm', label: 'Height' });
  expect(colourMapOf(colouringOf(prepared, 'height'))).toBe(
    colourMapOf({ range: 'values', colours: 'diverging-reversed' }),
  );
});

test('colours what is drawn by its numbers at the frame', () => {
  const core = new DecoderCore();
  core.prepare(encodeStatics(statics));
  const { streams, stats } = frameOf(torus, 1);
  const bytes = encodeFrame({ streams: streams.slice(0, 1), stats });
  const decoded = core.decode({ bytes, colouring: 'height', requested: new Map() });
  const { positions, colour } = streamOf(decoded, 'torus', 'mesh')!;
  const heights = positions.filter((_, k) => k % 3 === 1);
  expect(heights.length).toBeGreaterThan(10);
  heights.forEach((height, vertex) => expect(colour!.surface[vertex]).toBeCloseTo(height, 5));
});

test('is shown on contact sheets, with its legend', async () => {
  const colouring = colourAttributes(statics).find(({ name }) => name === 'height')!;
  const frames = { statics, surface: () => Promise.reject(new Error('there is no surface')) };
  const bodies = await new SheetBodies(frames, tinyShot(2), new Set(), colouring).at(1, frameOf(torus, 1));
  const [{ positions, scalars }] = bodies;
  positions.forEach((value, k) => k % 3 === 1 && expect(scalars![(k - 1) / 3]).toBeCloseTo(value, 5));
  const { label, colours, limits } = sheetLegend(colouring, [{ label: '', bodies }]);
  expect([label, colours]).toEqual(['Height, m', colourMapOf(colouring.display)]);
  expect(limits[0]).toBe(-limits[1]);
});
