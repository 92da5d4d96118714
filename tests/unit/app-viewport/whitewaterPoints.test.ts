import { expect, test } from 'vitest';
import { transferredArrays, type DecodedFrame } from '../../../app/client/frames/DisplayFrame.ts';
import { PointsDecoder } from '../../../app/client/frames/PointsDecoder.ts';
import type { StaticPoints } from '../../../src/frames/StaticStream.ts';
import { WHITEWATER, whitewaterAttributes, whitewaterStream } from '../../../src/frames/Whitewater.ts';

const declared: StaticPoints = {
  entity: 'water',
  name: WHITEWATER,
  type: 'points',
  topology: 'changing',
  purpose: 'result',
  attributes: whitewaterAttributes,
  diameter: 0.01,
};
const water = {
  made: 5,
  positions: Float32Array.of(0, 1, 0, 2, 1, 0),
  velocities: new Float32Array(6),
  ids: Uint32Array.of(1, 4),
  ages: Float32Array.of(0.5, 0),
  left: Float32Array.of(1, 1),
  widths: Float32Array.of(0.01, 0.03),
  kinds: Float32Array.of(0, 1),
};

test('all of whitewater is drawn around the surface as wide as it is, and goes from one thread to another', () => {
  const tools = { typicalRange: () => [0, 1] as const } as unknown as ConstructorParameters<typeof PointsDecoder>[2];
  const decoder = new PointsDecoder(declared, { streams: [declared] }, tools);
  const request = { colouring: 'age', surface: undefined, requested: undefined };
  const points = decoder.decode(
    whitewaterStream('water', water),
    request as unknown as Parameters<PointsDecoder['decode']>[1],
  );
  const frame = { streams: [points] } as unknown as DecodedFrame;
  const transfer = transferredArrays(frame).map(({ buffer }) => buffer as ArrayBuffer);
  const { streams } = structuredClone(frame, { transfer });
  expect(streams).toMatchObject([{ spray: { positions: water.positions, values: water.ages } }]);
  expect((streams[0] as typeof points).sprayWidth).toBeCloseTo(0.02, 6);
});
