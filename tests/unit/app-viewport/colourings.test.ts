import { expect, test } from 'vitest';
import { DecoderCore } from '../../../app/client/frames/DecoderCore.ts';
import type { DisplayFrame } from '../../../app/client/frames/DisplayFrame.ts';
import { commandOf, commandsNow, runCommand } from '../../../app/commands/Command.ts';
import { createKeymap } from '../../../app/commands/keymap.ts';
import { createSession, type Session } from '../../../app/session/Session.ts';
import { SURFACE } from '../../../app/state/viewStore.ts';
import { colouringOf, colouringsOf } from '../../../app/viewport/colour/colourings.ts';
import { colourLimits } from '../../../src/frames/colours/colourLimits.ts';
import { colourMapOf, divergingMap, sequentialMap } from '../../../src/frames/colours/colourMaps.ts';
import { colourRange } from '../../../app/viewport/colour/colourRange.ts';
import { probeLines } from '../../../app/viewport/probe/probeLines.ts';
import { viewportStore } from '../../../app/viewport/viewportState.ts';
import type { DeclaredAttribute } from '../../../src/frames/AttributeDisplay.ts';
import { encodeFrame } from '../../../src/frames/Frame.ts';
import { pointMotion, staticMesh, withValues } from '../../../src/frames/makeStreams.ts';
import { encodeStatics } from '../../../src/frames/Statics.ts';
import type { StaticPoints, StaticStream } from '../../../src/frames/StaticStream.ts';
import { streamOf, type Stream } from '../../../src/frames/Stream.ts';
import { closedSessions } from '../app/closedSessions.ts';
import { FakeHost } from '../app/FakeHost.ts';
import { frameOf, STRESS, torusInBox } from './smallShot.ts';

const torus = torusInBox(2, 12);
const elements = 48;
const sessions = closedSessions();

function prepared(...streams: StaticStream[]) {
  return new DecoderCore().prepare(encodeStatics({ streams }));
}

function sheet(): StaticStream {
  const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1);
  const triangles = Uint32Array.of(0, 2, 1);
  const surface = {
    name: '',
    positions,
    faceOffsets: Uint32Array.of(0, 3),
    faceVertices: triangles,
    groups: [],
    vertexAttributes: [],
  };
  const embedding = {
    size: 3 as const,
    vertices: Uint32Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2),
    weights: new Float64Array(9).fill(1 / 3),
  };
  return staticMesh('sheet', { kind: 'shell', mesh: { positions, triangles }, surface, embedding }, []);
}

const names = (streams: ReturnType<typeof prepared>) => colouringsOf(streams).map(({ name }) => name);

test('a shot offers what its streams have: what is declared, then what is derived', () => {
  const derived = ['volume change', 'speed', 'element quality', 'inverted elements'];
  expect(names(prepared(torus))).toEqual([SURFACE, STRESS, ...derived]);
  expect(names(prepared(sheet()))).toEqual([SURFACE, 'volume change', 'speed', 'element quality']);
  expect(names(prepared(points()))).toEqual([SURFACE, 'speed']);
  expect(colouringsOf(undefined).map(({ name }) => name)).toEqual([SURFACE]);
  // What reads it in a component would begin anew without end.
  expect(colouringsOf(undefined)).toBe(colouringsOf(undefined));
});

test('sheets change their area where volumes change; together, they speak of volume', () => {
  const label = (...streams: StaticStream[]) => colouringOf(prepared(...streams), 'volume change').label;
  expect(label(sheet())).toBe('Area change');
  expect(label(torus)).toBe('Volume change');
  expect(label(sheet(), torus)).toBe('Volume change');
});

test('what only surroundings have is in no menu', () => {
  expect(names(prepared(sheet(), { ...torus, purpose: 'surroundings' }))).not.toContain(STRESS);
});

test('an attribute is shown as its statics declare it', () => {
  expect(colourMapOf(colouringOf(prepared(torus), 'volume change'))).toBe(divergingMap);
  expect(colourMapOf(colouringOf(prepared(torus), STRESS))).toBe(sequentialMap);
  expect(colourLimits(colouringOf(prepared(torus), 'element quality'), [-3, 7])).toEqual([0, 1]);
});

test('limits from the values hold zero, and grow with what is shown', () => {
  const limits = (low: number, high: number) => colourLimits({ range: 'values' }, [low, high]);
  expect(limits(0.3, 0.72)).toEqual([0, 0.8]);
  expect(limits(-2.2, 0.72)).toEqual([-2.5, 0.8]);
  expect(limits(0, 0)).toEqual([0, 1]);
  expect(colourLimits({ range: 'values' }, [0, 0.1], [-2.5, 0.8])).toEqual([-2.5, 0.8]);
});

const glow: DeclaredAttribute = { name: 'glow', unit: 'K', location: 'element', components: 1 };
const stray: DeclaredAttribute = { name: 'stray', unit: '', location: 'point', components: 2 };

function points(): StaticPoints {
  const attributes = [...pointMotion, stray];
  const common = { entity: 'dust', name: 'particles', topology: 'changing', purpose: 'result' } as const;
  return { ...common, type: 'points', attributes: attributes.filter(({ name }) => name !== 'stray'), diameter: 0.1 };
}

/** A shot whose streams have attributes of which the editor knows nothing. */
function glowing() {
  const dust = points();
  const statics = [
    { ...torus, attributes: [...torus.attributes, glow] },
    { ...dust, attributes: [...dust.attributes, stray] },
  ];
  const heat = Float32Array.from({ length: elements }, (_, k) => 300 + k);
  const { streams, stats } = frameOf(torus, 1, undefined, [withValues(glow, heat)]);
  const cloud: Stream = {
    ...dust,
    attributes: [
      ...[Float32Array.of(0, 0, 0, 1, 1, 1), new Float32Array(6)].map((values, k) =>
        withValues(pointMotion[k], values),
      ),
      withValues(pointMotion[2], Uint32Array.of(0, 1)),
      withValues(stray, Float32Array.of(3, 4, 0, 1)),
    ],
  };
  const core = new DecoderCore();
  const shapes = core.prepare(encodeStatics({ streams: statics }));
  const bytes = encodeFrame({ streams: [streams[0], cloud], stats });
  const decode = (colouring: string) => core.decode({ bytes: bytes.slice(), colouring, requested: new Map() });
  return { shapes, decode };
}

test('a field of which the editor knows nothing is in the menu under its own name', () => {
  const { shapes } = glowing();
  expect(names(shapes)).toEqual(expect.arrayContaining(['glow', 'stray']));
  expect(colouringOf(shapes, 'glow')).toEqual({ name: 'glow', unit: 'K', label: 'Glow', detail: '', range: 'values' });
});

test('such a field colours elements, what lies between them and the surface; other streams stay plain', () => {
  const frame = glowing().decode('glow');
  const { colour } = streamOf(frame, 'torus', 'mesh')!;
  expect([...colour!.elements]).toEqual(Array.from({ length: elements }, (_, k) => 300 + k));
  expect(colour!.range).toEqual([300, 347]);
  expect(colour!.surface.every((value) => value >= 300 && value <= 347)).toBe(true);
  expect(new Set(colour!.vertices).size).toBeGreaterThan(10);
  const cloud = streamOf(frame, 'dust', 'points')!;
  expect([cloud.colour, cloud.points.values]).toEqual([undefined, undefined]);
});

test('a vector of points is shown by its length', () => {
  const frame = glowing().decode('stray');
  const cloud = streamOf(frame, 'dust', 'points')!;
  expect([...cloud.points.values!]).toEqual([5, 1]);
  expect(cloud.colour!.range).toEqual([1, 5]);
  expect(streamOf(frame, 'torus', 'mesh')!.colour).toBeUndefined();
});

test('such a field is read out by the probe and gives the limits of the colours', () => {
  const { session, shown } = showing('glow');
  viewportStore(session).setState({ probe: { entity: 'torus', element: 7, triangle: undefined, point: [0, 0, 0] } });
  expect(probeLines(session)?.lines).toContainEqual({ name: 'Glow', text: '307 K' });
  expect(colourRange(session)).toEqual([300, 347]);
  session.frameSource.store.setState({ shown: { ...shown, colouring: 'speed' } });
  expect(colourRange(session)).toBeUndefined();
});

test('the probe says how well an element is shaped where no number of it is shown', () => {
  const { session } = showing(SURFACE);
  viewportStore(session).setState({ probe: { entity: 'torus', element: 7, triangle: undefined, point: [0, 0, 0] } });
  expect(probeLines(session)).toMatchObject({ element: 'tet 7', lines: [{ name: 'Volume' }, { name: 'Quality' }] });
});

test('a colouring that the shot does not have colours nothing', () => {
  const frame = glowing().decode('volumeChange');
  expect(frame.streams.map((stream) => 'colour' in stream && stream.colour)).toEqual([undefined, undefined]);
});

/** A session that shows the frame by a colouring. */
function showing(colouring: string): { session: Session; shown: DisplayFrame } {
  const session = createSession(new FakeHost().open);
  sessions.push(session);
  const { shapes, decode } = glowing();
  const shown = { frame: 1, key: 'k', stale: false, ...decode(colouring) };
  session.view.setState({ colouring });
  session.frameSource.store.setState({ statics: shapes, shown });
  return { session, shown };
}

test('the palette offers what the shot can be coloured by, and keys that were chosen work under old names', () => {
  const { session } = showing(SURFACE);
  expect(commandsNow(session).map((command) => command.id)).toEqual(
    expect.arrayContaining(['view.colour.surface', 'view.colour.glow', 'view.colour.volume change']),
  );
  session.preferences.load({ keys: { 'view.colour.volumeChange': ['Shift+F9'] } });
  const { keys } = session.preferences.store.getState();
  const [id] = createKeymap(commandsNow(session), 'maya', keys).commandsOf('Shift+F9');
  runCommand(session, id);
  expect(session.view.getState().colouring).toBe('volume change');
  session.frameSource.store.setState({ statics: undefined });
  expect(commandOf(session, 'view.colour.glow')).toBeUndefined();
});
