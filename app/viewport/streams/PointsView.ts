import { Color, Group, type Box3 } from 'three';
import {
  streamAt,
  type ColouredPoints,
  type DisplayFrame,
  type DisplayPoints,
} from '../../client/frames/DisplayFrame.ts';
import type { PointsStatics } from '../../state/DisplayStatics.ts';
import { LIQUID_LAYER } from '../engine/casters.ts';
import { ownField, type FieldUniforms } from '../engine/fieldMaterial.ts';
import type { SharedLook } from '../engine/SharedLook.ts';
import { createDropMaterial } from '../liquids/dropMaterial.ts';
import { boxOf } from './boxOf.ts';
import { createPointMaterial, PointCloud } from './PointCloud.ts';
import type { StreamLook } from '../../entities/ViewportKind.ts';
import type { StreamStyle, StreamView } from './StreamView.ts';
import { SurfaceView } from './SurfaceView.ts';

/** Size of points as they are drawn, CSS pixels. */
const POINT_SIZE = 3;
/** Diameter of the spray around a surface, in cells, and how far its colour is on the way to white: drops scatter the light. */
const DROP_SIZE = 0.22;
const DROP_WHITENESS = 0.75;
const WHITE = new Color(1, 1, 1);

/** Points: their surface with the spray around it, or all of them. Each frame has another number; buffers stay while they are long enough. */
export class PointsView implements StreamView {
  readonly type = 'points';
  readonly object = new Group();
  readonly statics: PointsStatics;
  readonly surface: SurfaceView;
  readonly showsBehind = false;
  readonly unbounded = false;
  version = 0;
  private readonly shared: SharedLook;
  private readonly field: FieldUniforms;
  private readonly colour = new Color();
  private readonly dropColour = new Color();
  private points: PointCloud | undefined;
  private drops: PointCloud | undefined;
  /** m. */
  private readonly dropSize = { value: 0 };
  /** Diameter of drops that have none of their own, m. */
  private usualDropSize = 0;
  /** What the buffers of points or drops hold. */
  private written: ColouredPoints | undefined;
  private shown: DisplayPoints | undefined;
  private style: StreamStyle | undefined;

  constructor(statics: PointsStatics, shared: SharedLook) {
    this.statics = statics;
    this.shared = shared;
    this.field = ownField(shared.field);
    this.surface = new SurfaceView(shared);
    this.object.add(this.surface.object);
  }

  get isSeen(): boolean {
    return this.object.visible;
  }

  /** Writes a frame into the buffers; nothing is drawn without one. */
  show(frame: Pick<DisplayFrame, 'streams'> | undefined): void {
    this.shown = streamAt(frame, this.statics);
    this.surface.show(this.shown?.surface);
    this.dropSize.value = this.shown?.sprayWidth ?? this.usualDropSize;
    this.version++;
    if (this.style !== undefined) this.setStyle(this.style);
  }

  setLook(look: StreamLook): void {
    this.colour.set(look.colour);
    this.dropColour.copy(this.colour).lerp(WHITE, DROP_WHITENESS);
    this.usualDropSize = DROP_SIZE * (look.water?.cellSize ?? 0);
    this.dropSize.value = this.shown?.sprayWidth ?? this.usualDropSize;
    this.surface.setLook(look);
  }

  setStyle(style: StreamStyle): void {
    this.style = style;
    this.object.visible = style.visible;
    const around = this.showsSurface(style);
    this.surface.setStyle(around, style);
    this.showPoints(around);
  }

  setFieldAmount(amount: number): void {
    this.field.fieldAmount.value = this.shown?.colour === undefined ? 0 : amount;
    this.surface.setFieldAmount(amount);
  }

  /** World box of what is drawn; that of the points where there is no surface. */
  box(): Box3 {
    const { shown, statics } = this;
    if (shown === undefined || shown.surface !== undefined || statics.apart) return this.surface.box();
    return boxOf(shown.points.positions);
  }

  dispose(): void {
    this.surface.dispose();
    this.points?.dispose();
    this.drops?.dispose();
  }

  /** A surface stands for the points, unless they alone have the numbers that are shown. */
  private showsSurface({ mode }: StreamStyle): boolean {
    if (mode === 'points' || this.shown === undefined) return false;
    if (this.statics.apart) return true;
    return this.surface.isThere && (this.shown.colour === undefined || this.surface.hasNumbers);
  }

  /** All points, or around the surface those that are apart from it. */
  private showPoints(around: boolean): void {
    const points = this.showAll(around ? undefined : this.shown?.points);
    const drops = this.showDrops(around ? this.shown?.spray : undefined);
    const shown = around ? this.shown?.spray : this.shown?.points;
    const view = around ? drops : points;
    if (shown === undefined || view === undefined || this.written === shown) return;
    this.written = shown;
    view.setPositions(shown.positions);
    if (shown.values !== undefined) view.setValues(shown.values);
  }

  private showAll(shown: ColouredPoints | undefined): PointCloud | undefined {
    if (shown !== undefined && this.points === undefined) {
      const { pixelRatio } = this.shared;
      this.points = this.add(new PointCloud(createPointMaterial(this.field, this.colour, POINT_SIZE * pixelRatio)));
    }
    if (this.points !== undefined) this.points.object.visible = shown !== undefined;
    return this.points;
  }

  private showDrops(shown: ColouredPoints | undefined): PointCloud | undefined {
    if (shown !== undefined && this.drops === undefined) {
      const material = createDropMaterial({ ...this.shared, field: this.field }, this.dropColour, this.dropSize);
      this.drops = this.add(new PointCloud(material));
    }
    if (this.drops !== undefined) this.drops.object.visible = shown !== undefined;
    return this.drops;
  }

  private add(points: PointCloud): PointCloud {
    points.object.layers.set(LIQUID_LAYER);
    this.object.add(points.object);
    return points;
  }
}
