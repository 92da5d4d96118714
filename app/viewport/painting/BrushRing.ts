import { Mesh, PlaneGeometry, Vector3, type ShaderMaterial } from 'three';
import type { PaintColours } from './paintColours.ts';
import { createRingMaterial } from './paintMaterials.ts';

export interface RingLook {
  /** Radius in the frame that it lies in, m. */
  readonly radius: number;
  readonly hardness: number;
  /** Drawn with gaps. */
  readonly erase: boolean;
  readonly mirror: boolean;
  readonly strength: number;
}

/** Room beyond the radius for the line. */
const MARGIN = 1.25;
const DASHES = 24;
const AHEAD = new Vector3(0, 0, 1);

/** The brush as a ring on the surface. */
export class BrushRing {
  readonly object: Mesh<PlaneGeometry, ShaderMaterial>;

  constructor(colours: PaintColours, pixelRatio: number) {
    const plane = new PlaneGeometry(2 * MARGIN, 2 * MARGIN);
    this.object = new Mesh(plane, createRingMaterial(colours, pixelRatio));
    this.object.renderOrder = 40;
    this.object.frustumCulled = false;
    this.object.visible = false;
  }

  show(place: { readonly point: Vector3; readonly normal: Vector3 } | undefined, look: RingLook): void {
    const { object } = this;
    object.visible = place !== undefined;
    if (place === undefined) return;
    object.position.copy(place.point);
    object.quaternion.setFromUnitVectors(AHEAD, place.normal);
    object.scale.setScalar(look.radius);
    object.updateMatrixWorld();
    const { uniforms } = object.material;
    uniforms.hardness.value = look.hardness;
    uniforms.dashes.value = look.erase ? DASHES : 0;
    uniforms.strength.value = look.strength;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
