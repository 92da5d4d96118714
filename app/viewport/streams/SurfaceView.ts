import {
  Box3,
  type BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  FrontSide,
  Group,
  Mesh,
  Plane,
  Sphere,
  Vector3,
  type Camera,
  type Material,
  type Scene,
  type Vector4,
  type WebGLRenderer,
} from 'three';
import type { ExtractedSurface } from '../../client/frames/DisplayFrame.ts';
import { LIQUID_LAYER } from '../engine/casters.ts';
import { ownField, type FieldUniforms } from '../engine/fieldMaterial.ts';
import { writeGrowing } from '../engine/growingAttribute.ts';
import { createOutlineMaterial } from '../engine/outlineMaterial.ts';
import type { SharedLook } from '../engine/SharedLook.ts';
import { FarSide } from '../liquids/FarSide.ts';
import { createWaterMaterial } from '../liquids/waterMaterial.ts';
import type { StreamLook } from '../../entities/ViewportKind.ts';
import type { StreamStyle } from './StreamView.ts';

/** Least part of a colour that is left after a box of clear water, and what is lost of all colours alike there, as an exponent. */
const LEAST_TINT = 0.1;
const GREY_LOSS = 0.18;
/** Thickness of the film of air between surface and bodies, in cells. */
const FILM = 1.3;
/** Light that a deep body sends back, as a share of its colour. */
const SCATTER = 0.2;

/** The surface that was extracted from points or from a level set, as clear water. It has another number of vertices in every frame; buffers stay while they are long enough. */
export class SurfaceView {
  readonly object = new Group();
  readonly mesh: Mesh;
  private readonly field: FieldUniforms;
  private readonly geometry = new BufferGeometry();
  private readonly material;
  private readonly farSide: FarSide;
  /** See `WaterUniforms`. */
  private readonly water = {
    extent: { value: 0 },
    film: { value: 0 },
    absorption: { value: new Color() },
    scatter: { value: new Color() },
  };
  private readonly outline: Mesh;
  private readonly hoverOutline: Mesh;
  private readonly colour = new Color();
  private readonly keptSide = new Plane();
  private readonly reach = new Sphere();
  private size = 0;
  private turbidity = 1;
  private shown: ExtractedSurface | undefined;

  constructor(shared: SharedLook) {
    this.field = ownField(shared.field);
    this.farSide = new FarSide(this.geometry, shared.behind);
    this.material = createWaterMaterial({ ...shared, field: this.field }, { ...this.farSide.uniforms, ...this.water });
    this.mesh = new Mesh(this.geometry, this.material);
    this.mesh.onBeforeRender = (gl, scene, camera) => this.lookThrough(gl, scene, camera);
    const { colours, resolution } = shared;
    this.outline = new Mesh(this.geometry, createOutlineMaterial(colours.accent, 1.5, 1, resolution));
    this.hoverOutline = new Mesh(this.geometry, createOutlineMaterial(colours.hover, 1, 0.55, resolution));
    for (const part of [this.mesh, this.outline, this.hoverOutline]) {
      part.frustumCulled = false;
      part.layers.set(LIQUID_LAYER);
      this.object.add(part);
    }
    // Over what it covers, under what is drawn over everything.
    this.mesh.renderOrder = 5;
  }

  /** There is a surface to be drawn. */
  get isThere(): boolean {
    return this.shown !== undefined;
  }

  /** Its vertices have numbers for the colour map. */
  get hasNumbers(): boolean {
    return this.shown?.values !== undefined;
  }

  /** Writes a surface into the buffers; nothing is drawn without one. */
  show(surface: ExtractedSurface | undefined): void {
    this.shown = surface;
    this.geometry.setDrawRange(0, surface?.triangles.length ?? 0);
    if (surface === undefined) return;
    // By which meshes are sorted; three's own way through the vertices takes 3 ms for 100 000 triangles.
    this.geometry.boundingSphere = this.box().getBoundingSphere(this.reach);
    this.write('position', surface.positions, 3);
    this.write('normal', surface.normals, 3);
    if (surface.values !== undefined) this.write('field', surface.values, 1);
    this.write('foam', surface.foam, 1);
    this.geometry.setIndex(writeGrowing(this.geometry.index, surface.triangles, 1));
    this.geometry.setAttribute('hullNormal', this.geometry.getAttribute('normal'));
  }

  setLook({ colour, water }: StreamLook): void {
    this.colour.set(colour);
    this.material.color.copy(this.colour);
    this.size = water?.size ?? 0;
    this.turbidity = water?.turbidity ?? 1;
    const film = FILM * (water?.cellSize ?? 0);
    this.farSide.film.value = film;
    this.water.film.value = film;
    this.setDepthColours();
  }

  setStyle(isSeen: boolean, { outline, mode, isolating, cutPlane }: StreamStyle): void {
    const seen = isSeen && this.isThere;
    this.mesh.visible = seen;
    this.outline.visible = seen && outline === 'selected';
    this.hoverOutline.visible = seen && outline === 'hovered';
    this.cut(mode === 'cut' && !isolating ? cutPlane : undefined);
  }

  setFieldAmount(amount: number): void {
    this.field.fieldAmount.value = this.hasNumbers ? amount : 0;
  }

  /** World box; empty where there is no surface. */
  box(): Box3 {
    const bounds = this.shown?.bounds;
    if (bounds === undefined) return new Box3();
    return new Box3(new Vector3().fromArray(bounds), new Vector3().fromArray(bounds, 3));
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
    this.farSide.dispose();
    for (const part of [this.outline, this.hoverOutline]) (part.material as { dispose(): void }).dispose();
  }

  /** A box of the liquid leaves of white light what its colour is made of. */
  private setDepthColours(): void {
    const { r, g, b } = this.colour;
    const largest = Math.max(r, g, b, 1e-3);
    const loss = (part: number): number =>
      (this.turbidity * (GREY_LOSS - Math.log(Math.max(part / largest, LEAST_TINT)))) / Math.max(this.size, 1e-6);
    this.water.absorption.value.setRGB(loss(r), loss(g), loss(b));
    this.water.scatter.value.copy(this.colour).multiplyScalar(SCATTER);
  }

  /** Finds out where the sight leaves the liquid, before it is drawn. */
  private lookThrough(gl: WebGLRenderer, scene: Scene, camera: Camera): void {
    if (scene.overrideMaterial !== null || this.water.extent.value === 0 || this.field.fieldAmount.value > 0.5) return;
    this.farSide.update(gl, camera);
  }

  /** Leaves out what lies beyond a plane; the inside of the surface is seen then. */
  private cut(plane: Vector4 | undefined): void {
    if (plane !== undefined) this.keptSide.normal.set(-plane.x, -plane.y, -plane.z);
    this.keptSide.constant = plane?.w ?? 0;
    // What is cut open has no far side.
    this.water.extent.value = plane === undefined ? this.size : 0;
    const planes = plane === undefined ? null : [this.keptSide];
    for (const part of [this.mesh, this.outline, this.hoverOutline])
      (part.material as Material).clippingPlanes = planes;
    const side = plane === undefined ? FrontSide : DoubleSide;
    if (this.material.side === side) return;
    this.material.side = side;
    this.material.needsUpdate = true;
  }

  private write(name: string, values: Float32Array, size: number): void {
    const last = this.geometry.getAttribute(name) as BufferAttribute | undefined;
    this.geometry.setAttribute(name, writeGrowing(last, values, size));
  }
}
