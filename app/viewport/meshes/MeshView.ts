import type { Vector4 } from 'three';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  NotEqualStencilFunc,
  Plane,
  ReplaceStencilOp,
  Vector3,
  type Box3,
  type Camera,
  type DataTexture,
  type Material,
  type Scene,
  type WebGLRenderer,
} from 'three';
import { streamAt, type DisplayFrame, type DisplayMesh } from '../../client/frames/DisplayFrame.ts';
import type { MeshStatics } from '../../state/DisplayStatics.ts';
import { CASTER_LAYER, JELLY_LAYER, setCasts } from '../engine/casters.ts';
import type { SharedLook } from '../engine/SharedLook.ts';
import { createFieldMaterial, ownField, type FieldUniforms } from '../engine/fieldMaterial.ts';
import { finishOf } from '../engine/finishes.ts';
import type { JellyUniforms } from '../engine/jellyChunk.ts';
import { SightDepth } from './SightDepth.ts';
import { createFinish, setFinish } from '../engine/surfaceMaterial.ts';
import { createGhostMaterial } from '../engine/ghostMaterial.ts';
import { createOutlineMaterial } from '../engine/outlineMaterial.ts';
import { addWeavePlaces } from '../engine/weave.ts';
import { ElementsView } from './ElementsView.ts';
import { boxOf } from '../streams/boxOf.ts';
import { createPointMaterial, PointCloud } from '../streams/PointCloud.ts';
import type { StreamLook } from '../../entities/ViewportKind.ts';
import type { StreamStyle, StreamView } from '../streams/StreamView.ts';
import { SliceView } from './SliceView.ts';
import { createVolumeTexture, writeVolumeTexture } from './volumeTexture.ts';

/** How far light goes in jelly before it is scattered, as a share of the body's diagonal. */
const SCATTER = 0.3;

/** Share by which elements shrink towards their centres in the view of elements. */
const SHRINK = 0.13;

/** A mesh: the artist's surface, its edges, its elements, its vertices. */
export class MeshView implements StreamView {
  readonly type = 'mesh';
  readonly object = new Group();
  readonly statics: MeshStatics;
  readonly surface: Mesh;
  /** What is drawn now. */
  positions: Float32Array;
  volumePositions: Float32Array;
  /** Numbers per element of the colouring; undefined for the plain surface. */
  elementValues: Float32Array | undefined;
  /** Counts what was written, for those who keep something made from it. */
  version = 0;
  private readonly shared: SharedLook;
  private readonly field: FieldUniforms;
  private readonly geometry = new BufferGeometry();
  private readonly edgeGeometry = new BufferGeometry();
  private readonly finish = createFinish();
  /** Uniforms of jelly; undefined where the processor draws, for it would take two more passes. */
  private readonly jelly: JellyUniforms | undefined;
  private readonly sight: SightDepth | undefined;
  private isJelly = false;
  private readonly material;
  private readonly edges: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly outline: Mesh;
  private readonly hoverOutline: Mesh;
  private readonly ghost: Mesh;
  private readonly position: BufferAttribute;
  private readonly normal: BufferAttribute;
  private readonly hullNormal: BufferAttribute;
  private readonly numbers: BufferAttribute;
  private readonly colour = new Color();
  private readonly keptSide = new Plane();
  private readonly cutSide = new Plane();
  private volume: DataTexture | undefined;
  private elements: ElementsView | undefined;
  private slice: SliceView | undefined;
  private points: PointCloud | undefined;
  private shown: DisplayMesh | undefined;
  private style: StreamStyle | undefined;

  constructor(statics: MeshStatics, shared: SharedLook) {
    this.statics = statics;
    this.shared = shared;
    this.field = ownField(shared.field);
    const { restPositions, restNormals, restHullNormals, source, triangles, edges } = statics.surface;
    this.positions = restPositions;
    this.volumePositions = statics.restVolume;
    const dynamic = (array: Float32Array, size: number): BufferAttribute =>
      new BufferAttribute(array, size).setUsage(DynamicDrawUsage);
    this.position = dynamic(restPositions.slice(), 3);
    this.normal = dynamic(restNormals.slice(), 3);
    this.hullNormal = restHullNormals === restNormals ? this.normal : dynamic(restHullNormals.slice(), 3);
    this.numbers = dynamic(new Float32Array(source.length), 1);
    this.geometry.setIndex(new BufferAttribute(triangles, 1));
    this.geometry.setAttribute('position', this.position);
    this.geometry.setAttribute('normal', this.normal);
    this.geometry.setAttribute('hullNormal', this.hullNormal);
    this.geometry.setAttribute('field', this.numbers);
    if (statics.elementSize === 3) addWeavePlaces(this.geometry, restPositions);
    this.edgeGeometry.setIndex(new BufferAttribute(edges, 1));
    this.edgeGeometry.setAttribute('position', this.position);
    if (shared.lighting.full && statics.elementSize !== 3) {
      this.sight = new SightDepth(this.geometry, shared.behind);
      this.jelly = { ...shared.behind, ...this.sight.uniforms, scatterDepth: { value: 0 } };
    }
    this.material = createFieldMaterial(this.field, shared.lighting, this.finish, this.jelly, {
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
      // Cloth is seen from both sides.
      ...(statics.elementSize === 3 && { side: DoubleSide }),
    });
    this.surface = new Mesh(this.geometry, this.material);
    this.surface.layers.enable(CASTER_LAYER);
    this.edges = new LineSegments(
      this.edgeGeometry,
      new LineBasicMaterial({ color: shared.colours.edge, transparent: true, opacity: 0.45 }),
    );
    const { colours, resolution } = shared;
    const open = statics.elementSize === 3;
    this.outline = new Mesh(this.geometry, createOutlineMaterial(colours.accent, 1.5, 1, resolution, open));
    this.hoverOutline = new Mesh(this.geometry, createOutlineMaterial(colours.hover, 1, 0.55, resolution, open));
    for (const line of [this.outline, this.hoverOutline]) {
      line.renderOrder = 1;
      Object.assign(line.material, { stencilRef: 1, stencilFunc: NotEqualStencilFunc });
    }
    Object.assign(this.material, { stencilRef: 1, stencilZPass: ReplaceStencilOp });
    this.ghost = new Mesh(this.geometry, createGhostMaterial(colours.ghost));
    this.ghost.renderOrder = 10;
    for (const part of [this.surface, this.edges, this.outline, this.hoverOutline, this.ghost]) {
      part.frustumCulled = false;
      this.object.add(part);
    }
  }

  /** True where elements are drawn in place of the surface. */
  get showsElements(): boolean {
    const { style } = this;
    if (style === undefined || style.isolating) return false;
    return style.mode === 'tets' || style.mode === 'cut';
  }

  /** The plane beyond which nothing is drawn. */
  get cutPlane(): Vector4 | undefined {
    return this.style?.mode === 'cut' ? this.style.cutPlane : undefined;
  }

  /** What it looks as if it were made of. */
  setLook({ colour, surface, roughness }: StreamLook): void {
    this.colour.set(colour);
    this.material.color.copy(this.colour);
    this.setJelly(surface === 'jelly');
    setFinish(
      this.finish,
      finishOf(surface ?? (this.statics.elementSize === 3 ? 'cloth' : 'clay'), this.colour, roughness),
    );
    if (this.style !== undefined) this.setStyle(this.style);
  }

  /** Drawn after what is opaque: it shows what is behind it. */
  get showsBehind(): boolean {
    return this.isJelly && this.object.visible && this.material.colorWrite;
  }

  readonly unbounded = false;

  get isSeen(): boolean {
    return this.object.visible;
  }

  setFieldAmount(amount: number): void {
    this.field.fieldAmount.value = this.shown?.colour === undefined ? 0 : amount;
  }

  private setJelly(wanted: boolean): void {
    const { jelly, sight } = this;
    if (jelly === undefined || sight === undefined || wanted === this.isJelly) return;
    this.isJelly = wanted;
    const size = boxOf(this.statics.surface.restPositions).getSize(new Vector3()).length();
    jelly.scatterDepth.value = wanted ? SCATTER * size : 0;
    for (const part of [this.surface, this.outline, this.hoverOutline, this.edges]) {
      part.layers.disable(wanted ? 0 : JELLY_LAYER);
      part.layers.enable(wanted ? JELLY_LAYER : 0);
    }
    this.surface.onBeforeRender = wanted
      ? (gl, scene, camera) => this.measureSight(gl, scene, camera)
      : () => undefined;
  }

  /** Finds out how far the sight runs in the body, before it is drawn. */
  private measureSight(gl: WebGLRenderer, scene: Scene, camera: Camera): void {
    if (scene.overrideMaterial !== null || this.field.fieldAmount.value > 0.5) return;
    boxOf(this.volumePositions).getCenter(this.sight!.middle).applyMatrix4(this.object.matrixWorld);
    this.sight!.update(gl, camera, false, this.surface.matrixWorld);
  }

  /** Writes a frame, or the shape at rest, into the buffers. */
  show(frame: Pick<DisplayFrame, 'streams'> | undefined): void {
    this.write(streamAt(frame, this.statics));
  }

  /** Writes the mesh as it is given. */
  write(body: DisplayMesh | undefined): void {
    const { surface, restVolume } = this.statics;
    this.shown = body;
    this.positions = body?.positions ?? surface.restPositions;
    this.volumePositions = body?.volumePositions ?? restVolume;
    this.elementValues = body?.colour?.elements;
    write(this.position, this.positions);
    write(this.normal, body?.normals ?? surface.restNormals);
    if (this.hullNormal !== this.normal) write(this.hullNormal, body?.hullNormals ?? surface.restHullNormals);
    if (body?.colour !== undefined) write(this.numbers, body.colour.surface);
    this.writeVolume();
    this.version++;
  }

  setStyle(style: StreamStyle): void {
    this.style = style;
    const { mode, isolating: ghost, cutStyle } = style;
    const cut = mode === 'cut' && !ghost;
    const planar = cut && cutStyle === 'planar';
    const whole = mode === 'shaded' || mode === 'wire' || planar;
    this.object.visible = style.visible;
    this.showParts({
      elements: (mode === 'tets' || (cut && !planar)) && !ghost,
      slice: planar && this.statics.elementSize !== 3,
      points: mode === 'points' && !ghost,
    });
    // The surface always casts the shadow, also where something else is drawn in its place.
    this.material.colorWrite = whole && !ghost;
    this.material.depthWrite = whole && !ghost;
    setCasts(this.surface, !ghost);
    this.maskOutlines(style.outline !== 'none');
    this.edges.visible = mode === 'wire' && !ghost;
    // Cloth lies so close on what it covers that it may step back for its own edges alone.
    if (this.statics.elementSize === 3) this.material.polygonOffset = mode === 'wire';
    this.ghost.visible = ghost || cut;
    this.outline.visible = style.outline === 'selected' && !ghost && !cut;
    this.hoverOutline.visible = style.outline === 'hovered' && !ghost && !cut;
    const { cutPlane } = style;
    this.cutSide.normal.set(cutPlane.x, cutPlane.y, cutPlane.z);
    this.cutSide.constant = -cutPlane.w;
    this.keptSide.copy(this.cutSide).negate();
    this.material.clippingPlanes = planar ? [this.keptSide] : null;
    (this.ghost.material as { clippingPlanes: Plane[] | null }).clippingPlanes = cut ? [this.cutSide] : null;
    this.elements?.setLook({ shrink: mode === 'tets' ? SHRINK : 0, cut: cut ? cutPlane : undefined }, this.colour);
    this.slice?.setPlane(cutPlane);
    this.points?.setColour(this.colour);
  }

  /** World box of what is drawn. */
  box(): Box3 {
    return boxOf(this.volumePositions).applyMatrix4(this.object.matrixWorld);
  }

  dispose(): void {
    this.geometry.dispose();
    this.edgeGeometry.dispose();
    for (const part of [this.surface, this.edges, this.outline, this.hoverOutline, this.ghost]) {
      (part.material as { dispose(): void }).dispose();
    }
    this.elements?.dispose();
    this.slice?.dispose();
    this.points?.dispose();
    this.volume?.dispose();
    this.sight?.dispose();
  }

  /** Outlines are kept out of the surface by the stencil: parts that are crumpled or inside out would be filled by theirs. */
  private maskOutlines(masked: boolean): void {
    this.material.stencilWrite = masked;
    for (const { material } of [this.outline, this.hoverOutline]) (material as Material).stencilWrite = masked;
  }

  /** Parts that few look at are made when first asked for. */
  private showParts(wanted: { elements: boolean; slice: boolean; points: boolean }): void {
    const { statics, shared } = this;
    let made = false;
    if ((wanted.elements || wanted.slice) && this.volume === undefined) {
      this.volume = createVolumeTexture(statics.restVolume.length / 3);
      made = true;
    }
    if (wanted.elements && this.elements === undefined) {
      this.elements = new ElementsView(statics, this.volume!, { ...shared, field: this.field });
      this.object.add(this.elements.object);
      made = true;
    }
    if (wanted.slice && this.slice === undefined) {
      this.slice = new SliceView(statics, this.volume!, this.field, shared.colours);
      this.object.add(this.slice.object);
      made = true;
    }
    if (wanted.points && this.points === undefined) {
      const material = createPointMaterial(this.field, this.colour, 3.5 * shared.pixelRatio);
      this.points = new PointCloud(material);
      this.object.add(this.points.object);
      made = true;
    }
    if (this.elements !== undefined) this.elements.object.visible = wanted.elements;
    if (this.slice !== undefined) this.slice.object.visible = wanted.slice;
    if (this.points !== undefined) this.points.object.visible = wanted.points;
    if (made) this.writeVolume();
  }

  private writeVolume(): void {
    const colour = this.shown?.colour;
    if (this.volume !== undefined) writeVolumeTexture(this.volume, this.volumePositions);
    this.points?.setPositions(this.volumePositions);
    if (colour === undefined) return;
    this.elements?.setValues(colour.elements);
    this.slice?.setValues(colour.elements);
    this.points?.setValues(colour.vertices);
  }
}

function write(attribute: BufferAttribute, values: Float32Array): void {
  (attribute.array as Float32Array).set(values);
  attribute.needsUpdate = true;
}
