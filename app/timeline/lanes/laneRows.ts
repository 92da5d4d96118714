import type { Take } from '../../../src/scene/Scene.ts';
import type { LaneGroup } from '../dockStore.ts';
import { graphs, type GraphDefinition } from '../graphs/graphs.ts';
import type { KeyLane } from './keyLanes.ts';
import type { ReleaseLane } from './releaseLanes.ts';

/** One line of the dock below the strip: its label in the column, its drawing beside it. */
export type LaneRow = { readonly top: number; readonly height: number } & (
  | { readonly kind: 'keys'; readonly lane: KeyLane }
  | { readonly kind: 'release'; readonly lane: ReleaseLane }
  | { readonly kind: 'no-keys' }
  | { readonly kind: 'curves'; readonly lanes: readonly KeyLane[]; readonly active: KeyLane | undefined }
  | { readonly kind: 'graph'; readonly graph: GraphDefinition }
  | { readonly kind: 'takes' }
  | { readonly kind: 'take'; readonly take: Take; readonly current: boolean }
  | { readonly kind: 'branch'; readonly frame: number }
);
export type LaneRowKind = LaneRow['kind'];

const KEYS_HEIGHT = 24;
/** Height of a graph that has room, CSS pixels. */
const GRAPH_HEIGHT = 60;
/** Height of a graph in a low dock, where as many as possible are seen at once, CSS pixels. */
const LEAST_GRAPH = 46;
/** Graphs that are lowered to be seen together. */
const GRAPHS_TOGETHER = 3;
/** The curve editor takes what the others leave, at least this. */
const LEAST_CURVES = 120;
const TAKES_HEIGHT = 28;
const TAKE_HEIGHT = 28;

export interface LaneContent {
  readonly shown: ReadonlySet<LaneGroup>;
  readonly lanes: readonly KeyLane[];
  /** What is released at a frame. */
  readonly releases: readonly ReleaseLane[];
  /** Lanes that the curve editor shows. */
  readonly curves: readonly KeyLane[];
  readonly active: KeyLane | undefined;
  readonly takes: readonly Take[];
  readonly currentTake: string;
  readonly branchPreview: number | undefined;
  /** What the shot holds that has graphs of its own. */
  readonly contents: ReadonlySet<string>;
}

type Unplaced = LaneRow extends infer R ? (R extends LaneRow ? Omit<R, 'top'> : never) : never;

/** The rows from top to bottom; `height` is that of the space, which the curve editor fills. */
export function layoutRows(content: LaneContent, height: number): LaneRow[] {
  const { shown, lanes, releases, curves, active, takes, currentTake, branchPreview } = content;
  const before: Unplaced[] = [];
  const after: Unplaced[] = [];
  if (shown.has('keys')) {
    before.push(...keyRows(lanes, releases));
    if (before.length === 0) before.push({ kind: 'no-keys', height: KEYS_HEIGHT });
  }
  if (shown.has('takes')) {
    after.push({ kind: 'takes', height: TAKES_HEIGHT });
    for (const take of takes) after.push({ kind: 'take', height: TAKE_HEIGHT, take, current: take.id === currentTake });
    if (branchPreview !== undefined) after.push({ kind: 'branch', height: TAKE_HEIGHT, frame: branchPreview });
  }
  if (shown.has('graphs')) {
    const share = (height - total(before) - total(after)) / GRAPHS_TOGETHER;
    const graphHeight = Math.round(Math.min(GRAPH_HEIGHT, Math.max(LEAST_GRAPH, share)));
    for (const graph of graphs) {
      if (graph.needs === undefined || graph.needs.some((need) => content.contents.has(need))) {
        after.push({ kind: 'graph', height: graphHeight, graph });
      }
    }
  }
  if (shown.has('curves')) {
    const left = height - total(before) - total(after);
    before.push({ kind: 'curves', height: Math.max(LEAST_CURVES, left), lanes: curves, active });
  }
  let top = 0;
  return [...before, ...after].map((row) => {
    const placed = { ...row, top } as LaneRow;
    top += row.height;
    return placed;
  });
}

/** The release of an entity stands before its keys, one of an entity without keys before all of them. */
function keyRows(lanes: readonly KeyLane[], releases: readonly ReleaseLane[]): Unplaced[] {
  const keyed = new Set(lanes.map(({ entity }) => entity));
  const row = (lane: ReleaseLane): Unplaced => ({ kind: 'release', height: KEYS_HEIGHT, lane });
  const rows = releases.filter(({ entity }) => !keyed.has(entity)).map(row);
  lanes.forEach((lane, k) => {
    const own = k > 0 && lanes[k - 1].entity === lane.entity ? [] : releases;
    rows.push(...own.filter(({ entity }) => entity === lane.entity).map(row));
    rows.push({ kind: 'keys', height: KEYS_HEIGHT, lane });
  });
  return rows;
}

export function rowsHeight(rows: readonly LaneRow[]): number {
  const last = rows.at(-1);
  return last === undefined ? 0 : last.top + last.height;
}

/** The first row of a group. */
export function groupRow(rows: readonly LaneRow[], group: LaneGroup): LaneRow | undefined {
  const first: Readonly<Record<LaneGroup, readonly LaneRowKind[]>> = {
    keys: ['keys', 'release', 'no-keys'],
    curves: ['curves'],
    takes: ['takes'],
    graphs: ['graph'],
  };
  return rows.find(({ kind }) => first[group].includes(kind));
}

/** The row at a height, or undefined below the last. */
export function rowAt(rows: readonly LaneRow[], y: number): LaneRow | undefined {
  return rows.find(({ top, height }) => y >= top && y < top + height);
}

function total(rows: readonly Unplaced[]): number {
  return rows.reduce((sum, { height }) => sum + height, 0);
}
