import type { Box3 } from 'three';
import { BufferAttribute, BufferGeometry, Group, Mesh, MeshLambertMaterial, type Color, type Vector3 } from 'three';
import type { DisplayColliderStatics } from '../../client/frames/DisplayStatics.ts';
import { CASTER_LAYER } from '../engine/ContactShadow.ts';
import { createOutlineMaterial } from '../engine/outlineMaterial.ts';
import { addGloss } from '../engine/studio.ts';
import type { SharedLook } from '../engine/SharedLook.ts';
import { boxOf } from './SolidView.ts';

export interface ColliderStyle {
  readonly visible: boolean;
  readonly outline: 'none' | 'hovered' | 'selected';
  /** An element is isolated: things in front of it must not hide it. */
  readonly faded: boolean;
  /** It is a region, not a thing. */
  readonly glass: boolean;
  /** It lies in the ground, which is drawn in its place. */
  readonly isGround: boolean;
}

const FADED_OPACITY = 0.3;
const BEHIND_OPACITY = 0.12;
const GLASS_OPACITY = 0.22;
const CHOSEN_GLASS_OPACITY = 0.5;
const PLANE_DARKNESS = 0.88;

/** Painted, a little glossier than clay. */
const PAINTED = { strength: 0.9, blur: 0.16 };

function createColliderMaterial(): MeshLambertMaterial {
  const material = new MeshLambertMaterial();
  material.onBeforeCompile = (shader) => addGloss(shader, PAINTED);
  material.customProgramCacheKey = () => 'collider';
  return material;
}

/** A collider in its pose. */
export class ColliderView {
  readonly object = new Group();
  readonly statics: DisplayColliderStatics;
  readonly surface: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly geometry = new BufferGeometry();
  private readonly outline: Mesh;
  private readonly hoverOutline: Mesh;
  private readonly localBox: Box3;
  private readonly ground: Color;
  private plane = false;
  /** The viewer stands in what the plane fills: it would hide all that lies on it. */
  private fromBehind = false;
  private faded = false;
  private glass = false;
  private chosen = false;

  constructor(statics: DisplayColliderStatics, { colours, resolution }: SharedLook) {
    this.statics = statics;
    this.geometry.setIndex(new BufferAttribute(statics.triangles, 1));
    this.geometry.setAttribute('position', new BufferAttribute(statics.positions, 3));
    this.geometry.setAttribute('normal', new BufferAttribute(statics.normals, 3));
    this.geometry.setAttribute('hullNormal', new BufferAttribute(statics.hullNormals, 3));
    this.surface = new Mesh(this.geometry, createColliderMaterial());
    this.surface.castShadow = true;
    this.surface.receiveShadow = true;
    this.surface.layers.enable(CASTER_LAYER);
    this.outline = new Mesh(this.geometry, createOutlineMaterial(colours.accent, 1.5, 1, resolution));
    this.hoverOutline = new Mesh(this.geometry, createOutlineMaterial(colours.hover, 1, 0.55, resolution));
    this.object.add(this.surface, this.outline, this.hoverOutline);
    this.ground = colours.ground;
    this.localBox = boxOf(statics.positions);
  }

  /** A plane is large: it is drawn nearly as dark as the ground. */
  setColour(colour: Color, isPlane = false): void {
    this.plane = isPlane;
    this.surface.material.color.copy(colour);
    if (isPlane) this.surface.material.color.lerp(this.ground, PLANE_DARKNESS);
  }

  setStyle({ visible, outline, glass, faded, isGround }: ColliderStyle): void {
    this.object.visible = visible;
    this.surface.visible = !isGround;
    // Around glass an outline would be seen through it.
    this.outline.visible = outline === 'selected' && !isGround && !glass;
    this.hoverOutline.visible = outline === 'hovered' && !isGround && !glass;
    this.chosen = outline !== 'none';
    this.faded = faded;
    this.glass = glass;
    this.fade();
  }

  /** Follows the viewer, world position: a plane is glass from behind. */
  seenFrom(position: Vector3): void {
    const local = this.object.worldToLocal(position.clone());
    const fromBehind = this.plane && local.y < 0;
    if (fromBehind === this.fromBehind) return;
    this.fromBehind = fromBehind;
    this.fade();
  }

  private fade(): void {
    const { material } = this.surface;
    const faded = this.faded || this.fromBehind || this.glass;
    if (material.transparent !== faded) {
      material.transparent = faded;
      material.needsUpdate = true;
    }
    material.opacity = this.opacity();
    material.depthWrite = !faded;
    this.surface.castShadow = !faded;
  }

  private opacity(): number {
    if (this.fromBehind) return BEHIND_OPACITY;
    if (this.glass) return this.chosen ? CHOSEN_GLASS_OPACITY : GLASS_OPACITY;
    return this.faded ? FADED_OPACITY : 1;
  }

  /** It has no end: what is drawn of it says nothing about where the shot is. */
  get isPlane(): boolean {
    return this.plane;
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
