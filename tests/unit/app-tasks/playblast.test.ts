import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { FrameSourceState } from '../../../app/client/FrameSource.ts';
import { createTimelineStore } from '../../../app/state/timelineStore.ts';
import { burnInText } from '../../../app/tasks/playblast/burnIn.ts';
import { pictureName, pixelSize, playblastName } from '../../../app/tasks/playblast/playblastSettings.ts';
import { PngZipWriter } from '../../../app/tasks/playblast/PngZipWriter.ts';
import { stepFrames } from '../../../app/tasks/playblast/stepFrames.ts';

function frames() {
  const ready = new Set<number>();
  const store = createStore<FrameSourceState>(() => ({
    statics: undefined,
    staticsOf: undefined,
    shown: undefined,
    prescribed: undefined,
    bytes: 0,
    problem: undefined,
  }));
  const arrive = (frame: number): void => {
    ready.add(frame);
    store.setState({ bytes: ready.size });
  };
  return {
    timeline: createTimelineStore(),
    frameSource: { store, ready: (frame: number) => ready.has(frame) },
    arrive,
  };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('stepping over frames', () => {
  test('each is drawn once its data is there, in order; the playhead goes back', async () => {
    const { timeline, frameSource, arrive } = frames();
    timeline.setState({ frame: 7, playing: true });
    const drawn: number[] = [];
    const end = stepFrames(
      { timeline, frameSource },
      { first: 1, last: 3 },
      (frame) => {
        expect(timeline.getState()).toMatchObject({ frame, playing: false });
        drawn.push(frame);
        return Promise.resolve();
      },
      new AbortController().signal,
    );
    await turn();
    expect(drawn).toEqual([]);
    arrive(2);
    await turn();
    expect(drawn).toEqual([]);
    arrive(1);
    await turn();
    expect(drawn).toEqual([1, 2]);
    arrive(3);
    await end;
    expect(drawn).toEqual([1, 2, 3]);
    expect(timeline.getState().frame).toBe(7);
  });

  test('cancelling ends the wait for a frame', async () => {
    const { timeline, frameSource, arrive } = frames();
    const controller = new AbortController();
    const drawn: number[] = [];
    arrive(1);
    const end = stepFrames(
      { timeline, frameSource },
      { first: 1, last: 9 },
      (frame) => Promise.resolve(void drawn.push(frame)),
      controller.signal,
    );
    await turn();
    controller.abort();
    await expect(end).rejects.toMatchObject({ code: 'cancelled' });
    expect(drawn).toEqual([1]);
    expect(timeline.getState().frame).toBe(1);
  });

  test('a picture that fails ends it and puts the playhead back', async () => {
    const { timeline, frameSource, arrive } = frames();
    timeline.setState({ frame: 4 });
    arrive(1);
    const end = stepFrames(
      { timeline, frameSource },
      { first: 1, last: 2 },
      () => Promise.reject(new Error('no picture')),
      new AbortController().signal,
    );
    await expect(end).rejects.toThrow('no picture');
    expect(timeline.getState().frame).toBe(4);
  });
});

describe('files', () => {
  test('sizes are even, names readable and safe', () => {
    expect(pixelSize('viewport', { width: 1031, height: 565 })).toEqual({ width: 1030, height: 564 });
    expect(pixelSize('viewport', { width: 1, height: 0 })).toEqual({ width: 2, height: 2 });
    expect(pixelSize('1080p', { width: 1, height: 1 })).toEqual({ width: 1920, height: 1080 });
    expect(playblastName('Torus / puddle', 'Main', 'webm')).toBe('Torus-puddle-Main.webm');
    expect(playblastName('', '', 'png')).toBe('playblast.zip');
    expect(pictureName('torus-main.zip', 42)).toBe('torus-main.0042.png');
    expect(pictureName('torus-main.zip', -3)).toBe('torus-main.-0003.png');
  });

  test('the archive holds every picture as it was', async () => {
    const pictures = [1, 2, 3].map((k) => Uint8Array.from({ length: 100 * k }, (_, i) => (i * k) % 251));
    let next = 0;
    const writer = new PngZipWriter('a.zip', () => Promise.resolve(pictures[next++]));
    for (const frame of [8, 9, 10]) await writer.add(undefined as unknown as HTMLCanvasElement, frame);
    const blob = await writer.finish();
    const files = unzipSync(new Uint8Array(await blob.arrayBuffer()));
    expect(Object.keys(files)).toEqual(['a.0008.png', 'a.0009.png', 'a.0010.png']);
    expect(Object.values(files).map((bytes) => [...bytes])).toEqual(pictures.map((bytes) => [...bytes]));
  });

  test('the frame number keeps its width', () => {
    const burnIn = { shot: 'torus', take: 'main', frame: 7, last: 240, framesPerSecond: 24000 / 1001 };
    expect(burnInText(burnIn)).toEqual(['torus · main', '007 / 240 · 23.976 fps']);
  });
});
