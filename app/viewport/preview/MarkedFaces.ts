import { BufferAttribute, BufferGeometry, Group, Mesh, MeshBasicMaterial, type Color } from 'three';
import type { TransformStatics } from '../../state/DisplayStatics.ts';

/** How much of marked faces shines through what stands before them. */
const HIDDEN_OPACITY = 0.35;

/** Triangles drawn over a shape in one colour; those that are hidden shine through. */
export class MarkedFaces {
  readonly object = new Group();
  private readonly geometry = new BufferGeometry();
  private readonly shown: MeshBasicMaterial;
  private readonly hidden: MeshBasicMaterial;

  constructor({ positions, triangles }: TransformStatics, faces: Uint32Array, colour: Color) {
    const index = new Uint32Array(3 * faces.length);
    faces.forEach((face, k) => index.set(triangles.subarray(3 * face, 3 * face + 3), 3 * k));
    this.geometry.setIndex(new BufferAttribute(index, 1));
    this.geometry.setAttribute('position', new BufferAttribute(positions, 3));
    const offset = { polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2, side: 2 } as const;
    this.shown = new MeshBasicMaterial({ color: colour, ...offset });
    this.hidden = new MeshBasicMaterial({
      color: colour,
      transparent: true,
      opacity: HIDDEN_OPACITY,
      depthTest: false,
      side: 2,
    });
    for (const [material, order] of [
      [this.hidden, 20],
      [this.shown, 21],
    ] as const) {
      const mesh = new Mesh(this.geometry, material);
      mesh.frustumCulled = false;
      mesh.renderOrder = order;
      this.object.add(mesh);
    }
  }

  dispose(): void {
    this.geometry.dispose();
    this.shown.dispose();
    this.hidden.dispose();
  }
}
