import { expect, test } from 'vitest';
import { colourMapOf, divergingMap, sequentialMap } from '../../../src/frames/colours/colourMaps.ts';
import { colourAttributes, shownAttributes } from '../../../src/frames/derived/derivedAttributes.ts';
import { decodeFrame, encodeFrame } from '../../../src/frames/Frame.ts';
import { meshStream, staticMesh, withValues } from '../../../src/frames/makeStreams.ts';
import { decodeStatics, encodeStatics } from '../../../src/frames/Statics.ts';
import type { StaticMesh } from '../../../src/frames/StaticStream.ts';
import { exportObjects } from '../../../src/host/export/exportObjects.ts';
import { MotionCheck } from '../../../src/host/export/MotionCheck.ts';
import { SheetBodies } from '../../../src/host/export/SheetBodies.ts';
import { sheetLegend } from '../../../src/host/export/contactSheet.ts';
import { sampleFrame, sampleStatics } from '../../support/frames.ts';
import { tinyShot } from '../../support/tinyShot.ts';

// Fields that no part of the program knows: a number per vertex and a vector per element.
const glow = { name: 'glow', unit: 'W', location: 'vertex', components: 1 } as const;
const wind = { name: 'wind', unit: 'm/s', location: 'element', components: 3 } as const;

function madeUp() {
  const { mesh } = sampleStatics().streams[0] as StaticMesh;
  const statics = decodeStatics(encodeStatics({ streams: [staticMesh('tet', mesh, [glow, wind])] }));
  const positions = mesh.mesh.positions;
  const stream = meshStream('tet', { positions, velocities: positions }, [
    withValues(glow, Float32Array.of(1, 2, 3, 6)),
    withValues(wind, Float32Array.of(3, 0, 4)),
  ]);
  const frame = decodeFrame(encodeFrame({ streams: [stream], stats: sampleFrame(1).stats }));
  const frames = { statics, nameOf: () => 'Tet', surface: () => Promise.reject(new Error('there is no surface')) };
  return { frame, frames };
}

test('a made-up field is among what can be shown, under its own name', () => {
  const { statics } = madeUp().frames;
  expect(colourAttributes(statics).map(({ name }) => name)).toEqual([
    'glow',
    'wind',
    'volume change',
    'speed',
    'element quality',
    'inverted elements',
  ]);
  const [first, second] = shownAttributes(statics.streams[0]);
  expect(first).toMatchObject({ source: 'frame', display: { label: 'Glow', range: 'values' } });
  expect(second).toMatchObject({ display: { label: 'Wind', detail: 'length of the vector', range: 'from-zero' } });
});

test('it leaves with the surface and with the elements', async () => {
  const { frame, frames } = madeUp();
  const shot = { frames, speed: 1, motion: new MotionCheck(1), stream: () => Promise.resolve(frame.streams[0]) };
  const [object] = exportObjects(shot, false);
  const { fields, volumeFields } = await object.sample(1);
  // Every vertex of the surface lies in the middle of the tetrahedron.
  expect(fields).toEqual([
    { name: 'glow', size: 1, values: new Float32Array(4).fill(3) },
    { name: 'wind', size: 3, values: Float32Array.from({ length: 12 }, (_, k) => [3, 0, 4][k % 3]) },
  ]);
  expect(volumeFields).toEqual({
    vertices: [{ name: 'glow', size: 1, values: Float32Array.of(1, 2, 3, 6) }],
    elements: [{ name: 'wind', size: 3, values: Float32Array.of(3, 0, 4) }],
  });
});

test.each([
  ['glow', 3, { label: 'Glow, W', limits: [0, 3], ends: ['0', '3'], colours: sequentialMap }],
  ['wind', 5, { label: 'Wind, m/s', limits: [0, 5], ends: ['0', '5'], colours: sequentialMap }],
  ['volume change', 0, { label: 'Volume change, %', limits: [-0.01, 0.01], ends: ['-1', '1'], colours: divergingMap }],
  [
    'inverted elements',
    0,
    {
      label: 'Inverted elements',
      limits: [0, 1],
      ends: ['0', '1'],
      colours: colourMapOf({ range: [0, 1], colours: 'alarm' }),
    },
  ],
])('a sheet shows %s by colour', async (name, value, legend) => {
  const { frame, frames } = madeUp();
  const colouring = colourAttributes(frames.statics).find((attribute) => attribute.name === name)!;
  const bodies = await new SheetBodies(frames, tinyShot(2), new Set(), colouring).at(1, frame);
  expect(bodies).toHaveLength(1);
  expect(bodies[0].scalars).toEqual(new Float32Array(4).fill(value));
  expect(sheetLegend(colouring, [{ label: '', bodies }])).toEqual(legend);
});
