import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  Mesh,
  Points,
  type Color,
  type Matrix4,
  type Vector3,
} from 'three';
import type { PaintedField } from '../../../src/scene/paintedField.ts';
import { BrushRing, type RingLook } from './BrushRing.ts';
import { LiveField } from './LiveField.ts';
import type { PaintColours } from './paintColours.ts';
import {
  createConstrainedMaterial,
  createPaintMaterial,
  NOT_HELD,
  paintUniforms,
  type PaintUniforms,
} from './paintMaterials.ts';
import type { SharedLook } from '../engine/SharedLook.ts';
import type { PaintShape } from './PaintShape.ts';

/** Diameter of a pinned vertex, CSS pixels. */
const DOT = 4;

interface Drawn {
  readonly field: LiveField;
  readonly attribute: BufferAttribute;
}

/** A body with what is painted on it, in its own frame: the surface as a map, the vertices that are pinned, the brush. Kept up to date dab by dab. */
export class PaintView {
  readonly object = new Group();
  readonly shape: PaintShape;
  private readonly uniforms: PaintUniforms;
  private readonly surface: Drawn;
  private readonly volume: Drawn;
  private readonly held: Points;
  private readonly rings: readonly [BrushRing, BrushRing];
  private readonly disposables: { dispose(): void }[];

  constructor(shape: PaintShape, colours: PaintColours, dot: Color, { lighting, pixelRatio }: SharedLook) {
    this.shape = shape;
    this.uniforms = paintUniforms(colours, pixelRatio);
    const { positions, normals, triangles } = shape.surface;
    const geometry = new BufferGeometry()
      .setAttribute('position', new BufferAttribute(positions, 3))
      .setAttribute('normal', new BufferAttribute(normals, 3))
      .setIndex(new BufferAttribute(triangles, 1));
    this.surface = drawnField(geometry, positions);
    const body = new Mesh(geometry, createPaintMaterial(this.uniforms, lighting, shape.twoSided));
    const points = new BufferGeometry().setAttribute('position', new BufferAttribute(shape.volume, 3));
    this.volume = drawnField(points, shape.volume);
    this.held = new Points(points, createConstrainedMaterial(this.uniforms, dot, DOT * pixelRatio));
    this.held.renderOrder = 31;
    this.rings = [new BrushRing(colours, pixelRatio), new BrushRing(colours, pixelRatio)];
    for (const part of [body, this.held]) {
      part.frustumCulled = false;
      this.object.add(part);
    }
    for (const ring of this.rings) this.object.add(ring.object);
    this.object.matrixAutoUpdate = false;
    this.disposables = [geometry, points, body.material, this.held.material as { dispose(): void }, ...this.rings];
  }

  /** Places the painted body. */
  place(matrix: Matrix4): void {
    this.object.matrix.copy(matrix);
    this.object.updateMatrixWorld(true);
  }

  /** Shows a field. `constrainedFrom`: value from which a vertex is pinned; undefined where none is. */
  show(field: PaintedField | number, constrainedFrom: number | undefined): void {
    this.uniforms.constrainedFrom.value = constrainedFrom ?? NOT_HELD;
    this.held.visible = constrainedFrom !== undefined;
    for (const drawn of this.drawn()) drawn.field.evaluate(field);
    this.upload();
  }

  begin(brush: Parameters<LiveField['begin']>[0]): void {
    for (const { field } of this.drawn()) field.begin(brush);
  }

  dab(x: number, y: number, z: number): void {
    for (const { field } of this.drawn()) field.dab(x, y, z);
  }

  end(): void {
    for (const { field } of this.drawn()) field.end();
  }

  /** The stroke under way was not meant. */
  cancel(): void {
    for (const { field } of this.drawn()) field.cancel();
    this.upload();
  }

  /** Hands what changed to the graphics. */
  upload(): void {
    for (const { field, attribute } of this.drawn()) {
      const changes = field.takeChanges();
      if (changes === undefined) continue;
      attribute.addUpdateRange(changes[0], changes[1] - changes[0] + 1);
      attribute.needsUpdate = true;
    }
  }

  /** Volume vertices that are pinned. */
  heldCount(): number {
    const { value } = this.uniforms.constrainedFrom;
    return this.volume.field.values.reduce((count, painted) => count + (painted >= value ? 1 : 0), 0);
  }

  /** The field where the surface is nearest to a point of it. */
  valueAt({ x, y, z }: Vector3): number | undefined {
    return this.surface.field.near(x, y, z, 2 * this.shape.longestEdge);
  }

  /** Lays the brush on the surface, and its likeness on the other side; takes it away where there is no place. */
  showBrush(place: { readonly point: Vector3; readonly normal: Vector3 } | undefined, look: RingLook): void {
    const [ring, mirrored] = this.rings;
    ring.show(place, look);
    if (place === undefined || !look.mirror) {
      mirrored.show(undefined, look);
      return;
    }
    const point = place.point.clone().setX(2 * this.shape.middle - place.point.x);
    const normal = place.normal.clone().setX(-place.normal.x);
    mirrored.show({ point, normal }, { ...look, strength: 0.5 });
  }

  dispose(): void {
    for (const one of this.disposables) one.dispose();
  }

  private drawn(): readonly Drawn[] {
    return this.held.visible ? [this.surface, this.volume] : [this.surface];
  }
}

function drawnField(geometry: BufferGeometry, points: Float32Array): Drawn {
  const field = new LiveField(points);
  const attribute = new BufferAttribute(field.values, 1).setUsage(DynamicDrawUsage);
  geometry.setAttribute('painted', attribute);
  return { field, attribute };
}
