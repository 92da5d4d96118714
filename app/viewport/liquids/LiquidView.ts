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
import type { DisplayLiquid, DisplayParticles } from '../../client/frames/DisplayLiquid.ts';
import { LIQUID_LAYER } from '../engine/casters.ts';
import { writeGrowing } from '../engine/growingAttribute.ts';
import { createOutlineMaterial } from '../engine/outlineMaterial.ts';
import type { SharedLook } from '../engine/SharedLook.ts';
import { createPointMaterial, PointsView } from '../solids/PointsView.ts';
import { boxOf } from '../solids/SolidView.ts';
import { createDropMaterial } from './dropMaterial.ts';
import { FarSide } from './FarSide.ts';
import { TankView } from './TankView.ts';
import { createWaterMaterial } from './waterMaterial.ts';

export interface LiquidStyle {
  /** Particles in place of the skin. */
  readonly particles: boolean;
  readonly visible: boolean;
  readonly outline: 'none' | 'hovered' | 'selected';
  /** n.x = d of the cut-away: what lies on the positive side is left out. Undefined: the whole is shown. */
  readonly cutPlane: Vector4 | undefined;
}

/** Size of particles as they are drawn, CSS pixels. */
const PARTICLE_SIZE = 3;
/** Diameter of the spray around a skin, in cells, and how far its colour is on the way to white: drops scatter the light. */
const DROP_SIZE = 0.22;
const DROP_WHITENESS = 0.75;
const WHITE = new Color(1, 1, 1);
/** Least part of a colour that is left after a box of clear water, and what is lost of all colours alike there, as an exponent. */
const LEAST_TINT = 0.1;
const GREY_LOSS = 0.18;
/** Thickness of the film of air between skin and bodies, in cells. */
const FILM = 1.3;
/** Light that a deep body sends back, as a share of its colour. */
const SCATTER = 0.2;

/** A liquid: its skin with the spray around it, or its particles. All have other numbers of vertices in every frame; buffers stay while they are long enough. */
export class LiquidView {
  readonly object = new Group();
  readonly skin: Mesh;
  /** Counts what was written, for those who keep something made from it. */
  version = 0;
  private readonly shared: SharedLook;
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
  readonly tank = new TankView();
  private readonly outline: Mesh;
  private readonly hoverOutline: Mesh;
  private readonly colour = new Color();
  private readonly dropColour = new Color();
  private readonly keptSide = new Plane();
  private readonly reach = new Sphere();
  private size = 0;
  private turbidity = 1;
  private points: PointsView | undefined;
  private drops: PointsView | undefined;
  /** m. */
  private readonly dropSize = { value: 0 };
  /** What the buffers of points or drops hold. */
  private written: DisplayParticles | undefined;
  private shown: DisplayLiquid | undefined;
  private style: LiquidStyle = { particles: false, visible: true, outline: 'none', cutPlane: undefined };

  constructor(shared: SharedLook) {
    this.shared = shared;
    this.farSide = new FarSide(this.geometry, shared.behind);
    this.material = createWaterMaterial(shared, { ...this.farSide.uniforms, ...this.water });
    this.skin = new Mesh(this.geometry, this.material);
    this.skin.onBeforeRender = (gl, scene, camera) => this.lookThrough(gl, scene, camera);
    const { colours, resolution } = shared;
    this.outline = new Mesh(this.geometry, createOutlineMaterial(colours.accent, 1.5, 1, resolution));
    this.hoverOutline = new Mesh(this.geometry, createOutlineMaterial(colours.hover, 1, 0.55, resolution));
    for (const part of [this.skin, this.outline, this.hoverOutline]) {
      part.frustumCulled = false;
      part.layers.set(LIQUID_LAYER);
      this.object.add(part);
    }
    this.object.add(this.tank.object);
    // Over what it covers, under what is drawn over everything.
    this.skin.renderOrder = 5;
  }

  setColour(colour: string): void {
    this.colour.set(colour);
    this.material.color.copy(this.colour);
    this.dropColour.copy(this.colour).lerp(WHITE, DROP_WHITENESS);
    this.setDepthColours();
  }

  /** Writes a frame into the buffers; nothing is drawn without one. */
  show(liquid: DisplayLiquid | undefined): void {
    this.shown = liquid;
    const skin = liquid?.surface;
    this.geometry.setDrawRange(0, skin?.triangles.length ?? 0);
    if (skin !== undefined) {
      // By which bodies are sorted; three's own way through the vertices takes 3 ms for 100 000 triangles.
      this.geometry.boundingSphere = this.box().getBoundingSphere(this.reach);
      this.write('position', skin.positions, 3);
      this.write('normal', skin.normals, 3);
      this.write('field', skin.speeds, 1);
      this.write('foam', skin.foam, 1);
      this.writeIndex(skin.triangles);
      this.geometry.setAttribute('hullNormal', this.geometry.getAttribute('normal'));
    }
    this.version++;
    this.setStyle(this.style);
  }

  setStyle(style: LiquidStyle): void {
    this.style = style;
    const skin = this.shown?.surface !== undefined && !style.particles;
    this.object.visible = style.visible && (this.shown !== undefined || this.tank.object.visible);
    this.skin.visible = skin;
    this.showPoints(skin);
    this.cut(style.cutPlane);
    this.outline.visible = skin && style.outline === 'selected';
    this.hoverOutline.visible = skin && style.outline === 'hovered';
  }

  /** All particles, or around the skin those that fly apart from it. */
  private showPoints(skin: boolean): void {
    const points = this.showParticles(skin ? undefined : this.shown?.particles);
    const drops = this.showDrops(skin ? this.shown?.spray : undefined);
    const shown = skin ? this.shown?.spray : this.shown?.particles;
    const view = skin ? drops : points;
    if (shown === undefined || view === undefined || this.written === shown) return;
    this.written = shown;
    view.setPositions(shown.positions);
    view.setValues(shown.speeds);
  }

  private showParticles(shown: DisplayParticles | undefined): PointsView | undefined {
    if (shown !== undefined && this.points === undefined) {
      const { field, pixelRatio } = this.shared;
      this.points = this.add(new PointsView(createPointMaterial(field, this.colour, PARTICLE_SIZE * pixelRatio)));
    }
    if (this.points !== undefined) this.points.object.visible = shown !== undefined;
    return this.points;
  }

  private showDrops(shown: DisplayParticles | undefined): PointsView | undefined {
    if (shown !== undefined && this.drops === undefined) {
      this.drops = this.add(new PointsView(createDropMaterial(this.shared, this.dropColour, this.dropSize)));
    }
    if (this.drops !== undefined) this.drops.object.visible = shown !== undefined;
    return this.drops;
  }

  private add(points: PointsView): PointsView {
    points.object.layers.set(LIQUID_LAYER);
    this.object.add(points.object);
    return points;
  }

  /** World box of what is drawn; empty where nothing is. */
  box(): Box3 {
    const { shown } = this;
    if (shown === undefined) return new Box3();
    const bounds = shown.surface?.bounds;
    if (bounds === undefined) return boxOf(shown.particles.positions);
    return new Box3(new Vector3().fromArray(bounds), new Vector3().fromArray(bounds, 3));
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
    this.farSide.dispose();
    for (const part of [this.outline, this.hoverOutline]) (part.material as { dispose(): void }).dispose();
    this.points?.dispose();
    this.drops?.dispose();
    this.tank.dispose();
  }

  /** Edge of a cube as large as the liquid's box and of its cells, m, and how fast its depth takes light away: 1 as clear water in a box of this size does. */
  setSize(size: number, cellSize: number, turbidity: number): void {
    this.size = size;
    this.farSide.film.value = FILM * cellSize;
    this.water.film.value = FILM * cellSize;
    this.dropSize.value = DROP_SIZE * cellSize;
    this.turbidity = turbidity;
    this.setDepthColours();
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
    if (scene.overrideMaterial !== null || this.water.extent.value === 0 || this.shared.field.fieldAmount.value > 0.5)
      return;
    this.farSide.update(gl, camera);
  }

  /** Leaves out what lies beyond a plane; the inside of the skin is seen then. */
  private cut(plane: Vector4 | undefined): void {
    if (plane !== undefined) this.keptSide.normal.set(-plane.x, -plane.y, -plane.z);
    this.keptSide.constant = plane?.w ?? 0;
    // What is cut open has no far side.
    this.water.extent.value = plane === undefined ? this.size : 0;
    const planes = plane === undefined ? null : [this.keptSide];
    for (const part of [this.skin, this.outline, this.hoverOutline])
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

  private writeIndex(triangles: Uint32Array): void {
    this.geometry.setIndex(writeGrowing(this.geometry.index, triangles, 1));
  }
}
