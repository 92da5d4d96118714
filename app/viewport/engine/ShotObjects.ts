import { Box3, Group, Matrix4, Sphere, Vector3, Vector4 } from 'three';
import { isKind, type Entity, type Scene, type ShapedEntity } from '../../../src/scene/Scene.ts';
import type { FrameSource, FrameSourceState } from '../../client/FrameSource.ts';
import { cellOf } from '../../client/frames/cells.ts';
import type { DisplayBody } from '../../client/frames/DisplayFrame.ts';
import type { DisplayStatics } from '../../client/frames/DisplayStatics.ts';
import { isShown, soloIn } from '../../document/shownEntities.ts';
import type { FramesStore } from '../../state/framesStore.ts';
import type { Session } from '../../state/Session.ts';
import { ColliderView } from '../solids/ColliderView.ts';
import { LiquidView } from '../liquids/LiquidView.ts';
import { SolidView } from '../solids/SolidView.ts';
import { viewportStore } from '../viewportState.ts';
import { bodyOf, entityOf, keyedMatrix, shapedOf, solidMatrix } from './placements.ts';
import type { SharedLook } from './SharedLook.ts';

/** What is drawn: a take of the shot with its frames. */
interface Subject {
  readonly source: Pick<FrameSource, 'store' | 'swept'>;
  readonly frames: FramesStore;
  contents(): Pick<Scene, 'entities'> | undefined;
}

/** The take that is worked on. */
function workedOn({ frameSource, frames, document }: Session): Subject {
  return { source: frameSource, frames, contents: () => document.scene };
}

/** Solids and colliders of the shot as they are drawn: follows the document, the shown frame, the selection and the view. */
export class ShotObjects {
  readonly object = new Group();
  readonly solids = new Map<string, SolidView>();
  readonly liquids = new Map<string, LiquidView>();
  /** Regions of liquids too. */
  readonly colliders = new Map<string, ColliderView>();
  /** The solid that a gizmo moves: it is shown at rest where it will start. */
  moved: string | undefined;
  /** Everything stands as the shot begins, as surfaces: something is painted on it. */
  atStart = false;
  /** Height of the ground: that of the first level plane among the colliders, m. */
  groundHeight = 0;
  /** There is such a plane. */
  private hasGround = false;
  private readonly session: Session;
  private readonly shared: SharedLook;
  private readonly subject: Subject;
  private outlines = true;
  private statics: DisplayStatics | undefined;
  private shown: FrameSourceState['shown'] | null = null;
  private readonly restShown = new Set<string>();
  private liquidsAtStart = false;

  constructor(session: Session, shared: SharedLook, subject: Subject = workedOn(session)) {
    this.session = session;
    this.shared = shared;
    this.subject = subject;
  }

  /** Brings everything up to date. True where shapes changed, so that shadows must be drawn anew. */
  update(): boolean {
    const rebuilt = this.rebuild();
    const written = this.writeFrame();
    const posed = this.pose();
    this.style();
    return rebuilt || written || posed;
  }

  /** Whether a solid is drawn as it is at rest, whatever the shown frame is. */
  isAtRest(id: string): boolean {
    return this.restShown.has(id);
  }

  /** Some body shows what is behind it. */
  get hasJelly(): boolean {
    for (const view of this.solids.values()) if (view.showsBehind) return true;
    return false;
  }

  /** Outlines are no part of pictures that are kept. */
  showOutlines(shown: boolean): void {
    this.outlines = shown;
    this.style();
  }

  /** Box of the entities with these ids; where none are given, of everything but the ground, and but other planes where there is more than planes. */
  box(ids?: readonly string[]): Box3 {
    const box = new Box3();
    const wanted = (id: string): boolean => ids === undefined || ids.includes(id);
    for (const [id, view] of this.solids) if (wanted(id) && view.object.visible) box.union(view.box());
    for (const [id, view] of this.liquids) if (wanted(id) && view.object.visible) box.union(view.box());
    const planes = new Box3();
    for (const [id, view] of this.colliders) {
      if (!wanted(id) || !view.object.visible || !view.surface.visible) continue;
      (view.isPlane && ids === undefined ? planes : box).union(view.box());
    }
    return box.isEmpty() ? planes : box;
  }

  /** What the light and the grid should cover: the main objects, or a metre where there are none. */
  bounds(): Sphere {
    const box = this.mainBox();
    if (box.isEmpty()) box.set(new Vector3(-0.5, 0, -0.5), new Vector3(0.5, 1, 0.5));
    return box.getBoundingSphere(new Sphere());
  }

  /** World box of what the shot is about: bodies and liquids, and colliders that are not much larger; no endless planes. */
  mainBox(): Box3 {
    const box = new Box3();
    for (const view of [...this.solids.values(), ...this.liquids.values()]) {
      if (view.object.visible) box.union(view.box());
    }
    const size = box.isEmpty() ? Infinity : box.getSize(new Vector3()).length();
    for (const view of this.colliders.values()) {
      if (!view.object.visible || !view.surface.visible || view.isPlane) continue;
      const other = view.box();
      if (other.getSize(new Vector3()).length() < 4 * size) box.union(other);
    }
    return box;
  }

  /** World box of what moves by itself, over all of the motion that is known, and down to the ground where it may fall. */
  heroBox(): Box3 {
    const box = new Box3();
    for (const view of [...this.solids.values(), ...this.liquids.values()]) {
      if (view.object.visible) box.union(view.box());
    }
    const shown = (id: string): boolean =>
      this.solids.get(id)?.object.visible === true || this.liquids.get(id)?.object.visible === true;
    const [minX, minY, minZ, maxX, maxY, maxZ] = this.subject.source.swept.over(
      this.subject.frames.getState().cells,
      shown,
    );
    if (minX <= maxX) box.union(new Box3(new Vector3(minX, minY, minZ), new Vector3(maxX, maxY, maxZ)));
    const { min, max } = box;
    const above = min.y - this.groundHeight;
    if (this.hasGround && above > 0 && above < FALL * (max.y - min.y)) min.y = this.groundHeight;
    return box;
  }

  /** The same with the colliders that the shot is about, too (see `mainBox`). */
  sweptBox(): Box3 {
    return this.mainBox().union(this.heroBox());
  }

  /** What the cut-away runs through: the bodies, and the boxes of liquids, which stay as they are while the liquid moves. */
  cutBox(): Box3 {
    const box = this.box([...this.solids.keys()]);
    for (const { domain } of this.shownLiquids()) {
      const { centre, size } = domain;
      box.union(new Box3().setFromCenterAndSize(new Vector3(...centre), new Vector3(...size)));
    }
    return box.isEmpty() ? box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1)) : box;
  }

  /** The liquids that are to be seen, simulated or not. */
  shownLiquids(): Extract<Entity, { kind: 'liquid' }>[] {
    const contents = this.subject.contents();
    const solo = soloIn(contents, this.session.view.getState().solo);
    const liquids = contents?.entities.filter(isKind('liquid')) ?? [];
    return liquids.filter((liquid) => liquid.enabled && isShown(liquid, solo));
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
    for (const view of [...this.solids.values(), ...this.liquids.values(), ...this.colliders.values()]) {
      this.object.remove(view.object);
      view.dispose();
    }
    this.solids.clear();
    this.liquids.clear();
    this.colliders.clear();
  }

  private rebuild(): boolean {
    const { statics } = this.subject.source.store.getState();
    if (statics === this.statics) return false;
    this.dispose();
    this.statics = statics;
    this.shown = null;
    this.restShown.clear();
    for (const body of statics?.bodies ?? []) {
      const view = new SolidView(body, this.shared);
      this.solids.set(body.id, view);
      this.object.add(view.object);
    }
    for (const id of statics?.liquids ?? []) {
      const view = new LiquidView(this.shared);
      this.liquids.set(id, view);
      this.object.add(view.object);
    }
    for (const collider of statics?.colliders ?? []) {
      const view = new ColliderView(collider, this.shared);
      this.colliders.set(collider.id, view);
      this.object.add(view.object);
    }
    return true;
  }

  private writeFrame(): boolean {
    const { shown } = this.subject.source.store.getState();
    const atStart = this.atStart || this.showsStart();
    let written = false;
    for (const [id, view] of this.solids) {
      const rest = shown === undefined || atStart || this.moved === id;
      if (shown === this.shown && this.restShown.has(id) === rest) continue;
      const body = rest ? undefined : shown.bodies.find((candidate) => candidate.id === id);
      this.shaped(id, view, body).show(body);
      if (rest) this.restShown.add(id);
      else this.restShown.delete(id);
      written = true;
    }
    if (shown !== this.shown || atStart !== this.liquidsAtStart) {
      for (const [id, view] of this.liquids) {
        view.show(atStart ? undefined : shown?.liquids.find((liquid) => liquid.id === id));
        written = true;
      }
    }
    this.liquidsAtStart = atStart;
    this.shown = shown;
    return written;
  }

  /** The view of a solid, made anew where it is torn otherwise than it was. */
  private shaped(id: string, view: SolidView, body: DisplayBody | undefined): SolidView {
    const wanted = body?.torn?.statics ?? this.statics?.bodies.find((candidate) => candidate.id === id);
    if (wanted === undefined || wanted === view.statics) return view;
    this.object.remove(view.object);
    view.dispose();
    const made = new SolidView(wanted, this.shared);
    this.solids.set(id, made);
    this.object.add(made.object);
    return made;
  }

  /** At the first frame the artist sets things up: where it is not simulated as it is now, the shapes at rest are shown. */
  private showsStart(): boolean {
    const { cells } = this.subject.frames.getState();
    const { frame } = this.session.timeline.getState();
    return cells.length > 0 && frame <= cells[0].frame && cellOf(cells, frame)?.state !== 'cached';
  }

  /** Places solids at rest where the document now has them, and colliders at the playhead. True where something moved. */
  private pose(): boolean {
    const contents = this.subject.contents();
    const { staticsOf } = this.subject.source.store.getState();
    const frame = this.atStart
      ? (this.session.document.scene?.range.first ?? 0)
      : this.session.timeline.getState().frame;
    let moved = false;
    const place = (object: Group, matrix: Matrix4): void => {
      if (object.matrix.equals(matrix)) return;
      object.matrixAutoUpdate = false;
      object.matrix.copy(matrix);
      object.updateMatrixWorld(true);
      moved = true;
    };
    for (const [id, view] of this.solids) {
      const now = bodyOf(contents, id);
      const then = bodyOf(staticsOf, id);
      const still =
        !this.restShown.has(id) || now === undefined || then === undefined || now.transform === then.transform;
      place(view.object, still ? new Matrix4() : solidMatrix(now).multiply(solidMatrix(then).invert()));
    }
    for (const [id, view] of this.colliders) {
      const collider = shapedOf(contents, id);
      if (collider !== undefined) place(view.object, keyedMatrix(collider.transform, frame));
    }
    return moved;
  }

  /** The level plane that is drawn as the ground, with the grid on it. */
  private findGround(): string | undefined {
    const contents = this.subject.contents();
    this.groundHeight = 0;
    this.hasGround = false;
    for (const [id, { object }] of this.colliders) {
      const collider = entityOf(contents, id, 'collider');
      if (collider === undefined || !collider.display.visible || !isPlane(collider.shape)) continue;
      const { elements } = object.matrix;
      if (Math.abs(elements[5] - 1) > 1e-9) continue;
      this.groundHeight = elements[13];
      this.hasGround = true;
      return id;
    }
    return undefined;
  }

  /** What fills is seen where the shot begins, and where it is selected: later it would stand in the liquid. */
  private isAtWork(entity: ShapedEntity): boolean {
    if (entity.kind === 'collider' || entity.role.kind !== 'fill') return true;
    const selected = this.session.selection.getState().ids.includes(entity.id);
    return selected || this.atStart || this.shown === undefined || this.showsStart();
  }

  private style(): void {
    const contents = this.subject.contents();
    const { isolated, solo: chosen, ...view } = this.session.view.getState();
    const mode = this.atStart && view.mode !== 'wire' ? 'shaded' : view.mode;
    const solo = soloIn(contents, chosen);
    const { hovered, cutStyle } = viewportStore(this.session).getState();
    const selected = new Set(this.session.selection.getState().ids);
    const outline = (id: string) => {
      if (!this.outlines) return 'none';
      return selected.has(id) ? 'selected' : hovered === id ? 'hovered' : 'none';
    };
    for (const view of this.solids.values()) view.object.visible = true;
    const cutPlane = mode === 'cut' ? this.cutPlane() : new Vector4(0, 0, 0, 1);
    for (const [id, view] of this.solids) {
      const solid = bodyOf(contents, id);
      view.setLook(solid?.display ?? PLAIN);
      const visible = solid !== undefined && isShown(solid, solo) && solid.enabled;
      view.setStyle({ mode, cutStyle, cutPlane, visible, outline: outline(id), ghost: isolated !== undefined });
    }
    for (const [id, view] of this.liquids) {
      const liquid = entityOf(contents, id, 'liquid');
      view.setColour(liquid?.display.colour ?? '#4a9fd4');
      if (liquid !== undefined) {
        const { cellSize, display, domain } = liquid;
        view.setSize(Math.cbrt(domain.size[0] * domain.size[1] * domain.size[2]), cellSize, display.turbidity ?? 1);
        view.tank.show(domain, display.tank ?? 'hidden');
      }
      const visible = liquid !== undefined && isShown(liquid, solo) && liquid.enabled;
      const cut = mode === 'cut' && isolated === undefined ? cutPlane : undefined;
      view.setStyle({ particles: mode === 'points', visible, outline: outline(id), cutPlane: cut });
    }
    const ground = this.findGround();
    for (const [id, view] of this.colliders) {
      const collider = shapedOf(contents, id);
      if (collider === undefined) {
        view.object.visible = false;
        continue;
      }
      view.setLook(collider.display, isPlane(collider.shape));
      view.setStyle({
        visible: isShown(collider, solo) && collider.enabled && this.isAtWork(collider),
        outline: outline(id),
        glass: collider.kind === 'region',
        faded: isolated !== undefined,
        isGround: ground === id,
      });
    }
  }
}

/** Height above the ground, in heights of what is shown, up to which the ground below is a part of the view. */
const FALL = 2.5;

/** How something looks that the document no longer has. */
const PLAIN = { colour: '#c8ccd4' };

function isPlane(shape: { readonly kind: string; readonly type?: string }): boolean {
  return shape.kind === 'registered' && shape.type === 'plane';
}
