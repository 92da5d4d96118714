import { listTakes } from '../../src/scene/takes.ts';
import type { Scene, Take } from '../../src/scene/Scene.ts';
import type { Curve } from '../../src/scene/keyable.ts';
import type { FramesState } from '../state/framesStore.ts';
import type { Session } from '../session/Session.ts';
import type { CurveContent } from './curves/drawCurves.ts';
import { valueWindows } from './curves/valueWindows.ts';
import { dockOf, type DockState, type DockStore, type ValueWindow } from './dockStore.ts';
import type { ComparedGraphs } from './graphs/describeGraph.ts';
import { graphs, type GraphDefinition } from './graphs/graphs.ts';
import { collectGraphs, graphRange, type GraphData, type GraphRange } from './graphs/graphSeries.ts';
import { listLanes, type KeyLane } from './lanes/keyLanes.ts';
import { layoutRows, type LaneRow } from './lanes/laneRows.ts';
import { listReleases, type ReleaseLane } from './lanes/releaseLanes.ts';
import { countCells, type CellCounts } from './strip/cellCounts.ts';
import type { TakeContent } from './takes/drawTakes.ts';
import { sharedFrames, takeCells, takeStatesOf, type TakeCells } from './takes/TakeStates.ts';
import { packCells, type PackedCells } from './strip/frameKinds.ts';
import { appKind } from '../entities/appKinds.ts';

const noLanes: readonly KeyLane[] = [];
const noTakes: readonly Take[] = [];
const noReleases: readonly ReleaseLane[] = [];

/** What the dock shows, derived from the stores: the same objects while what they come from stays the same. */
export class DockModel {
  readonly dock: DockStore;
  private readonly session: Session;

  constructor(session: Session) {
    this.session = session;
    this.dock = dockOf(session);
  }

  get scene(): Scene | undefined {
    return this.session.document.scene;
  }

  get cells(): PackedCells {
    const { cells, inMemory, stats } = this.session.frames.getState();
    return this.packed(cells, inMemory, stats);
  }

  get counts(): CellCounts {
    return this.counted(this.cells);
  }

  get lanes(): readonly KeyLane[] {
    return this.listed(this.scene);
  }

  get takes(): readonly Take[] {
    return this.listedTakes(this.scene);
  }

  /** The lane that is edited: the active one where it is still there. */
  get activeLane(): KeyLane | undefined {
    return this.active(this.lanes, this.dock.getState().activeLane);
  }

  /** Lanes in the curve editor, the active one last, on top. */
  get curveLanes(): readonly KeyLane[] {
    return this.curves(this.lanes, this.dock.getState().curveLanes, this.activeLane);
  }

  get rows(): readonly LaneRow[] {
    const { shown, branchPreview, lanesHeight } = this.dock.getState();
    return this.placed(
      shown,
      this.lanes,
      this.released(this.scene),
      this.curveLanes,
      this.activeLane,
      this.takes,
      this.scene?.take.id ?? '',
      branchPreview,
      this.contents(this.scene),
      lanesHeight,
    );
  }

  get graphs(): GraphData {
    const { cells, stats } = this.session.frames.getState();
    return this.collected(cells, stats);
  }

  /** The numbers of the take that is compared with the present one. */
  get comparedGraphs(): ComparedGraphs | undefined {
    const { compare } = this.session.view.getState();
    const take = this.takes.find(({ id }) => id === compare?.take);
    const cells = compare === undefined ? undefined : this.takeCells(compare.take)?.list;
    if (take === undefined || cells === undefined || take.id === this.scene?.take.id) return undefined;
    return this.compared(cells, this.session.frames.getState().stats, take.name || take.id);
  }

  /** The value axis of a graph, over all frames that have numbers. */
  graphRange({ id }: GraphDefinition): GraphRange {
    return this.ranges(this.graphs, this.comparedGraphs?.data).get(id)!;
  }

  curveContent(
    { lanes, active }: Extract<LaneRow, { kind: 'curves' }>,
    ghosts: ReadonlyMap<string, Curve>,
  ): CurveContent {
    return { lanes, active, windows: this.windows, selection: this.dock.getState().keys, ghosts };
  }

  /** Value axes of the curve editor, by unit. */
  get windows(): ReadonlyMap<string, ValueWindow> {
    return this.fitted(this.curveLanes, this.dock.getState().valueWindows);
  }

  /** The frames of a take and how many of them are its parent's; undefined until they are known. */
  take(take: Take): Omit<TakeContent, 'parentY'> | undefined {
    const own = this.takeCells(take.id);
    if (own === undefined) return undefined;
    const parent = take.parent === undefined ? undefined : this.takeCells(take.parent);
    return { cells: own.cells, shared: parent === undefined ? 0 : sharedFrames(own, parent) };
  }

  private takeCells(id: string): TakeCells | undefined {
    if (id !== this.scene?.take.id) return takeStatesOf(this.session).store.getState().takes.get(id);
    const { cells, inMemory } = this.session.frames.getState();
    return this.current(cells, inMemory);
  }

  lane(id: string): KeyLane | undefined {
    return this.lanes.find((lane) => lane.id === id);
  }

  private readonly collected = latest((cells: FramesState['cells'], stats: FramesState['stats']) =>
    collectGraphs({ cells, stats }),
  );
  private readonly compared = latest(
    (cells: FramesState['cells'], stats: FramesState['stats'], name: string): ComparedGraphs => ({
      name,
      data: collectGraphs({ cells, stats }),
    }),
  );
  private readonly ranges = latest((data: GraphData, other: GraphData | undefined) => {
    const all = (id: string) => [...data.values.get(id)!, ...(other?.values.get(id) ?? [])];
    return new Map(graphs.map((graph) => [graph.id, graphRange(graph, all(graph.id))]));
  });
  private readonly fitted = latest(valueWindows);
  private readonly current = latest(takeCells);
  private readonly packed = latest(
    (cells: FramesState['cells'], inMemory: FramesState['inMemory'], stats: FramesState['stats']) =>
      packCells({ cells, inMemory, stats }),
  );
  private readonly counted = latest((cells: PackedCells) => countCells(cells));
  private readonly contents = latest((scene: Scene | undefined): ReadonlySet<string> => shotContents(scene));
  private readonly listed = latest((scene: Scene | undefined) => (scene === undefined ? noLanes : listLanes(scene)));
  private readonly released = latest((scene: Scene | undefined) =>
    scene === undefined ? noReleases : listReleases(scene),
  );
  private readonly listedTakes = latest((scene: Scene | undefined) =>
    scene === undefined ? noTakes : listTakes(scene),
  );
  private readonly active = latest((lanes: readonly KeyLane[], id: string | undefined) =>
    lanes.find((lane) => lane.id === id),
  );
  private readonly curves = latest(
    (lanes: readonly KeyLane[], ids: readonly string[], active: KeyLane | undefined): readonly KeyLane[] => {
      const others = lanes.filter((lane) => lane !== active && ids.includes(lane.id));
      return active === undefined ? others : [...others, active];
    },
  );
  private readonly placed = latest(
    (
      shown: DockState['shown'],
      lanes: readonly KeyLane[],
      releases: readonly ReleaseLane[],
      curves: readonly KeyLane[],
      active: KeyLane | undefined,
      takes: readonly Take[],
      currentTake: string,
      branchPreview: number | undefined,
      contents: ReadonlySet<string>,
      height: number,
    ) => layoutRows({ shown, lanes, releases, curves, active, takes, currentTake, branchPreview, contents }, height),
  );
}

const models = new WeakMap<Session, DockModel>();

/** The model of a window's dock. */
export function modelOf(session: Session): DockModel {
  const known = models.get(session);
  if (known !== undefined) return known;
  const model = new DockModel(session);
  models.set(session, model);
  return model;
}

/** What the enabled entities of a shot bring into it, of that which graphs are about. */
export function shotContents(scene: Scene | undefined): ReadonlySet<string> {
  const enabled = scene?.entities.filter((entity) => entity.enabled) ?? [];
  return new Set(enabled.flatMap((entity) => appKind(entity.kind).contents?.(entity) ?? []));
}

/** The function, giving the result of its last call again while its arguments are the same objects. */
function latest<A extends readonly unknown[], R>(compute: (...args: A) => R): (...args: A) => R {
  let known: { readonly args: A; readonly result: R } | undefined;
  return (...args) => {
    if (known === undefined || args.some((arg, k) => !Object.is(arg, known!.args[k]))) {
      known = { args, result: compute(...args) };
    }
    return known.result;
  };
}
