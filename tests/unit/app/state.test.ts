import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobTracker } from '../../../app/client/JobTracker.ts';
import { addressOf, readAddress } from '../../../app/shell/startSession.ts';
import {
  formatAbout,
  formatAgo,
  formatBytes,
  formatDuration,
  formatDurationRange,
} from '../../../app/units/formatTime.ts';
import { joinPath } from '../../../app/commands/joinPath.ts';
import { markdownBlocks, markdownSpans } from '../../../app/shell/markdownBlocks.ts';
import { countSamples, everySample, findSamples } from '../../../app/start/samples.ts';
import { addCosts, createCostStore, estimateSeconds, guessSeconds } from '../../../app/state/costStore.ts';
import { framesInMemory } from '../../../app/state/framesStore.ts';
import { createJobsStore } from '../../../app/state/jobsStore.ts';
import { PreferencesStore } from '../../../app/state/preferences.ts';

describe('jobs', () => {
  it('takes notifications that come before the answer that names the job', async () => {
    const jobs = createJobsStore();
    const tracker = new JobTracker(jobs);
    expect(tracker.receive(['jobProgress', { jobId: 'a', stage: 'meshing', fraction: 0.5 }])).toBe(false);
    const result = { kind: 'simulate' as const, simulated: 3, cached: 0 };
    tracker.receive(['jobEnded', { jobId: 'a', outcome: 'done', result }]);
    await expect(tracker.track('a', 'simulate', { first: 1, last: 3 })).resolves.toEqual(result);
    expect(jobs.getState().jobs.get('a')).toMatchObject({ state: 'done', stage: 'meshing', fraction: 0.5 });
  });

  it('ends whatever ran when the host is lost, and leaves what had ended', async () => {
    const jobs = createJobsStore();
    const tracker = new JobTracker(jobs);
    const done = tracker.track('a', 'export');
    tracker.receive(['jobEnded', { jobId: 'a', outcome: 'cancelled' }]);
    await expect(done).rejects.toMatchObject({ code: 'cancelled' });
    const lost = tracker.track('b', 'simulate');
    tracker.loseAll('the simulation process ended');
    await expect(lost).rejects.toThrow('the simulation process ended');
    expect([...jobs.getState().jobs.values()].map(({ state }) => state)).toEqual(['cancelled', 'failed']);
  });

  it('keeps one ended job of a kind', () => {
    const jobs = createJobsStore();
    const tracker = new JobTracker(jobs);
    for (const id of ['a', 'b', 'c']) {
      void tracker.track(id, 'simulate');
      tracker.receive(['jobEnded', { jobId: id, outcome: 'done' }]);
    }
    expect([...jobs.getState().jobs.keys()]).toEqual(['c']);
    expect(jobs.getState().simulation).toBe('c');
  });
});

describe('preferences', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('read what they can and ignore what they cannot', () => {
    const preferences = new PreferencesStore(() => Promise.resolve());
    for (const damaged of [
      undefined,
      null,
      7,
      'x',
      [],
      { navigation: 'sketchup', keys: 5, layouts: [], later: true, theme: 'neon', uiScale: 133 },
    ]) {
      preferences.load(damaged);
      expect(preferences.store.getState()).toMatchObject({
        navigation: 'maya',
        keys: {},
        layouts: {},
        theme: 'dark',
        uiScale: 100,
      });
    }
    preferences.load({ navigation: 'blender', keys: { 'edit.undo': ['KeyU'] } });
    expect(preferences.store.getState()).toMatchObject({ navigation: 'blender', keys: { 'edit.undo': ['KeyU'] } });
  });

  it('are stored once after a flurry of changes, as plain JSON', () => {
    const write = vi.fn(() => Promise.reject(new Error('disk full')));
    const preferences = new PreferencesStore(write);
    for (let count = 0; count < 10; count++) preferences.change({ keys: { a: [`Key${count}`] } });
    vi.advanceTimersByTime(1000);
    expect(write).toHaveBeenCalledTimes(1);
    expect(write).toHaveBeenCalledWith({ ...preferences.store.getState(), keys: { a: ['Key9'] } });
  });
});

describe('costs', () => {
  it('estimates between the quartiles of the last frames that were measured', () => {
    const costs = createCostStore();
    addCosts(costs, 'draft', [100, ...Array<number>(10).fill(1), ...Array<number>(10).fill(3), 0]);
    expect(costs.getState().samples.draft).toHaveLength(20);
    expect(estimateSeconds(costs.getState().samples.draft, 10)).toEqual({ low: 10, high: 30 });
    expect(estimateSeconds(costs.getState().samples.final, 10)).toBeUndefined();
  });
});

describe('the address', () => {
  it('comes back to the open shot, and to the start page when that was left', () => {
    const path = '/shots/a b&c#d.ductile';
    expect(readAddress({ hash: addressOf(path), search: '?sample=torus-puddle' })).toEqual({
      shot: path,
      sample: undefined,
    });
    expect(readAddress({ hash: addressOf(undefined), search: '?sample=torus-puddle' })).toEqual({});
    expect(readAddress({ hash: '', search: '?sample=torus-puddle' }).sample).toBe('torus-puddle');
    expect(readAddress({ hash: '', search: '?shot=%2Fx.ductile' }).shot).toBe('/x.ductile');
    expect(joinPath('/shots', 'a')).toBe('/shots/a');
    expect(joinPath('C:\\shots', 'a')).toBe('C:\\shots\\a');
  });
});

describe('what numbers are read as', () => {
  it.each([
    [0.04, '< 0.1 s'],
    [0.483, '0.48 s'],
    [42, '42 s'],
    [90, '1 min 30 s'],
    [119, '2 min'],
    [700, '11 min'],
    [3600, '1 h'],
    [11400, '3 h 10 min'],
  ])('%d s is %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

  it('rounds ranges, ages and sizes', () => {
    expect(formatDurationRange({ low: 40.2, high: 55 })).toBe('40–55 s');
    expect(formatDurationRange({ low: 41.9, high: 42.1 })).toBe('42 s');
    expect(formatDurationRange({ low: 52, high: 75 })).toBe('52–75 s');
    expect(formatDurationRange({ low: 90, high: 120 })).toBe('1.5–2 min');
    expect(formatDurationRange({ low: 660, high: 910 })).toBe('11–15 min');
    expect(formatDurationRange({ low: 5000, high: 9100 })).toBe('1.5–2.5 h');
    expect(formatDurationRange({ low: 0.2, high: 0.8 })).toBe('< 1 s');
    expect(formatDurationRange({ low: 119, high: 121 })).toBe('2 min');
    expect(formatAbout(118)).toBe('~2 min');
    expect(formatAgo(30)).toBe('just now');
    expect(formatAgo(100_000)).toBe('yesterday');
    expect(formatBytes(999_600)).toBe('1 MB');
    expect(formatBytes(12)).toBe('12 B');
    expect(formatBytes(11_640_000)).toBe('11.6 MB');
  });
});

describe('samples', () => {
  const template = (type: string, label: string, reference: string, needsMesh = false, takesMesh = needsMesh) => ({
    kind: 'template',
    type,
    label,
    reference,
    subject: takesMesh ? ('muscle' as const) : ('cloth' as const),
    needsMesh,
    takesMesh,
    params: {},
    extensions: [],
    sequence: false,
  });
  const list = [
    template('torus-puddle', 'Torus puddle', 'Irving 2007, figure 2.2'),
    template('drop-test', 'Drop test', 'Irving 2007, 3.2 (collision with a plane)', true),
    template('jelly-in-tank', 'Jelly in a tank', 'Zarifi 2017, 5', false, true),
    template('empty', 'Empty shot', 'none'),
    { ...template('obj', 'OBJ', ''), kind: 'importer' },
  ];

  it('are found by name, by what is seen and by figure; subjects and switches combine, and count what is left', () => {
    const state = { template: 'torus-puddle', frames: 8, cached: 8, seconds: 1, made: 8, working: false };
    const states = new Map([['torus-puddle', state]]);
    const types = (filter: Partial<typeof everySample>) =>
      findSamples(list, { ...everySample, ...filter }, states).map(({ type }) => type);
    // What needs a mesh has nothing to play.
    expect(types({})).toEqual(['jelly-in-tank', 'torus-puddle']);
    expect(types({ subject: 'cloth' })).toEqual(['torus-puddle']);
    expect(types({ subject: 'liquid' })).toEqual([]);
    expect(types({ ready: true })).toEqual(['torus-puddle']);
    expect(types({ ready: true, takesMesh: true })).toEqual([]);
    expect(types({ search: 'figure puddle' })).toEqual(['torus-puddle']);
    expect(types({ search: 'floats up' })).toEqual(['jelly-in-tank']);
    expect(types({ search: 'nothing' })).toEqual([]);
    const counts = countSamples(list, { ...everySample, search: 'jelly' }, states);
    expect(counts).toMatchObject({ all: 1, ready: 0, takesMesh: 1 });
    expect(counts.subjects.filter(({ count }) => count > 0)).toEqual([{ subject: 'muscle', count: 1 }]);
  });
});

describe('pages of the manual', () => {
  it('are headings, paragraphs, lists, tables and code', () => {
    const text =
      '# Title\n\nA first\nparagraph.\n\n- one\n  goes on\n- two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```sh\nnpm start\n```\nEnd.';
    expect(markdownBlocks(text)).toEqual([
      { kind: 'heading', level: 1, text: 'Title' },
      { kind: 'paragraph', text: 'A first paragraph.' },
      { kind: 'list', ordered: false, items: ['one goes on', 'two'] },
      {
        kind: 'table',
        rows: [
          ['a', 'b'],
          ['1', '2'],
        ],
      },
      { kind: 'code', text: 'npm start' },
      { kind: 'paragraph', text: 'End.' },
    ]);
    expect(markdownSpans('Use `W` or **Move**, _not_ `a_b_c`, see [keys](keys.md).')).toEqual([
      { kind: 'text', text: 'Use ' },
      { kind: 'code', text: 'W' },
      { kind: 'text', text: ' or ' },
      { kind: 'strong', text: 'Move' },
      { kind: 'text', text: ', ' },
      { kind: 'emphasis', text: 'not' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'a_b_c' },
      { kind: 'text', text: ', see keys.' },
    ]);
  });

  it('show pictures that have a line for themselves, and read others as their words', () => {
    expect(markdownBlocks('Before.\n\n![A bunny lies flat](pictures/shot.webp)\n\nAfter ![a bunny](a.webp).')).toEqual([
      { kind: 'paragraph', text: 'Before.' },
      { kind: 'picture', alt: 'A bunny lies flat', source: 'pictures/shot.webp' },
      { kind: 'paragraph', text: 'After ![a bunny](a.webp).' },
    ]);
    expect(markdownSpans('After ![a bunny](a.webp).')).toEqual([{ kind: 'text', text: 'After a bunny.' }]);
  });

  it('ends for any text', () => {
    for (const text of [
      '',
      '![',
      '![](',
      '![a](b c)',
      '#',
      '```',
      '|',
      '-',
      '- ',
      '#### deep',
      '  indented',
      '```\nnever closed',
    ]) {
      expect(() => markdownBlocks(text)).not.toThrow();
    }
  });
});

it('guesses what a quality costs from the nearest that was measured', () => {
  const settings = { edgeScale: 1, minSubsteps: 2 };
  const qualities = { draft: settings, preview: { edgeScale: 0.5, minSubsteps: 4 }, final: settings };
  expect(guessSeconds({}, qualities, 'preview', 10)).toBeUndefined();
  // Half the edge: 8 times the elements, 16 times the time of a solve, and twice the substeps.
  expect(guessSeconds({ draft: [1] }, qualities, 'preview', 10)).toBeCloseTo(320);
  expect(guessSeconds({ draft: [1], preview: [9] }, qualities, 'preview', 10)).toBeCloseTo(90);
});

it('counts the frames of the shot that are in memory, not those that an edit has replaced', () => {
  const cell = (frame: number, key: string, storedKey: string | undefined) =>
    ({ frame, key, storedKey, state: 'cached', checkpoint: false, failure: undefined }) as const;
  const cells = [cell(1, 'a', 'a'), cell(2, 'b', 'old b'), cell(3, 'c', undefined), cell(4, 'd', 'd')];
  const inMemory = new Set(['a', 'old a', 'old b', 'older b', 'c']);
  expect(framesInMemory({ cells, inMemory, stats: new Map() })).toBe(2);
});
