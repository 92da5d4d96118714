import { describe, expect, test } from 'vitest';
import { DecoderCore } from '../../../app/client/frames/DecoderCore.ts';
import { frameBytes, type DecodedFrame } from '../../../app/client/frames/DisplayFrame.ts';
import { TornReceiver, TornSender } from '../../../app/client/frames/tornTransfer.ts';
import { decodeFrame, encodeFrame } from '../../../src/frames/Frame.ts';
import { meshMotion, meshTriangles, staticMesh, surfaceStream } from '../../../src/frames/makeStreams.ts';
import { encodeStatics } from '../../../src/frames/Statics.ts';
import { streamOf } from '../../../src/frames/Stream.ts';
import { surfaceAsShell } from '../../../src/geometry/surfaceAsShell.ts';
import { boxSurface } from '../../support/changingBoxes.ts';

const energies = { kinetic: 0, elastic: 0, gravity: 0 };
const counts = { substeps: 0, shortestStep: 0, longestStep: 0, cgIterations: 0, invertedElements: 0, volume: 0 };
const stats = { ...counts, energies, contacts: 0, entities: {}, warnings: [] };

/** A frame of a box with so many squares along each edge. */
function frameOf(parts: number, triangles?: Uint32Array): Uint8Array {
  const { positions, triangles: own } = boxSurface([1, 1, 1], parts);
  const motion = { positions, velocities: new Float32Array(positions.length) };
  return encodeFrame({ streams: [surfaceStream('box', motion, triangles ?? own)], stats });
}

function staticsOf(parts: number): Uint8Array {
  const { positions, triangles } = boxSurface([1, 1, 1], parts);
  const made = staticMesh('box', surfaceAsShell('box', positions, triangles), [], { topology: 'changing' });
  return encodeStatics({ streams: [{ ...made, attributes: [...meshMotion, meshTriangles] }] });
}

const meshIn = (frame: Pick<DecodedFrame, 'streams'>) => streamOf(frame, 'box', 'mesh')!;

describe('frames of a surface that is another one in every frame', () => {
  const core = new DecoderCore();
  const prepared = core.prepare(staticsOf(2));
  const decode = (bytes: Uint8Array) => core.decode({ bytes, colouring: 'surface', requested: new Map() });

  test('are drawn with their own triangles, those that are alike as one shape', () => {
    expect(meshIn(decode(frameOf(2))).torn).toBeUndefined();
    const shapes = [3, 4, 3].map((parts) => meshIn(decode(frameOf(parts))));
    expect(shapes.map(({ torn }) => torn!.statics!.surface.triangles.length / 3)).toEqual([108, 192, 108]);
    expect(shapes[2].torn!.key).toBe(shapes[0].torn!.key);
    expect(shapes[1].torn!.key).not.toBe(shapes[0].torn!.key);
    // Splitting at the edges of the box changes nothing: sides have their own vertices.
    expect(shapes[1].positions).toHaveLength(3 * 6 * 25);
  });

  test('have no change of area, but a speed', () => {
    expect(prepared.colourings.map(({ name }) => name)).not.toContain('volume change');
    expect(prepared.colourings.map(({ name }) => name)).toContain('speed');
  });

  test('count in memory with what is drawn of them', () => {
    const own = frameBytes(decode(frameOf(8)));
    const { torn: _, ...bare } = meshIn(decode(frameOf(8)));
    expect(own).toBeGreaterThan(2 * frameBytes({ stats, colouring: 'surface', streams: [bare] }));
  });

  test('are sent whole again once both sides have forgotten them', () => {
    const [sender, receiver] = [new TornSender(), new TornReceiver()];
    const { triangles } = boxSurface([1, 1, 1], 3);
    /** The triangles in another order. */
    const ordered = (first: number) =>
      Uint32Array.from([...triangles.subarray(3 * first), ...triangles.subarray(0, 3 * first)]);
    const received = (first: number) =>
      meshIn(receiver.restore(sender.strip(decode(frameOf(3, ordered(first)))))).torn!.statics!.elements;
    for (const first of [...Array.from({ length: 60 }, (_, k) => k), 0, 1, 59, 58]) {
      expect(received(first)).toEqual(ordered(first));
    }
  });

  test('are refused where a triangle has a vertex that is not there', () => {
    const { triangles } = boxSurface([1, 1, 1], 2);
    expect(() =>
      frameOf(
        2,
        triangles.map((v) => v + 1),
      ),
    ).toThrow("a triangle of 'box' has vertex 54 of 54");
    expect(decodeFrame(frameOf(2)).streams[0].topology).toBe('changing');
  });
});
