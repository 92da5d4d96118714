import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { evaluate } from '../../../src/scene/curves.ts';
import { frameToX } from '../../../app/timeline/axis/TimeAxis.ts';
import { curveY, valueAtY } from '../../../app/timeline/curves/drawCurves.ts';
import { valueWindows } from '../../../app/timeline/curves/valueWindows.ts';
import type { DockState } from '../../../app/timeline/dockStore.ts';
import { cursorOver, hitTest, keysInBox, type HitTarget } from '../../../app/timeline/input/hitTest.ts';
import { listLanes } from '../../../app/timeline/lanes/keyLanes.ts';
import { layoutRows } from '../../../app/timeline/lanes/laneRows.ts';
import { packCells } from '../../../app/timeline/strip/frameKinds.ts';
import { StripRuns } from '../../../app/timeline/strip/StripRuns.ts';
import { keyedShotWith } from '../../support/keyedShot.ts';

const bezier = (frame: number, value: number) => ({ frame, value, interpolation: 'bezier' as const });
const lanes = listLanes(
  keyedShotWith('torus', { strength: { keys: [bezier(1, 0.2), bezier(6, 1), bezier(11, 0.4)] } }),
);
const [strength] = lanes;
const axis = { viewFirst: 1, viewLast: 12, width: 1264 };
const runs = new StripRuns();
const states = ['cached', 'cached', 'failed', 'missing'] as const;
const cells = states.map((state, k) => ({
  frame: 1 + k,
  state,
  key: `${k}`,
  storedKey: undefined,
  checkpoint: false,
  failure: undefined,
}));
runs.fill(packCells({ cells, inMemory: new Set() }), axis);
const rows = layoutRows(
  {
    shown: new Set(['keys', 'curves', 'graphs']),
    lanes,
    releases: [],
    curves: [strength],
    active: strength,
    takes: [],
    currentTake: 'main',
    branchPreview: undefined,
    contents: new Set(),
  },
  0,
);
const windows = valueWindows([strength], new Map());

function target(selected: readonly number[] = [], scrollTop = 0): HitTarget {
  const keys = new Map([[strength.id, new Set(selected)]]);
  return {
    axis,
    runs,
    strip: { top: 31, height: 14 },
    lanesTop: 56,
    scrollTop,
    ruler: { first: 1, last: 12, inFrame: undefined, outFrame: undefined, framesPerSecond: 24 },
    model: { rows, windows, dock: createStore(() => ({ keys }) as unknown as DockState) },
  };
}

const curves = rows.find(({ kind }) => kind === 'curves')!;
const place = { top: 56 + curves.top, height: curves.height };
const window = windows.get('')!;
const x = (frame: number) => frameToX(axis, frame);
const y = (value: number) => curveY(window, value, place);

describe('what is under the pointer', () => {
  it('is the ruler, its handles, the strip and a failed frame', () => {
    expect(hitTest(target(), 18, 4)).toEqual({ kind: 'in' });
    expect(hitTest(target(), 1222, 4)).toEqual({ kind: 'out' });
    expect(hitTest(target(), 600, 4)).toEqual({ kind: 'ruler' });
    expect(hitTest(target(), x(1), 40)).toEqual({ kind: 'strip' });
    expect(hitTest(target(), x(3), 24)).toEqual({ kind: 'failure', frame: 3 });
  });

  it('is a key of a lane within reach, else the lane', () => {
    expect(hitTest(target(), x(6) + 5, 68)).toEqual({ kind: 'key', lane: strength, frame: 6 });
    expect(hitTest(target(), x(6) + 20, 68)).toEqual({ kind: 'lane', lane: strength });
  });

  it('follows the lanes when they are scrolled', () => {
    expect(hitTest(target([], 24), x(6), 68)).toMatchObject({ kind: 'lane', lane: lanes[1] });
  });

  it('is a key, the curve or the ground of the curve editor', () => {
    expect(hitTest(target(), x(6) + 3, y(1) - 3)).toMatchObject({ kind: 'curve-key', lane: strength, frame: 6 });
    expect(hitTest(target(), x(3), y(evaluate(strength.curve, 3)) + 3)).toMatchObject({
      kind: 'curve',
      lane: strength,
    });
    expect(hitTest(target(), x(3), y(evaluate(strength.curve, 3)) + 30)).toEqual({ kind: 'curves', place });
  });

  it('is a handle of a selected key, and none of the others', () => {
    const at = [x(6) + (x(11) - x(6)) / 3, y(1)] as const;
    expect(hitTest(target([6]), ...at)).toMatchObject({ kind: 'handle', frame: 6, side: 'out' });
    expect(hitTest(target([1]), ...at).kind).not.toBe('handle');
  });

  it('is a graph, or nothing below the last row', () => {
    const graph = rows.find(({ kind }) => kind === 'graph')!;
    expect(hitTest(target(), 300, 56 + graph.top + 10)).toMatchObject({ kind: 'graph', top: 56 + graph.top });
    expect(hitTest(target(), 300, 5000)).toEqual({ kind: 'nothing' });
  });

  it('is told by the cursor where it can be dragged', () => {
    expect(cursorOver(hitTest(target(), x(6), 68))).toBe('ew-resize');
    expect(cursorOver(hitTest(target(), x(6), y(1)))).toBe('move');
    expect(cursorOver(hitTest(target(), 600, 40))).toBe('default');
  });
});

describe('a box', () => {
  it('holds the keys of lanes and curves whose marks are in it', () => {
    const inLane = keysInBox(target(), { left: x(5), right: x(12), top: 58, bottom: 78 });
    expect(inLane).toEqual([
      { lane: strength.id, frame: 6 },
      { lane: strength.id, frame: 11 },
    ]);
    const inCurves = keysInBox(target(), { left: x(5), right: x(7), top: y(1) - 5, bottom: y(1) + 5 });
    expect(inCurves).toEqual([{ lane: strength.id, frame: 6 }]);
    const ofOthers = keysInBox(target(), { left: x(7), right: x(8), top: 0, bottom: 900 });
    expect(ofOthers.map(({ lane }) => lane)).toEqual(['floor/transform/position/1', 'hook/motion/position/1']);
  });
});

describe('values of the curve editor', () => {
  it('go to heights and back', () => {
    for (const value of [-0.3, 0, 0.7, 1.2]) expect(valueAtY(window, y(value), place)).toBeCloseTo(value, 9);
    expect(y(1)).toBeLessThan(y(0.2));
  });
});
