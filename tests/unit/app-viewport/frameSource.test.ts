import { afterEach, describe, expect, test, vi } from 'vitest';
import { FrameSource, type FrameSourceOptions } from '../../../app/client/FrameSource.ts';
import { LocalDecoder } from '../../../app/client/frames/FrameDecoder.ts';
import type { DisplayFrame } from '../../../app/client/frames/DisplayFrame.ts';
import { restMesh } from '../../../app/client/frames/shownMeshes.ts';
import { DocumentStore } from '../../../app/document/documentStore.ts';
import { createFramesStore, type FrameCell } from '../../../app/state/framesStore.ts';
import { Log } from '../../../app/state/Log.ts';
import { createTimelineStore } from '../../../app/state/timelineStore.ts';
import { createViewStore } from '../../../app/state/viewStore.ts';
import { CoreError } from '../../../src/base/errors.ts';
import { streamOf, streamsOf } from '../../../src/frames/Stream.ts';
import type { RequestName } from '../../../src/protocol/requests.ts';
import { smallScene } from '../../support/scenes.ts';
import { frameBytesOf, staticsBytes, STRESS, testKey, torusInBox } from './smallShot.ts';

const body = torusInBox(2, 12);
const sources: FrameSource[] = [];
afterEach(() => {
  for (const source of sources.splice(0)) source.dispose();
});

interface Call {
  readonly name: RequestName;
  readonly params: { readonly frame?: number; readonly key?: string };
  answer(): void;
}

/** A host that answers when it is told to (or at once), and counts. */
class FakeConnection {
  readonly calls: Call[] = [];
  readonly asked: number[] = [];
  readonly names = new Set<RequestName>();
  atOnce = true;
  most = 0;
  under = 0;
  fail: ((frame: number) => CoreError | undefined) | undefined;
  /** Frames of which the host will have more. */
  readonly partial = new Set<number>();
  make: (frame: number) => Uint8Array = (frame) => frameBytesOf(body, frame);

  call = ((name: RequestName, params: Call['params']) =>
    new Promise((resolve, reject) => {
      this.names.add(name);
      if (name === 'frame') {
        this.asked.push(params.frame!);
        this.most = Math.max(this.most, ++this.under);
      }
      const answer = (): void => {
        if (name === 'frame') this.under--;
        const error = name === 'frame' ? this.fail?.(params.frame!) : undefined;
        if (error !== undefined) reject(error);
        else if (name === 'statics') resolve({ bytes: staticsBytes(body) });
        else if (name === 'frame') {
          const isPartial = this.partial.has(params.frame!) || undefined;
          resolve({ frame: params.frame, key: params.key, bytes: this.make(params.frame!), isPartial });
        } else {
          const stress = new Float32Array(body.mesh.mesh.positions.length === 0 ? 0 : 48).map((_, k) => k);
          resolve({ unit: 'Pa', bytes: new Uint8Array(stress.buffer) });
        }
      };
      if (this.atOnce) queueMicrotask(answer);
      else this.calls.push({ name, params, answer });
    })) as unknown as ConstructorParameters<typeof FrameSource>[0]['connection']['call'];

  answerAll(): void {
    for (const call of this.calls.splice(0)) call.answer();
  }
}

function cells(first: number, last: number, state: FrameCell['state'] = 'cached', version = 0): FrameCell[] {
  return Array.from({ length: last - first + 1 }, (_, k) => ({
    frame: first + k,
    state,
    key: testKey(first + k, version),
    storedKey: state === 'missing' ? undefined : testKey(first + k),
    checkpoint: false,
    failure: undefined,
  }));
}

function shot({
  last = 100,
  atOnce = true,
  ...options
}: Partial<FrameSourceOptions> & { last?: number; atOnce?: boolean } = {}) {
  const connection = new FakeConnection();
  connection.atOnce = atOnce;
  const parts = {
    connection,
    document: new DocumentStore(),
    timeline: createTimelineStore(),
    frames: createFramesStore(),
    view: createViewStore(),
    log: new Log(),
  };
  const source = new FrameSource(parts, { createDecoder: () => new LocalDecoder(), ...options });
  sources.push(source);
  parts.document.load('/shot.ductile', smallScene({ range: { first: 1, last } }));
  parts.timeline.setState({ frame: 1 });
  parts.frames.setState({ cells: cells(1, last) });
  return { ...parts, source, shown: () => source.store.getState().shown };
}

const torus = (frame: DisplayFrame | undefined) => frame && streamOf(frame, 'torus', 'mesh');

const settled = async (): Promise<void> => {
  for (let k = 0; k < 40; k++) await Promise.resolve();
};

test('shows the frame of the playhead, decoded', async () => {
  const { source, shown, timeline, connection } = shot();
  await vi.waitFor(() => expect(shown()?.frame).toBe(1));
  // The surface of a mesh is in the statics: the host extracts none.
  expect(connection.names).toEqual(new Set(['statics', 'frame']));
  expect(restMesh(source.store.getState().statics, 'torus')?.surface.restPositions.length).toBe(3 * 144);
  timeline.setState({ frame: 7 });
  await vi.waitFor(() => expect(shown()?.frame).toBe(7));
  const { volumePositions } = torus(shown())!;
  expect(volumePositions[1] - body.mesh.mesh.positions[1]).toBeCloseTo(0.07, 5);
  expect(shown()!.stale).toBe(false);
});

test('a partial frame is shown at once, and asked for again until it is whole', async () => {
  const { shown, connection } = shot({ last: 3 });
  connection.partial.add(1);
  await vi.waitFor(() => expect(shown()?.frame).toBe(1));
  const first = shown();
  const count = () => connection.asked.filter((frame) => frame === 1).length;
  await vi.waitFor(() => expect(count()).toBe(2), { timeout: 10_000 });
  connection.partial.clear();
  await vi.waitFor(() => expect(count()).toBe(3), { timeout: 10_000 });
  await vi.waitFor(() => expect(shown()?.streams).not.toBe(first?.streams));
});

test('a shot that is played while it opens is seen from its first frame on', async () => {
  const ticks: ((now: number) => void)[] = [];
  let now = 0;
  const clock = {
    now: () => now,
    request: (tick: (time: number) => void) => {
      ticks.push(tick);
      return () => undefined;
    },
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
    for (const tick of ticks.splice(0)) tick(now);
  };
  const { connection, timeline, shown } = shot({ clock, atOnce: false });
  timeline.setState({ playing: true });
  // Its shapes, then its first frames, take a second each.
  for (let second = 0; second < 2; second++) {
    await settled();
    pass(1000);
    expect([timeline.getState().frame, shown()]).toEqual([1, undefined]);
    connection.answerAll();
  }
  connection.atOnce = true;
  await vi.waitFor(() => expect(shown()?.frame).toBe(1));
  pass(10);
  pass(45);
  expect(timeline.getState()).toMatchObject({ frame: 2, dropped: 0 });
});

test('has at most four requests under way, the playhead first', async () => {
  const { connection, timeline, shown } = shot({ last: 400 });
  connection.atOnce = false;
  await settled();
  connection.answerAll();
  await settled();
  timeline.setState({ frame: 200 });
  timeline.setState({ frame: 300 });
  expect(connection.under).toBeLessThanOrEqual(4);
  // The newest target has a place of its own, whatever is under way.
  for (let k = 0; k < 6 && shown()?.frame !== 300; k++) {
    connection.answerAll();
    await settled();
  }
  expect(shown()?.frame).toBe(300);
  expect(connection.most).toBeLessThanOrEqual(4);
  // What was asked for before the playhead went on is not asked for again and again.
  expect(new Set(connection.asked).size).toBe(connection.asked.length);
});

test('fetches around the playhead, in the direction of play first', async () => {
  const { connection, timeline } = shot({ last: 500, limits: { bytes: 1e9, frames: 20 } });
  await vi.waitFor(() => expect(connection.asked.length).toBeGreaterThan(15));
  timeline.setState({ frame: 250 });
  connection.asked.length = 0;
  await vi.waitFor(() => expect(connection.asked.length).toBeGreaterThanOrEqual(10));
  expect(connection.asked.every((frame) => frame > 235 && frame < 270)).toBe(true);
});

test('while the artist scrubs, asks for the frames of the playhead alone, and for those around it once it rests', async () => {
  const { connection, timeline, shown } = shot({ last: 500, limits: { bytes: 1e9, frames: 20 } });
  await vi.waitFor(() => expect(connection.asked.length).toBeGreaterThan(15));
  connection.asked.length = 0;
  for (const frame of [100, 200, 300]) {
    timeline.setState({ frame });
    await settled();
    expect(shown()?.frame).toBe(frame);
  }
  expect(connection.asked).toEqual([100, 200, 300]);
  await vi.waitFor(() => expect(connection.asked).toContain(301));
});

test('memory is bounded over 5000 frames, and arrays are used again', async () => {
  const limits = { bytes: 600_000, frames: 4096 };
  const decoder = new LocalDecoder();
  const given = new Set<Float32Array>();
  let released = 0;
  const release = decoder.release.bind(decoder);
  decoder.release = (arrays) => {
    released += arrays.length;
    release(arrays);
  };
  const decode = decoder.decode.bind(decoder);
  decoder.decode = async (request) => {
    const frame = await decode(request);
    for (const { positions, normals } of streamsOf(frame, 'mesh')) given.add(positions).add(normals);
    return frame;
  };
  const { connection, timeline, source, shown } = shot({ last: 5000, limits, createDecoder: () => decoder });
  const bytes = frameBytesOf(body, 3);
  connection.make = () => bytes.slice();
  await vi.waitFor(() => expect(shown()).toBeDefined());
  let shownFrames = 0;
  source.store.subscribe((state, before) => {
    if (state.shown !== before.shown) shownFrames++;
  });
  for (let frame = 1; frame <= 5000; frame++) {
    timeline.setState({ frame });
    for (let k = 0; k < 400 && shown()?.frame !== frame; k++) await Promise.resolve();
    expect(shown()?.frame).toBe(frame);
  }
  expect(shownFrames).toBeGreaterThan(4990);
  expect(connection.most).toBeLessThanOrEqual(4);
  const perFrame = 3 * 144 * 4 * 2 + body.mesh.mesh.positions.length * 4;
  const fitting = Math.floor(limits.bytes / perFrame);
  // Every array there ever was: two for each of the frames that fit, and of the few that were under way.
  expect(given.size).toBeLessThan(2 * (fitting + 6));
  expect(released).toBeGreaterThan(10_000);
});

test('a stale frame is shown as such, by the key that it is stored under', async () => {
  const { frames, connection, shown } = shot({ last: 10 });
  await vi.waitFor(() => expect(shown()?.frame).toBe(1));
  await vi.waitFor(() => expect(connection.asked.length).toBe(10));
  frames.setState({ cells: cells(1, 10, 'stale', 1) });
  expect(shown()?.stale).toBe(true);
  expect(shown()?.key).toBe(testKey(1));
  frames.setState({ cells: cells(1, 10) });
  expect(shown()?.stale).toBe(false);
  // Undo needs no second request.
  expect(connection.asked.length).toBe(10);
});

test('a missing frame shows the last one before it, or the shapes at rest', async () => {
  const { frames, timeline, shown } = shot({ last: 10 });
  frames.setState({ cells: [...cells(1, 3, 'missing'), ...cells(4, 6), ...cells(7, 10, 'missing')] });
  timeline.setState({ frame: 9 });
  await vi.waitFor(() => expect(shown()?.frame).toBe(6));
  timeline.setState({ frame: 2 });
  expect(shown()).toBeUndefined();
});

test('tells which frames are in memory', async () => {
  const { frames } = shot({ last: 6 });
  await vi.waitFor(() => expect(frames.getState().inMemory.size).toBe(6));
  expect(frames.getState().inMemory.has(testKey(4))).toBe(true);
});

test('a frame of another mesh is passed over; a damaged one is told of once', async () => {
  const { connection, timeline, shown, log } = shot({ last: 5 });
  const other = torusInBox(3, 8);
  connection.make = (frame) =>
    frame === 3 ? frameBytesOf(other, frame) : frame === 5 ? new Uint8Array(40) : frameBytesOf(body, frame);
  timeline.setState({ frame: 3 });
  await vi.waitFor(() => expect(shown()?.frame).toBe(2));
  timeline.setState({ frame: 5 });
  await vi.waitFor(() => expect(shown()?.frame).toBe(4));
  expect(log.store.getState().entries.filter(({ severity }) => severity === 'error').length).toBe(1);
});

test('a frame that was not there is asked for again', async () => {
  vi.useFakeTimers();
  try {
    const { connection, timeline, shown } = shot({ last: 3 });
    connection.fail = (frame) => (frame === 3 ? new CoreError('file-missing', 'gone') : undefined);
    timeline.setState({ frame: 3 });
    await settled();
    expect(shown()?.frame).not.toBe(3);
    connection.fail = undefined;
    await vi.advanceTimersByTimeAsync(1100);
    await settled();
    expect(shown()?.frame).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

describe('colours', () => {
  test('of the volume change come with the frame, and limits with them', async () => {
    const { view, shown } = shot({ last: 3 });
    view.setState({ colouring: 'volume change' });
    await vi.waitFor(() => expect(torus(shown())?.colour).toBeDefined());
    expect(shown()?.colouring).toBe('volume change');
    const { range, elements } = torus(shown())!.colour!;
    expect(elements.length).toBe(48);
    expect(range[0]).toBeCloseTo(0, 5);
  });

  test('of the stress are asked for per element', async () => {
    const { view, shown } = shot({ last: 3 });
    await vi.waitFor(() => expect(shown()).toBeDefined());
    view.setState({ colouring: STRESS });
    await vi.waitFor(() => expect(shown()?.colouring).toBe(STRESS));
    expect(torus(shown())!.colour!.range).toEqual([0, 47]);
    expect(torus(shown())!.colour!.typicalRange[1]).toBeLessThanOrEqual(47);
  });
});

describe('shapes', () => {
  test('are asked for again when an edit changes them, after the host has it', async () => {
    const { document, frames, source } = shot({ last: 3 });
    await vi.waitFor(() => expect(source.store.getState().statics).toBeDefined());
    const { statics } = source.store.getState();
    document.edit('rename', (scene) => {
      scene.entities[0].name = 'ring';
    });
    frames.setState({ cells: cells(1, 3) });
    await settled();
    expect(source.store.getState().statics).toBe(statics);
    document.edit('move', (scene) => {
      if (scene.entities[0].kind === 'solid') scene.entities[0].transform.position = [0, 1, 0];
    });
    await settled();
    expect(source.store.getState().statics).toBe(statics);
    frames.setState({ cells: cells(1, 3, 'stale', 2) });
    await vi.waitFor(() => expect(source.store.getState().statics).not.toBe(statics));
    expect(source.store.getState().staticsOf).toBe(document.scene);
  });

  test('go when the shot is closed', async () => {
    const { document, source, frames } = shot({ last: 3 });
    await vi.waitFor(() => expect(source.store.getState().shown).toBeDefined());
    document.close();
    frames.setState({ cells: [] });
    expect(source.store.getState()).toMatchObject({ statics: undefined, shown: undefined });
  });
});
