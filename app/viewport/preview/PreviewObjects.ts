import { Box3, DoubleSide, Matrix4, type Group, Vector3, Vector4, Color } from 'three';
import type { DisplayMesh } from '../../client/frames/DisplayFrame.ts';
import type { DisplayStatics } from '../../state/DisplayStatics.ts';
import type { Session } from '../../session/Session.ts';
import type { ShapePreview } from '../../state/viewStore.ts';
import { streamsOf } from '../../../src/frames/Stream.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import type { CameraRig, CameraView } from '../camera/CameraRig.ts';
import { lookOf } from '../../entities/entityFacts.ts';
import { sequentialMap, type ColourMap } from '../../../src/frames/colours/colourMaps.ts';
import { createFieldUniforms, setFieldMap } from '../engine/fieldMaterial.ts';
import type { SharedLook } from '../engine/SharedLook.ts';
import type { ShotObjects } from '../engine/ShotObjects.ts';
import { ShotViews } from '../engine/ShotViews.ts';
import { entityOf } from '../engine/placements.ts';
import type { MeshView } from '../meshes/MeshView.ts';
import { viewportStore } from '../viewportState.ts';
import { MarkedFaces } from './MarkedFaces.ts';
import { PreviewGhosts } from './PreviewGhosts.ts';

/** How much larger than a shape the picture may be that shows it among the others. */
const MOST = 6;

/** The box to look at for a shape among others: with all of them, or with room around where it would be lost among them. */
export function withContext(shape: Box3, others: Box3): Box3 {
  const size = shape.getSize(new Vector3()).length();
  if (others.isEmpty()) return shape;
  const all = new Box3().copy(shape).union(others);
  return all.getSize(new Vector3()).length() <= MOST * size ? all : new Box3().copy(shape).expandByScalar(size / 2);
}

const SIZE = 256;

/** The tokens of the scale from fine to coarse elements: tables show the same colours (see `bandColour` of the mesh task). */
const BAND_TOKENS = ['--band-fine', '--band-middle', '--band-coarse'] as const;

/** A map through the colours of the tokens at equal distances, mixed as CSS mixes sRGB. */
function bandMap(element: Element): ColourMap {
  const style = getComputedStyle(element);
  const stops = BAND_TOKENS.map((token) => new Color(style.getPropertyValue(token).trim()).getHex());
  const map = new Uint8Array(3 * SIZE);
  for (let k = 0; k < SIZE; k++) {
    const place = (k / (SIZE - 1)) * (stops.length - 1);
    const index = Math.min(Math.floor(place), stops.length - 2);
    for (let channel = 0; channel < 3; channel++) {
      const [a, b] = [stops[index], stops[index + 1]].map((hex) => (hex >> (16 - 8 * channel)) & 255);
      map[3 * k + channel] = Math.round(a + (place - index) * (b - a));
    }
  }
  return map;
}

export interface PreviewHost {
  readonly objects: ShotObjects;
  readonly shared: SharedLook;
  /** Brings a world box into view. */
  frame(box: Box3): void;
  readonly rig: Pick<CameraRig, 'view' | 'fly'>;
}

/** Shapes of `ViewState.preview`: not in the document, shown beside it or in place of one of its solids. */
export class PreviewObjects {
  private readonly session: Session;
  private readonly host: PreviewHost;
  private readonly shared: SharedLook;
  private readonly views: ShotViews;
  private marks: MarkedFaces | undefined;
  private ghosts: PreviewGhosts | undefined;
  private shown: ShapePreview | undefined;
  private before: { readonly view: CameraView; readonly scene: Scene | undefined } | undefined;

  constructor(session: Session, host: PreviewHost) {
    this.session = session;
    this.host = host;
    // A colour scale of its own, beside that of the shot.
    this.shared = { ...host.shared, field: createFieldUniforms() };
    this.views = new ShotViews(this.shared);
  }

  get object(): Group {
    return this.views.object;
  }

  /** Brings the preview up to date; called after the shot's objects. True where shapes changed. */
  update(): boolean {
    const { preview } = this.session.view.getState();
    const before = this.shown;
    this.shown = preview;
    if (preview?.statics !== before?.statics) this.rebuild(preview?.statics);
    if (preview === undefined) {
      if (before !== undefined) this.lookBack();
      return before !== undefined;
    }
    this.before ??= { view: this.host.rig.view, scene: this.session.document.scene };
    if (preview !== before) this.apply(preview, before);
    this.style(preview);
    for (const view of this.host.objects.views.of('mesh')) {
      if (preview.alone || view.statics.entity === preview.replaces) view.object.visible = false;
    }
    if (preview.focus !== undefined && preview.focus !== before?.focus) this.host.frame(this.boxToSee(preview));
    return preview.statics !== before?.statics || preview.matrix !== before?.matrix;
  }

  /** World box of what is shown in place of the shot; undefined where that is shown. */
  box(): Box3 | undefined {
    if (this.shown?.alone !== true && this.shown?.replaces === undefined) return undefined;
    const box = new Box3();
    for (const view of this.views.all) box.union(view.box());
    return box.isEmpty() ? undefined : box;
  }

  dispose(): void {
    this.rebuild(undefined);
    this.shared.field.fieldMap.value.dispose();
  }

  /** What a task looks at: closely where it shows some of its faces, or it alone; else among what is there. */
  private boxToSee({ focus, marked, alone, replaces }: ShapePreview): Box3 {
    const box = boxFrom(focus ?? []);
    return marked !== undefined || alone || replaces !== undefined
      ? box
      : withContext(box, this.host.objects.boxes.box());
  }

  /** Returns the camera to the view before the preview where nothing came of it. */
  private lookBack(): void {
    const { before } = this;
    this.before = undefined;
    if (before !== undefined && before.scene === this.session.document.scene)
      this.host.rig.fly(before.view, performance.now());
  }

  private rebuild(statics: DisplayStatics | undefined): void {
    this.mark(undefined);
    this.showMotion(undefined);
    this.views.rebuild(statics);
    // Through holes, and where faces are turned, the inside is seen.
    for (const view of this.views.of('transform')) view.surface.material.side = DoubleSide;
  }

  private apply(preview: ShapePreview, before: ShapePreview | undefined): void {
    const matrix = preview.matrix === undefined ? new Matrix4() : new Matrix4().fromArray([...preview.matrix]);
    this.object.matrixAutoUpdate = false;
    this.object.matrix.copy(matrix);
    this.object.updateMatrixWorld(true);
    if (preview.marked !== before?.marked || preview.statics !== before?.statics) this.mark(preview);
    if (preview.motion !== before?.motion || preview.statics !== before?.statics) this.showMotion(preview);
    if (preview.colouring !== before?.colouring || preview.statics !== before?.statics) this.colour(preview);
  }

  private mark(preview: ShapePreview | undefined): void {
    if (this.marks !== undefined) {
      this.object.remove(this.marks.object);
      this.marks.dispose();
      this.marks = undefined;
    }
    const [collider] = streamsOf(preview?.statics ?? NOTHING, 'transform');
    if (preview?.marked === undefined || collider === undefined) return;
    this.marks = new MarkedFaces(collider, preview.marked, this.shared.colours.danger);
    this.object.add(this.marks.object);
  }

  /** Shows the shape at other times, or no longer. */
  private showMotion(preview: ShapePreview | undefined): void {
    if (this.ghosts !== undefined) {
      this.object.remove(this.ghosts.object);
      this.ghosts.dispose();
      this.ghosts = undefined;
    }
    if (preview?.motion === undefined) return;
    const { ghostBefore: before, ghostAfter: after, trajectory: path, danger: fast } = this.shared.colours;
    this.ghosts = new PreviewGhosts(preview.motion, { before, after, path, fast }, this.shared.pixelRatio);
    this.object.add(this.ghosts.object);
  }

  private colour({ colouring }: ShapePreview): void {
    const [body] = this.views.of('mesh');
    const { field } = this.shared;
    field.fieldAmount.value = colouring === undefined ? 0 : 1;
    if (colouring === undefined || body === undefined) return;
    setFieldMap(field, colouring.scale === 'quality' ? sequentialMap : bandMap(document.documentElement));
    body.write(colouredAtRest(body, colouring.values));
    body.setFieldAmount(field.fieldAmount.value);
  }

  private style({ replaces }: ShapePreview): void {
    const { mode } = this.session.view.getState();
    const { cutStyle } = viewportStore(this.session).getState();
    const entity = entityOf(this.session.document.scene, replaces);
    const look = entity === undefined ? PLAIN : lookOf(entity);
    const cutPlane = this.cutPlane();
    const still = { visible: true, outline: 'none', isolating: false, isGround: false } as const;
    for (const view of this.views.all) {
      view.setLook(view.type === 'mesh' ? look : PLAIN);
      view.setStyle({ mode, cutStyle, cutPlane, ...still });
    }
  }

  /** Returns the cutting plane, as that of the shot, through the box of the preview. */
  private cutPlane(): Vector4 {
    const { axis, offset, flipped } = this.session.view.getState().cut;
    const box = new Box3();
    for (const view of this.views.of('mesh')) box.union(view.box());
    const sign = flipped ? -1 : 1;
    const normal = new Vector3();
    if (!box.isEmpty()) normal[axis] = sign;
    const place = box.isEmpty() ? 1 : box.min[axis] + offset * (box.max[axis] - box.min[axis]);
    return new Vector4(normal.x, normal.y, normal.z, sign * place);
  }
}

const NOTHING: DisplayStatics = { streams: [], colourings: [] };

/** Colour of new entities. */
const PLAIN = { colour: '#c8ccd4' };

/** The shape at rest as a frame, with numbers for its elements. */
function colouredAtRest({ statics }: MeshView, elements: Float32Array): DisplayMesh {
  const { surface, restVolume, entity, name, elementSize } = statics;
  const vertices = new Float32Array(restVolume.length / 3);
  statics.elements.forEach((vertex, k) => {
    vertices[vertex] = elements[Math.floor(k / elementSize)];
  });
  return {
    entity,
    name,
    type: 'mesh',
    positions: surface.restPositions,
    normals: surface.restNormals,
    hullNormals: surface.restHullNormals,
    volumePositions: restVolume,
    colour: {
      elements,
      vertices,
      surface: Float32Array.from(surface.element, (element) => elements[element]),
      range: [0, 1],
      typicalRange: [0, 1],
    },
  };
}

function boxFrom(bounds: readonly number[]): Box3 {
  const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
  return new Box3(new Vector3(minX, minY, minZ), new Vector3(maxX, maxY, maxZ));
}
