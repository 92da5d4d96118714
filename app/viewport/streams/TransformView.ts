import type { Box3 } from 'three';
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Matrix4,
  Mesh,
  Quaternion,
  type MeshLambertMaterial,
  type Color,
  type Vector3,
} from 'three';
import { streamAt, type DisplayFrame } from '../../client/frames/DisplayFrame.ts';
import type { TransformStatics } from '../../state/DisplayStatics.ts';
import { CASTER_LAYER, setCasts } from '../engine/casters.ts';
import { finishOf } from '../engine/finishes.ts';
import { createOutlineMaterial } from '../engine/outlineMaterial.ts';
import { createFinish, createSurfaceMaterial, setFinish } from '../engine/surfaceMaterial.ts';
import type { SharedLook } from '../engine/SharedLook.ts';
import { boxOf } from './boxOf.ts';
import type { StreamLook } from '../../entities/ViewportKind.ts';
import type { StreamStyle, StreamView } from './StreamView.ts';

const FADED_OPACITY = 0.3;
const CLEAR_OPACITY = 0.12;
const GLASS_OPACITY = 0.22;
const CHOSEN_GLASS_OPACITY = 0.5;
const PLANE_DARKNESS = 0.88;

/** Triangles in a pose. */
export class TransformView implements StreamView {
  readonly type = 'transform';
  readonly object = new Group();
  readonly statics: TransformStatics;
  readonly surface: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly geometry = new BufferGeometry();
  private readonly outline: Mesh;
  private readonly hoverOutline: Mesh;
  private readonly localBox: Box3;
  private readonly ground: Color;
  private readonly finish = createFinish();
  private readonly posed = new Matrix4();
  private readonly turn = new Quaternion();
  /** The pose that a frame has; undefined where the document places it. */
  pose: Matrix4 | undefined;
  /** The triangles never change. */
  readonly version = 0;
  readonly showsBehind = false;
  /** The viewer stands in what the plane fills, or under it: it would hide all that lies on it, or be a black sky. */
  private clear = false;
  private faded = false;
  private glass = false;
  private chosen = false;

  constructor(statics: TransformStatics, { colours, resolution, lighting }: SharedLook) {
    this.statics = statics;
    this.geometry.setIndex(new BufferAttribute(statics.triangles, 1));
    this.geometry.setAttribute('position', new BufferAttribute(statics.positions, 3));
    this.geometry.setAttribute('normal', new BufferAttribute(statics.normals, 3));
    this.geometry.setAttribute('hullNormal', new BufferAttribute(statics.hullNormals, 3));
    this.surface = new Mesh(this.geometry, createSurfaceMaterial(lighting, this.finish));
    this.surface.layers.enable(CASTER_LAYER);
    this.outline = new Mesh(this.geometry, createOutlineMaterial(colours.accent, 1.5, 1, resolution));
    this.hoverOutline = new Mesh(this.geometry, createOutlineMaterial(colours.hover, 1, 0.55, resolution));
    this.object.add(this.surface, this.outline, this.hoverOutline);
    this.ground = colours.litGround;
    this.localBox = boxOf(statics.positions);
  }

  /** What is simulated stands where the frame has it, and everything else where the document now places it. */
  show(frame: Pick<DisplayFrame, 'streams'> | undefined): void {
    const shown = this.statics.purpose === 'result' ? streamAt(frame, this.statics) : undefined;
    this.pose = shown && this.posed.makeRotationFromQuaternion(this.turn.fromArray(shown.rotation));
    if (shown !== undefined) this.posed.setPosition(shown.translation[0], shown.translation[1], shown.translation[2]);
  }

  /** What has no end is large: it is drawn nearly as dark as the ground. */
  setLook({ colour, surface = 'plaster', roughness }: StreamLook): void {
    const { color } = this.surface.material;
    color.set(colour);
    setFinish(this.finish, finishOf(surface, color, roughness));
    if (this.unbounded) color.lerp(this.ground, PLANE_DARKNESS);
  }

  setStyle({ visible, outline, isolating, isGround }: StreamStyle): void {
    this.object.visible = visible;
    this.surface.visible = !isGround;
    this.glass = this.statics.purpose === 'guide';
    // Around glass an outline would be seen through it.
    this.outline.visible = outline === 'selected' && !isGround && !this.glass;
    this.hoverOutline.visible = outline === 'hovered' && !isGround && !this.glass;
    this.chosen = outline !== 'none';
    this.faded = isolating;
    this.fade();
  }

  /** Follows the viewer, world position: a plane is glass from behind, and where it faces down. */
  seenFrom(position: Vector3): void {
    const local = this.object.worldToLocal(position.clone());
    const facesDown = this.object.matrixWorld.elements[5] < 0;
    const clear = this.unbounded && (local.y < 0 || facesDown);
    if (clear === this.clear) return;
    this.clear = clear;
    this.fade();
  }

  private fade(): void {
    const { material } = this.surface;
    const faded = this.faded || this.clear || this.glass;
    if (material.transparent !== faded) {
      material.transparent = faded;
      material.needsUpdate = true;
    }
    material.opacity = this.opacity();
    material.depthWrite = !faded;
    // A plane has no end: it would shade the whole shot.
    setCasts(this.surface, !faded && !this.unbounded);
  }

  private opacity(): number {
    if (this.clear) return CLEAR_OPACITY;
    if (this.glass) return this.chosen ? CHOSEN_GLASS_OPACITY : GLASS_OPACITY;
    return this.faded ? FADED_OPACITY : 1;
  }

  /** A half space is seen from one side only. */
  get unbounded(): boolean {
    return this.statics.unbounded;
  }

  get isSeen(): boolean {
    return this.object.visible && this.surface.visible;
  }

  /** World box of what is drawn. */
  box(): Box3 {
    return this.localBox.clone().applyMatrix4(this.object.matrixWorld);
  }

  dispose(): void {
    this.geometry.dispose();
    this.surface.material.dispose();
    for (const part of [this.outline, this.hoverOutline]) (part.material as { dispose(): void }).dispose();
  }
}
