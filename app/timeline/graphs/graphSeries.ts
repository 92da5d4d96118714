import type { FramesState } from '../../state/framesStore.ts';
import { graphs, volumeOfBodies, type GraphDefinition, type GraphSample } from './graphs.ts';

/** Whether a frame has numbers, and of which state of the shot. */
export const sampleCodes = { none: 0, fresh: 1, stale: 2 } as const;

/** The numbers of all graphs by frame: `first + k` is number k. */
export interface GraphData {
  readonly first: number;
  /** Numbers of `sampleCodes`. */
  readonly states: Uint8Array;
  /** Values by id of the graph, one array a series; NaN where a frame does not have it. */
  readonly values: ReadonlyMap<string, readonly Float64Array[]>;
}

/** What the graphs draw, of the frames that the timeline lists. Stale frames keep the numbers under which they were made. */
export function collectGraphs({ cells, stats }: Pick<FramesState, 'cells' | 'stats'>): GraphData {
  const values = new Map(graphs.map(({ id, series }) => [id, series.map(() => filled(cells.length))] as const));
  const states = new Uint8Array(cells.length);
  let firstBodies: number | undefined;
  cells.forEach((cell, k) => {
    const known = stats.get(cell.storedKey ?? cell.key);
    if (known === undefined) return;
    if (k === 0) firstBodies = volumeOfBodies(known.stats);
    states[k] = sampleCodes[cell.state === 'stale' ? 'stale' : 'fresh'];
    const sample: GraphSample = { ...known, firstBodies };
    for (const { id, series } of graphs) {
      series.forEach((one, s) => (values.get(id)![s][k] = one.value(sample) ?? NaN));
    }
  });
  return { first: cells[0]?.frame ?? 0, states, values };
}

/** What a value axis runs between. */
export interface GraphRange {
  readonly low: number;
  readonly high: number;
}

/** The range of a graph's numbers: its baseline lies inside, and it is never narrower than the definition allows. */
export function graphRange({ baseline, leastSpan }: GraphDefinition, series: readonly Float64Array[]): GraphRange {
  let low = baseline;
  let high = baseline;
  for (const values of series) {
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (high - low < leastSpan) {
    if (low < baseline && high === baseline) low = high - leastSpan;
    else high = low + leastSpan;
  }
  return { low, high };
}

function filled(length: number): Float64Array {
  return new Float64Array(length).fill(NaN);
}
