import { describe, expect, it } from 'vitest';
import type { FrameCell } from '../../../app/state/framesStore.ts';
import { countCells, describeCells } from '../../../app/timeline/strip/cellCounts.ts';
import { frameKinds, packCells, type FrameKind } from '../../../app/timeline/strip/frameKinds.ts';
import { failedFrameAt } from '../../../app/timeline/strip/drawStrip.ts';
import { StripRuns } from '../../../app/timeline/strip/StripRuns.ts';
import { sharedFrames, takeCells } from '../../../app/timeline/takes/TakeStates.ts';

function cell(frame: number, state: FrameCell['state'], rest: Partial<FrameCell> = {}): FrameCell {
  return { frame, state, key: `k${frame}`, storedKey: `k${frame}`, checkpoint: false, failure: undefined, ...rest };
}

const states: FrameCell['state'][] = [
  'cached',
  'cached',
  'computing',
  'stale',
  'stale',
  'failed',
  'missing',
  'missing',
];
const cells = states.map((state, k) => cell(11 + k, state, { checkpoint: k === 0 || k === 3 }));
const packed = packCells({ cells, inMemory: new Set(['k11']) });

function runsOf(width: number, first: number, last: number, source = packed): [FrameKind, number, number][] {
  const runs = new StripRuns();
  runs.fill(source, { viewFirst: first, viewLast: last, width });
  return Array.from({ length: runs.count }, (_, k) => [frameKinds[runs.kinds[k]], runs.firsts[k], runs.lasts[k]]);
}

describe('states of frames', () => {
  it('tells frames in memory from those on the disk', () => {
    expect([...packed.kinds].map((code) => frameKinds[code])).toEqual([
      'memory',
      'disk',
      'computing',
      'stale',
      'stale',
      'failed',
      'missing',
      'missing',
    ]);
    expect([...packed.checkpoints]).toEqual([1, 0, 0, 2, 0, 0, 0, 0]);
  });

  it('counts them and knows the first of each', () => {
    const counted = countCells(packed);
    expect(counted.counts).toEqual({ memory: 1, disk: 1, computing: 1, stale: 2, failed: 1, missing: 2 });
    expect(counted.firsts.stale).toBe(14);
    expect(counted.firsts.missing).toBe(17);
    expect([counted.checkpoints, counted.firstCheckpoint]).toEqual([1, 11]);
  });

  it('are told in one sentence', () => {
    expect(describeCells(11, countCells(packed))).toBe(
      'Frames 11 to 18: 1 memory, 1 disk, 1 computing, 2 stale, 2 missing, 1 failed; 1 checkpoint.',
    );
    expect(describeCells(0, countCells(packCells({ cells: [], inMemory: new Set() })))).toBe(
      'There are no frames yet.',
    );
  });
});

describe('runs of the strip', () => {
  it('put neighbours of one kind together', () => {
    expect(runsOf(864, 11, 18)).toEqual([
      ['memory', 11, 11],
      ['disk', 12, 12],
      ['computing', 13, 13],
      ['stale', 14, 15],
      ['failed', 16, 16],
      ['missing', 17, 18],
    ]);
  });

  it('lie side by side without gaps', () => {
    const runs = new StripRuns();
    runs.fill(packed, { viewFirst: 11, viewLast: 18, width: 864 });
    expect(runs.from[0]).toBeCloseTo(20, 9);
    for (let k = 1; k < runs.count; k++) expect(runs.from[k]).toBeCloseTo(runs.to[k - 1], 9);
    expect(runs.to[runs.count - 1]).toBeCloseTo(820, 9);
  });

  it('hold only what is shown', () => {
    // Wide cells: the margins show parts of the neighbours only.
    expect(runsOf(4064, 14, 15).every(([, first, last]) => last >= 13 && first <= 16)).toBe(true);
  });

  it('show the gravest kind where frames share a pixel', () => {
    const many = Array.from({ length: 10_000 }, (_, k) =>
      cell(k, k === 5000 ? 'failed' : k < 8000 ? 'cached' : 'missing'),
    );
    const found = runsOf(1064, 0, 9999, packCells({ cells: many, inMemory: new Set() }));
    expect(found.map(([kind]) => kind)).toEqual(['disk', 'failed', 'disk', 'missing']);
    const [, failed] = found;
    expect(failed[1]).toBeLessThanOrEqual(5000);
    expect(failed[2]).toBeGreaterThanOrEqual(5000);
    expect(failed[2] - failed[1]).toBeLessThan(12);
  });

  it('grow for many runs and forget them with the next filling', () => {
    const striped = Array.from({ length: 1000 }, (_, k) => cell(k, k % 2 === 0 ? 'cached' : 'missing'));
    const runs = new StripRuns();
    runs.fill(packCells({ cells: striped, inMemory: new Set() }), { viewFirst: 0, viewLast: 999, width: 4064 });
    expect(runs.count).toBe(1000);
    runs.fill(packed, { viewFirst: 11, viewLast: 18, width: 864 });
    expect(runs.count).toBe(6);
  });

  it('find a failed frame by its flag above the strip, not beside it', () => {
    const runs = new StripRuns();
    runs.fill(packed, { viewFirst: 11, viewLast: 18, width: 864 });
    const place = { top: 31, height: 14 };
    const x = 20 + 5.5 * 100;
    expect(failedFrameAt(runs, place, x, 24)).toBe(16);
    expect(failedFrameAt(runs, place, x, 38)).toBe(16);
    expect(failedFrameAt(runs, place, x, 60)).toBeUndefined();
    expect(failedFrameAt(runs, place, x - 120, 38)).toBeUndefined();
  });
});

describe('frames that takes share', () => {
  it('are those of the same name from the first one on', () => {
    const other = cells.map((one) => (one.frame < 14 ? one : { ...one, key: `other${one.frame}` }));
    const [a, b] = [cells, other].map((list) => takeCells(list, new Set()));
    expect(sharedFrames(a, b)).toBe(3);
    expect(sharedFrames(a, a)).toBe(8);
  });

  it('are none where the shots begin at different frames', () => {
    const later = takeCells(cells.slice(1), new Set());
    expect(sharedFrames(takeCells(cells, new Set()), later)).toBe(0);
  });
});
