import { describe, expect, test } from 'vitest';
import { DecoderCore } from '../../../app/client/frames/DecoderCore.ts';
import { restMeshes, shownMeshes } from '../../../app/client/frames/shownMeshes.ts';
import type { DecodedFrame } from '../../../app/client/frames/DisplayFrame.ts';
import { TornReceiver, TornSender } from '../../../app/client/frames/tornTransfer.ts';
import { decodeFrame, encodeFrame, type Frame } from '../../../src/frames/Frame.ts';
import { meshStream, staticMesh, tornStream } from '../../../src/frames/makeStreams.ts';
import { encodeStatics } from '../../../src/frames/Statics.ts';
import { streamOf } from '../../../src/frames/Stream.ts';
import { TearableSurface } from '../../../src/geometry/tearing/TearableSurface.ts';
import { cutTopology } from '../../../src/solids/fracture/virtualNodes.ts';
import { addTo, bar, cracksOf, startAt, tornNow } from '../../support/tornBar.ts';

/** A bar, whole in the first frame and torn by one element more in each that follows. */
function tearingBar() {
  const volume = bar([6, 2, 2], 0.01);
  const cracks = cracksOf(volume, 0);
  const surface = new TearableSurface(volume);
  const frame = (): Frame => {
    const torn = cracks.planes.length > 0;
    const topology = torn ? surface.change(cutTopology(cracks.body, cracks.sides())) : undefined;
    const { positions } = torn ? tornNow(volume, surface, cracks).mesh : volume.mesh;
    const motion = { positions, velocities: new Float32Array(positions.length) };
    const stats = { substeps: 0, shortestStep: 0, longestStep: 0, cgIterations: 0, invertedElements: 0, volume: 0 };
    const energies = { kinetic: 0, elastic: 0, gravity: 0 };
    return {
      streams: [tornStream(meshStream('bar', motion, []), topology)],
      stats: { ...stats, energies, contacts: 0, entities: {}, warnings: [] },
    };
  };
  const frames = [frame()];
  startAt(cracks, 0.33, [1, 0, 0]);
  addTo(surface, cracks, 0);
  frames.push(frame());
  for (let front = cracks.front(); front.length > 0; front = cracks.front()) {
    for (const t of front) cracks.cut[t] = 1;
    frames.push(frame());
  }
  return {
    statics: encodeStatics({ streams: [staticMesh('bar', volume, [], { topology: 'changing' })] }),
    frames: frames.map(encodeFrame),
  };
}

const meshIn = (frame: Pick<DecodedFrame, 'streams'>) => streamOf(frame, 'bar', 'mesh')!;

describe('frames of a torn body', () => {
  const { statics, frames } = tearingBar();

  test('come back as they were stored', () => {
    const last = decodeFrame(frames.at(-1)!);
    expect(encodeFrame(last)).toEqual(frames.at(-1));
    expect(last.streams[0].change!.cutTets.length).toBeGreaterThan(10);
    expect(decodeFrame(frames[0]).streams[0].change).toBeUndefined();
  });

  test('are refused where they name nodes that are not there', () => {
    const frame = decodeFrame(frames.at(-1)!);
    const [stream] = frame.streams;
    const change = stream.change!;
    const secondNodes = change.secondNodes.map((node) => node + 10_000);
    const broken = encodeFrame({ ...frame, streams: [{ ...stream, change: { ...change, secondNodes } }] });
    expect(() => decodeFrame(broken)).toThrow(/secondNodes/);
  });

  test('are drawn with the surface that they have, the same for frames that are torn alike', () => {
    const core = new DecoderCore();
    const whole = restMeshes(core.prepare(statics))[0];
    const decode = (bytes: Uint8Array) => meshIn(core.decode({ bytes, colouring: 'speed', requested: new Map() }));
    expect(decode(frames[0]).torn).toBeUndefined();
    const last = decode(frames.at(-1)!);
    const { surface, elements } = last.torn!.statics!;
    expect(surface.triangles.length).toBeGreaterThan(whole.surface.triangles.length);
    expect(last.positions.length).toBe(3 * surface.source.length);
    expect(last.normals.every(Number.isFinite)).toBe(true);
    expect(last.colour!.surface.length).toBe(surface.source.length);
    expect(Math.max(...elements)).toBeLessThan(last.volumePositions.length / 3);
    const keys = frames.slice(1).map((bytes) => decode(bytes).torn!.key);
    expect(frames.slice(1).map((bytes) => decode(bytes).torn!.key)).toEqual(keys);
    expect(new Set(keys).size).toBeGreaterThan(3);
  });

  test('are counted as they are torn', () => {
    const core = new DecoderCore();
    const prepared = core.prepare(statics);
    const counts = frames.map((bytes, frame) => {
      const decoded = core.decode({ bytes, colouring: 'surface', requested: new Map() });
      const shown = { ...decoded, frame, key: String(frame), stale: false };
      return shownMeshes({ statics: prepared, shown })[0].surface.triangles.length / 3;
    });
    expect(counts[0]).toBe(restMeshes(prepared)[0].surface.triangles.length / 3);
    expect(counts.at(-1)).toBeGreaterThan(counts[1]);
    expect(shownMeshes({ statics: prepared, shown: undefined })).toEqual(prepared.streams);
    expect(shownMeshes({ statics: undefined, shown: undefined })).toEqual([]);
  });

  test('are sent once', () => {
    const core = new DecoderCore();
    core.prepare(statics);
    const [sender, receiver] = [new TornSender(), new TornReceiver()];
    const send = (bytes: Uint8Array) =>
      sender.strip(core.decode({ bytes, colouring: 'surface', requested: new Map() }));
    const [first, again] = [send(frames[3]), send(frames[3])];
    expect(meshIn(first).torn!.statics).toBeDefined();
    expect(meshIn(again).torn!.statics).toBeUndefined();
    const shown = [first, again].map((frame) => meshIn(receiver.restore(frame)).torn!.statics);
    expect(shown[1]).toBe(shown[0]);
    expect(meshIn(send(frames[0])).torn).toBeUndefined();
  });
});
