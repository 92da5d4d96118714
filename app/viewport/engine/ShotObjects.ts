import { Box3, Group, Matrix4, Vector3, Vector4 } from 'three';
import type { Entity, Scene } from '../../../src/scene/Scene.ts';
import type { FrameSource, FrameSourceState } from '../../client/FrameSource.ts';
import { cellOf } from '../../client/frames/cells.ts';
import type { DisplayStatics, MeshStatics } from '../../state/DisplayStatics.ts';
import { asShown } from '../../client/frames/shownMeshes.ts';
import { isShown, soloIn } from '../../document/shownEntities.ts';
import { lookOf } from '../../entities/entityFacts.ts';
import type { FramesStore } from '../../state/framesStore.ts';
import type { Session } from '../../session/Session.ts';
import type { AnyStreamView } from '../streams/createView.ts';
import type { StreamLook } from '../../entities/ViewportKind.ts';
import type { StreamStyle } from '../streams/StreamView.ts';
import { viewportStore } from '../viewportState.ts';
import { Decorations } from './Decorations.ts';
import { gridsOf, type EntityGrid } from './gridBoxes.ts';
import { entityOf, placementOf } from './placements.ts';
import type { SharedLook } from './SharedLook.ts';
import { ShotBoxes } from './ShotBoxes.ts';
import { ShotViews } from './ShotViews.ts';

/** What is drawn: a take of the shot with its frames. */
interface Subject {
  readonly source: Pick<FrameSource, 'store' | 'swept'>;
  readonly frames: FramesStore;
  contents(): Pick<Scene, 'entities' | 'quality'> | undefined;
}

/** The take that is worked on. */
function workedOn({ frameSource, frames, document }: Session): Subject {
  return { source: frameSource, frames, contents: () => document.scene };
}

/** The streams of the shot as they are drawn: they follow the document, the shown frame, the selection and the view. */
export class ShotObjects {
  readonly object = new Group();
  readonly views: ShotViews;
  readonly boxes: ShotBoxes;
  /** The entity that a gizmo moves: its mesh is shown at rest where it will start. */
  moved: string | undefined;
  /** Everything stands as the shot begins, as surfaces: something is painted on it. */
  atStart = false;
  private readonly session: Session;
  private readonly subject: Subject;
  private readonly decorations = new Decorations();
  private outlines = true;
  private statics: DisplayStatics | undefined;
  private shown: FrameSourceState['shown'] | null = null;
  private prescribed: FrameSourceState['prescribed'];
  /** Views that show what is there before anything is simulated. */
  private readonly rest = new Set<AnyStreamView>();

  constructor(session: Session, shared: SharedLook, subject: Subject = workedOn(session)) {
    this.session = session;
    this.subject = subject;
    this.views = new ShotViews(shared);
    this.boxes = new ShotBoxes(this.views, (isWanted) =>
      subject.source.swept.over(subject.frames.getState().cells, isWanted),
    );
    this.object.add(this.views.object, this.decorations.object);
  }

  /** Brings everything up to date. True where shapes changed, so that shadows must be drawn anew. */
  update(): boolean {
    const rebuilt = this.rebuild();
    const written = this.writeFrame();
    const posed = this.pose();
    this.style();
    return rebuilt || written || posed;
  }

  /** Whether the mesh of an entity is drawn as it is at rest, whatever the shown frame is. */
  isAtRest(entity: string): boolean {
    const view = this.views.find(entity, 'mesh');
    return view !== undefined && this.rest.has(view);
  }

  /** Some stream shows what is behind it. */
  get hasJelly(): boolean {
    return this.views.all.some((view) => view.showsBehind);
  }

  /** Some stream is drawn as a liquid. */
  get hasLiquid(): boolean {
    return this.views.all.some((view) => view.type === 'points' || view.type === 'grid' || isLiquidMesh(view));
  }

  /** Outlines are no part of pictures that are kept. */
  showOutlines(shown: boolean): void {
    this.outlines = shown;
    this.style();
  }

  /** Colours what has numbers for it. */
  setFieldAmount(amount: number): void {
    for (const view of this.views.all) if ('setFieldAmount' in view) view.setFieldAmount(amount);
  }

  /** What the cut-away runs through: meshes, and the boxes of grids, which stay as they are while what is in them moves. */
  cutBox(): Box3 {
    const box = this.boxes.box(this.views.of('mesh').map(({ statics }) => statics.entity));
    for (const { box: grid } of this.shownGrids()) {
      const low = new Vector3(...grid.origin);
      const size = new Vector3(...grid.counts).multiplyScalar(grid.spacing);
      box.union(new Box3(low, low.clone().add(size)));
    }
    return box.isEmpty() ? box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1)) : box;
  }

  /** The grids of entities that are to be seen, simulated or not. */
  shownGrids(): readonly EntityGrid[] {
    const contents = this.subject.contents();
    const solo = soloIn(contents, this.session.view.getState().solo);
    return gridsOf(this.subject.source.store.getState().statics).filter(({ entity: id }) => {
      const entity = entityOf(contents, id);
      return entity?.enabled === true && isShown(entity, solo);
    });
  }

  /** Plane of the cut-away: its normal points to what is left out. */
  cutPlane(): Vector4 {
    const { axis, offset, flipped } = this.session.view.getState().cut;
    const box = this.cutBox();
    const place = box.min[axis] + offset * (box.max[axis] - box.min[axis]);
    const sign = flipped ? -1 : 1;
    const normal = new Vector3();
    normal[axis] = sign;
    return new Vector4(normal.x, normal.y, normal.z, sign * place);
  }

  dispose(): void {
    this.views.rebuild(undefined);
    this.decorations.dispose();
  }

  private rebuild(): boolean {
    const { statics } = this.subject.source.store.getState();
    if (statics === this.statics) return false;
    this.views.rebuild(statics);
    this.decorations.dispose();
    this.statics = statics;
    this.shown = null;
    this.rest.clear();
    return true;
  }

  private writeFrame(): boolean {
    const { shown, prescribed: moving } = this.subject.source.store.getState();
    const prescribed = this.atStart ? undefined : moving;
    const atStart = shown === undefined || this.atStart || this.showsStart();
    let written = false;
    for (const view of [...this.views.all]) {
      const rest = atStart || (view.type === 'mesh' && this.moved === view.statics.entity);
      const same = rest ? prescribed === this.prescribed : shown === this.shown;
      if (same && this.rest.has(view) === rest && this.shown !== null) continue;
      const frame = rest ? prescribed : shown;
      const current = this.shaped(view, frame);
      current.show(frame);
      this.rest.delete(view);
      if (rest) this.rest.add(current);
      written = true;
    }
    this.shown = shown;
    this.prescribed = prescribed;
    return written;
  }

  /** The view of a stream, made anew where a mesh is torn otherwise than it was. */
  private shaped(view: AnyStreamView, frame: FrameSourceState['prescribed']): AnyStreamView {
    if (view.type !== 'mesh') return view;
    const { entity, name } = view.statics;
    const whole = this.statics?.streams.find((stream): stream is MeshStatics => {
      return stream.type === 'mesh' && stream.entity === entity && stream.name === name;
    });
    const wanted = whole && asShown(whole, frame);
    return wanted === undefined || wanted === view.statics ? view : this.views.replace(view, wanted);
  }

  /** Returns whether the shapes at rest are shown: at the first frame, where the artist sets things up, while it is not simulated as it is now. */
  private showsStart(): boolean {
    const { cells } = this.subject.frames.getState();
    const { frame } = this.session.timeline.getState();
    return cells.length > 0 && frame <= cells[0].frame && cellOf(cells, frame)?.state !== 'cached';
  }

  /** Places what is at rest where the document now has it, and what moves as keyed at the playhead. True where something moved. */
  private pose(): boolean {
    const frame = this.atStart
      ? (this.session.document.scene?.range.first ?? 0)
      : this.session.timeline.getState().frame;
    let moved = false;
    for (const view of this.views.all) {
      const matrix = this.matrixOf(view, frame);
      const { object } = view;
      if (matrix === undefined || object.matrix.equals(matrix)) continue;
      object.matrixAutoUpdate = false;
      object.matrix.copy(matrix);
      object.updateMatrixWorld(true);
      moved = true;
    }
    return moved;
  }

  /** Undefined: the view stays where it is. */
  private matrixOf(view: AnyStreamView, frame: number): Matrix4 | undefined {
    const now = entityOf(this.subject.contents(), view.statics.entity);
    if (view.type === 'transform') return view.pose ?? (now && placementOf(now, frame));
    if (view.type !== 'mesh') return undefined;
    const then = entityOf(this.subject.source.store.getState().staticsOf, view.statics.entity);
    if (!this.rest.has(view) || now === undefined || then === undefined) return IN_PLACE;
    const [to, from] = [placementOf(now, frame), placementOf(then, frame)];
    if (to === undefined || from?.equals(to) !== false) return IN_PLACE;
    return to.multiply(from.invert());
  }

  /** The level plane that is drawn as the ground, with the grid on it. */
  private findGround(): AnyStreamView | undefined {
    const contents = this.subject.contents();
    const found = this.views.all.find((view) => {
      if (!view.unbounded || view.statics.purpose !== 'surroundings') return false;
      const isVisible = entityOf(contents, view.statics.entity)?.display.visible === true;
      return isVisible && Math.abs(view.object.matrix.elements[5] - 1) <= LEVEL;
    });
    this.boxes.groundHeight = found?.object.matrix.elements[13];
    return found;
  }

  /** Whether something stands where it is of use: what is there for the start would stand in the way later. */
  private isOfUse({ id }: Entity, { atStart }: StreamLook): boolean {
    if (atStart !== true) return true;
    const selected = this.session.selection.getState().ids.includes(id);
    return selected || this.atStart || this.shown === undefined || this.showsStart();
  }

  private style(): void {
    const contents = this.subject.contents();
    const { isolated, solo: chosen, ...view } = this.session.view.getState();
    const mode = this.atStart && view.mode !== 'wire' ? 'shaded' : view.mode;
    const solo = soloIn(contents, chosen);
    const { cutStyle } = viewportStore(this.session).getState();
    // Meshes that were hidden by a preview count for the plane.
    for (const { type, object } of this.views.all) if (type === 'mesh') object.visible = true;
    const cutPlane = mode === 'cut' ? this.cutPlane() : new Vector4(0, 0, 0, 1);
    const ground = this.findGround();
    const outlineOf = this.outliner();
    const isolating = isolated !== undefined;
    for (const stream of this.views.all) {
      const entity = entityOf(contents, stream.statics.entity);
      if (entity === undefined) {
        stream.object.visible = false;
        continue;
      }
      const look = lookOf(entity);
      const visible = isShown(entity, solo) && entity.enabled && this.isOfUse(entity, look);
      const isGround = stream === ground;
      stream.setLook(look);
      stream.setStyle({ mode, cutStyle, cutPlane, visible, outline: outlineOf(entity.id), isolating, isGround });
    }
    const drawn = contents?.entities.filter((entity) => entity.enabled && isShown(entity, solo)) ?? [];
    const edgeScale = contents?.quality[this.session.view.getState().quality].edgeScale ?? 1;
    this.decorations.update(
      drawn.filter(({ id }) => this.views.has(id)),
      edgeScale,
    );
  }

  /** Gives how an entity is outlined. */
  private outliner(): (entity: string) => StreamStyle['outline'] {
    const { hovered } = viewportStore(this.session).getState();
    const selected = new Set(this.session.selection.getState().ids);
    return (entity) => {
      if (!this.outlines) return 'none';
      return selected.has(entity) ? 'selected' : hovered === entity ? 'hovered' : 'none';
    };
  }
}

const IN_PLACE = new Matrix4();
/** A plane whose normal is as upright as this is level. */
const LEVEL = 1e-9;

function isLiquidMesh(view: AnyStreamView): boolean {
  return view.type === 'mesh' && view.statics.isLiquid === true;
}
