import { describe, expect, it, test } from 'vitest';
import type { EntityStats } from '../../../src/frames/EntityStats.ts';
import type { FrameStats } from '../../../src/frames/FrameStats.ts';
import type { FrameCell } from '../../../app/state/framesStore.ts';
import { collectGraphs, graphRange } from '../../../app/timeline/graphs/graphSeries.ts';
import { describeGraph } from '../../../app/timeline/graphs/describeGraph.ts';
import { graphs } from '../../../app/timeline/graphs/graphs.ts';
import { shotContents } from '../../../app/timeline/DockModel.ts';
import { listLanes } from '../../../app/timeline/lanes/keyLanes.ts';
import type { ReleaseLane } from '../../../app/timeline/lanes/releaseLanes.ts';
import { layoutRows, rowAt, rowsHeight, type LaneContent } from '../../../app/timeline/lanes/laneRows.ts';
import { keyedShot } from '../../support/keyedShot.ts';
import { templateScene } from '../../support/shots.ts';

const lanes = listLanes(keyedShot());

describe('lanes', () => {
  it('are the animated properties, with what they are called and measured in', () => {
    expect(lanes.map(({ id, owner, property, info }) => [id, owner, property, info.unit])).toEqual([
      ['torus/strength', 'torus', 'Strength', ''],
      ['floor/transform/position/1', 'floor', 'Position y', 'm'],
      ['floor/transform/rotation/2', 'floor', 'Rotation z', 'rad'],
      ['hook/motion/position/1', 'hook', 'Position y', 'm'],
      ['/physics/gravity/1', 'Shot', 'Gravity y', 'm/s2'],
    ]);
    expect(lanes[0].info.min).toBe(0);
  });
});

describe('rows', () => {
  const content: LaneContent = {
    shown: new Set(['keys', 'graphs', 'curves', 'takes']),
    lanes,
    releases: [],
    curves: lanes.slice(0, 1),
    active: lanes[0],
    takes: [
      { id: 'main', name: 'Main' },
      { id: 'b', name: 'B', parent: 'main', branchFrame: 5 },
    ],
    currentTake: 'b',
    branchPreview: 7,
    contents: new Set(['solids']),
  };

  it('follow each other without gaps', () => {
    const rows = layoutRows(content, 400);
    for (let k = 1; k < rows.length; k++) expect(rows[k].top).toBe(rows[k - 1].top + rows[k - 1].height);
    expect(rows.map(({ kind }) => kind)).toEqual([
      ...lanes.map(() => 'keys'),
      'curves',
      'takes',
      'take',
      'take',
      'branch',
      ...graphs.filter(({ needs }) => needs === undefined || needs.includes('solids')).map(() => 'graph'),
    ]);
  });

  it('have the graphs of what the shot holds, and no others', () => {
    const shown = (...contents: readonly string[]) =>
      layoutRows({ ...content, shown: new Set(['graphs']), contents: new Set(contents) }, 400).flatMap((row) =>
        row.kind === 'graph' ? row.graph.id : [],
      );
    const all = shown('solids', 'liquids', 'quasistatic solids', 'touching bodies');
    expect(all).toEqual(graphs.map(({ id }) => id));
    expect(all.filter((id) => !shown('solids', 'liquids', 'touching bodies').includes(id))).toEqual([
      'newton',
      'residual',
    ]);
    expect(all.filter((id) => !shown('quasistatic solids', 'touching bodies').includes(id))).toEqual([
      'volume',
      'inverted',
      'particles',
    ]);
    expect(all.filter((id) => !shown('solids', 'quasistatic solids').includes(id))).toEqual(['particles', 'contacts']);
    expect(shown('liquids')).toEqual(['energy', 'volume', 'particles', 'iterations', 'substeps', 'seconds']);
  });

  it('tell solids from cloth, and bodies that touch from those that do not', () => {
    const cloth = templateScene('cloth-drape');
    expect([...shotContents(cloth)]).toEqual(['touching bodies']);
    expect([...shotContents(keyedShot())]).toEqual(['solids']);
    expect([...shotContents(templateScene('dam-break'))]).toEqual(['liquids']);
    expect([...shotContents({ ...cloth, entities: [] })]).toEqual([]);
  });

  it('have the release of an entity before its keys, and one of an entity without keys first', () => {
    const release = (entity: string): ReleaseLane => ({
      id: `${entity}/releaseFrame`,
      entity,
      owner: entity,
      property: 'releaseFrame',
      label: 'Release frame',
      phases: ['pinned', 'free'],
      frame: 4,
    });
    const releases = [release('crate'), release('floor')];
    const rows = layoutRows({ ...content, shown: new Set(['keys']), releases }, 100);
    const names = rows.map((row) => ('lane' in row ? row.lane.id : row.kind));
    expect(names).toEqual([
      'crate/releaseFrame',
      lanes[0].id,
      'floor/releaseFrame',
      ...lanes.slice(1).map(({ id }) => id),
    ]);
    const only = layoutRows({ ...content, shown: new Set(['keys']), lanes: [], releases }, 100);
    expect(only.map(({ kind }) => kind)).toEqual(['release', 'release']);
  });

  it('leave the curve editor what is left, and enough', () => {
    const only = layoutRows({ ...content, shown: new Set(['keys', 'curves']) }, 600);
    expect(rowsHeight(only)).toBe(600);
    const tight = layoutRows({ ...content, shown: new Set(['curves']) }, 40);
    expect(tight[0].height).toBe(120);
  });

  it('say so where nothing is animated, and are none where nothing is shown', () => {
    expect(layoutRows({ ...content, shown: new Set(['keys']), lanes: [] }, 100).map(({ kind }) => kind)).toEqual([
      'no-keys',
    ]);
    expect(layoutRows({ ...content, shown: new Set() }, 100)).toEqual([]);
    expect(rowsHeight([])).toBe(0);
  });

  it('are found by height', () => {
    const rows = layoutRows(content, 400);
    expect(rowAt(rows, 0)?.kind).toBe('keys');
    expect(rowAt(rows, rows[1].top)).toBe(rows[1]);
    expect(rowAt(rows, rowsHeight(rows))).toBeUndefined();
  });
});

/** Statistics of a liquid that is still empty. */
const EMPTY: EntityStats = { volume: 0, energies: { kinetic: 0, elastic: 0, gravity: 0 }, substeps: 4, iterations: 20 };
const LIQUID = { particles: 0, largestSpeed: 0, emitted: 0, drained: 0 };

describe('graphs', () => {
  const stats = (volume: number, kinetic: number): FrameStats => ({
    substeps: 4,
    shortestStep: 0.01,
    longestStep: 0.01,
    cgIterations: 20,
    invertedElements: 0,
    volume,
    energies: { kinetic, elastic: 1, gravity: -5 },
    contacts: 0,
    entities: {},
    warnings: [],
  });
  const cell = (frame: number, state: FrameCell['state'], storedKey?: string): FrameCell => ({
    frame,
    state,
    key: `k${frame}`,
    storedKey,
    checkpoint: false,
    failure: undefined,
  });
  const data = collectGraphs({
    cells: [cell(1, 'cached', 'k1'), cell(2, 'stale', 'old2'), cell(3, 'missing'), cell(4, 'cached', 'k4')],
    stats: new Map([
      ['k1', { stats: stats(2, 10), seconds: 0.5 }],
      ['old2', { stats: stats(1.9, 20), seconds: undefined }],
    ]),
  });
  const values = (id: string, series = 0) => [...data.values.get(id)![series]];

  it('have the numbers of stored frames, stale ones by the name that they have', () => {
    expect([...data.states]).toEqual([1, 2, 0, 0]);
    expect(values('energy')).toEqual([10, 20, NaN, NaN]);
    expect(values('energy', 3)).toEqual([6, 16, NaN, NaN]);
    expect(values('seconds')).toEqual([0.5, NaN, NaN, NaN]);
  });

  it('show volume as a share of the first frame', () => {
    expect(values('volume')[0]).toBe(100);
    expect(values('volume')[1]).toBeCloseTo(95, 9);
  });

  it('show volume of what is filled as a share of what was filled in', () => {
    // A body of 2 m3, into which 0, 4 and 6 m3 are poured; the liquid has 1 % too little, then a frame of an older version does not say.
    const poured = (liquid: number, volumeDrift?: number): FrameStats => ({
      ...stats(2 + liquid, 0),
      entities: { water: { ...EMPTY, volume: liquid, sections: { liquid: { ...LIQUID, volumeDrift } } } },
    });
    const { values: series } = collectGraphs({
      cells: [cell(1, 'cached', 'k1'), cell(2, 'cached', 'k2'), cell(3, 'cached', 'k3')],
      stats: new Map([
        ['k1', { stats: poured(0, 0), seconds: 1 }],
        ['k2', { stats: poured(4, -0.01), seconds: 1 }],
        ['k3', { stats: poured(6), seconds: 1 }],
      ]),
    });
    const [first, second, third] = series.get('volume')![0];
    expect(first).toBe(100);
    expect(second).toBeCloseTo((100 * 5.96) / 6, 9);
    expect(third).toBeNaN();
  });

  it('have an axis that holds the baseline and is never a line', () => {
    const [energy, volume, inverted] = graphs;
    expect(graphRange(energy, data.values.get('energy')!)).toEqual({ low: -5, high: 20 });
    expect(graphRange(volume, [new Float64Array([100, 100.001])])).toEqual({ low: 100, high: 101 });
    expect(graphRange(volume, [new Float64Array([99.9, 100])])).toEqual({ low: 99, high: 100 });
    expect(graphRange(inverted, [new Float64Array([0, 0, NaN])])).toEqual({ low: 0, high: 1 });
  });
});

test('a graph says its numbers at a frame, and those of the take that is compared', () => {
  const numbers = (kinetic: number) => ({
    first: 5,
    states: Uint8Array.of(1),
    values: new Map([
      ['energy', [kinetic, 2, 3, 4].map((value) => Float64Array.of(value))],
      ['volume', [Float64Array.of(NaN)]],
    ]),
  });
  const [energy, volume] = graphs;
  expect(describeGraph(energy, 5, numbers(1), undefined)).toBe('5 · kin 1, el 2, grav 3, sum 4 J');
  expect(describeGraph(energy, 5, numbers(1), { name: 'Take 2', data: numbers(9) })).toContain('Take 2: kin 9,');
  expect(describeGraph(energy, 6, numbers(1), undefined)).toBeUndefined();
  expect(describeGraph(volume, 5, numbers(1), undefined)).toBeUndefined();
});
