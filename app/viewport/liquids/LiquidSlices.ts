import { Plane, Vector3, type Ray } from 'three';
import type { SliceAxis, SliceField } from '../../../src/frames/sliceCells.ts';
import type { Session } from '../../session/Session.ts';
import type { EntityGrid } from '../engine/gridBoxes.ts';
import type { ShotObjects } from '../engine/ShotObjects.ts';
import type { ViewportStore } from '../viewportState.ts';
import { planeAxes, type CellProbe, type ShownSlice } from './ShownSlice.ts';
import { SlicePlane, type SliceColours } from './SlicePlane.ts';
import { sliceLimits } from './sliceInfo.ts';

/** What the host is asked for. */
interface Wanted extends Pick<ShownSlice, 'entity' | 'frame' | 'key' | 'field' | 'axis' | 'layer'> {
  /** Position of the middle of the layer, m along the axis. */
  readonly position: number;
}

const AXES: readonly SliceAxis[] = ['x', 'y', 'z'];

/** The cut-away's layer of a liquid's cells: asks the host for it, one layer at a time, and draws it. */
export class LiquidSlices {
  readonly plane: SlicePlane;
  private readonly session: Session;
  private readonly store: ViewportStore;
  private readonly objects: ShotObjects;
  private wanted: Wanted | undefined;
  private asking = false;
  private failed: Wanted | undefined;
  private ended = false;

  constructor(session: Session, store: ViewportStore, objects: ShotObjects, colours: SliceColours) {
    this.session = session;
    this.store = store;
    this.objects = objects;
    this.plane = new SlicePlane(colours);
  }

  /** Brings the layer up to date with the view and the shown frame. */
  update(): void {
    const { field, grid } = this.chosen();
    const hindrance = grid && this.hindrance(grid);
    this.wanted = grid === undefined || hindrance !== undefined ? undefined : this.wantedOf(grid, field);
    const slice = this.matching();
    this.tell(slice, hindrance ?? (this.wanted !== undefined && slice === undefined ? COMING : undefined));
    if (slice !== undefined && slice.layer === this.wanted?.layer) this.plane.show(slice, this.place());
    else this.plane.show(slice, slice === undefined ? 0 : middleOf(slice));
    if (this.wanted !== undefined && slice?.layer !== this.wanted.layer) void this.ask();
  }

  /** Reads out the cell that a ray meets; undefined: none is pointed at. */
  probe(ray: Ray | undefined): void {
    const { slice, sliceProbe } = this.store.getState();
    const found = ray && slice && cellAt(ray, slice, this.plane.object.visible);
    const same = found?.cell.join() === sliceProbe?.cell.join() && found?.value === sliceProbe?.value;
    if (!same) this.store.setState({ sliceProbe: found });
  }

  dispose(): void {
    this.ended = true;
    this.plane.dispose();
  }

  /** The grid of a selected entity, or the first that is shown. */
  private chosen(): { readonly field: SliceField; readonly grid: EntityGrid | undefined } {
    const { mode, slice, isolated } = this.session.view.getState();
    if (mode !== 'cut' || slice === 'none' || isolated !== undefined || this.objects.atStart) {
      return { field: 'cells', grid: undefined };
    }
    const seen = this.objects.shownGrids();
    const { ids } = this.session.selection.getState();
    return { field: slice, grid: seen.find(({ entity }) => ids.includes(entity)) ?? seen[0] };
  }

  private hindrance({ entity }: EntityGrid): string | undefined {
    const { shown } = this.session.frameSource.store.getState();
    if (shown?.streams.some((stream) => stream.entity === entity) !== true)
      return 'Simulate the frame to see its cells.';
    return this.session.timeline.getState().playing ? 'Shown when playback stops.' : undefined;
  }

  private wantedOf({ entity, box }: EntityGrid, field: SliceField): Wanted | undefined {
    const { shown } = this.session.frameSource.store.getState();
    const { cut } = this.session.view.getState();
    if (shown === undefined) return undefined;
    const { axis } = cut;
    const across = AXES.indexOf(axis);
    const { spacing } = box;
    const low = box.origin[across];
    const layer = Math.min(box.counts[across] - 1, Math.max(0, Math.floor((this.place() - low) / spacing)));
    const { frame, key } = shown;
    return { entity, frame, key, field, axis, layer, position: low + (layer + 0.5) * spacing };
  }

  /** m along the axis of the cut. */
  private place(): number {
    const plane = this.objects.cutPlane();
    return plane.w * plane[this.session.view.getState().cut.axis];
  }

  /** What the host gave, where it is of the wanted liquid, frame and field; the layer may be one that the cut has just passed. */
  private matching(): ShownSlice | undefined {
    const { slice } = this.store.getState();
    const { wanted } = this;
    if (slice === undefined || wanted === undefined) return undefined;
    const same = slice.entity === wanted.entity && slice.key === wanted.key;
    return same && slice.field === wanted.field && slice.axis === wanted.axis ? slice : undefined;
  }

  private tell(slice: ShownSlice | undefined, sliceHindrance: string | undefined): void {
    const state = this.store.getState();
    if (state.sliceHindrance !== sliceHindrance) this.store.setState({ sliceHindrance });
    if (slice === undefined && state.sliceProbe !== undefined) this.store.setState({ sliceProbe: undefined });
  }

  private async ask(): Promise<void> {
    const { wanted } = this;
    if (this.asking || wanted === undefined || wanted === this.failed) return;
    this.asking = true;
    const { connection, view, document, log } = this.session;
    const { entity, frame, key, field, axis, layer, position } = wanted;
    try {
      const take = document.scene?.take.id;
      const params = { quality: view.getState().quality, take, entity, frame, key, field, axis, position };
      const { kinds, values, range, ...grid } = await connection.call('liquidSlice', params);
      if (this.ended) return;
      const before = this.store.getState().slice;
      const kept = before?.field === field && before.entity === entity ? before.limits : undefined;
      const numbers = new Float32Array(values.slice().buffer);
      const own = { entity, frame, key, field, axis, layer, range, limits: sliceLimits(field, range, kept) };
      this.store.setState({ slice: { ...own, ...grid, kinds: kinds.slice(), values: numbers }, sliceProbe: undefined });
    } catch (error) {
      if (this.ended) return;
      this.failed = wanted;
      log.error(`could not compute the cells of '${entity}'`, error);
      this.store.setState({ sliceHindrance: 'The cells of this frame could not be computed: see the log.' });
    } finally {
      this.asking = false;
    }
  }
}

const COMING = 'Computing the values of the cells…';

function middleOf({ axis, layer, cellSize, origin }: ShownSlice): number {
  return origin[AXES.indexOf(axis)] + (layer + 0.5) * cellSize;
}

function cellAt(ray: Ray, slice: ShownSlice, visible: boolean): CellProbe | undefined {
  if (!visible) return undefined;
  const across = AXES.indexOf(slice.axis);
  const normal = new Vector3().setComponent(across, 1);
  const hit = ray.intersectPlane(new Plane(normal, -middleOf(slice)), new Vector3());
  if (hit === null) return undefined;
  const [one, two] = planeAxes(slice.axis);
  const [a, b] = [one, two].map((axis) => Math.floor((hit.getComponent(axis) - slice.origin[axis]) / slice.cellSize));
  if (a < 0 || b < 0 || a >= slice.counts[0] || b >= slice.counts[1]) return undefined;
  const at = a + b * slice.counts[0];
  const cell: [number, number, number] = [0, 0, 0];
  cell[across] = slice.layer;
  cell[one] = a;
  cell[two] = b;
  return { cell, kind: slice.kinds[at], value: slice.values[at] };
}
