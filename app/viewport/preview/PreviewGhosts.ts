import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  Points,
  PointsMaterial,
  type Color,
  type Material,
} from 'three';
import type { ShapeMotion } from '../../state/viewStore.ts';
import { createGhostMaterial } from '../engine/ghostMaterial.ts';

/** Width of the dots of a path, px. */
const DOT = 3;
/** Render order: after everything solid. */
const ORDER = 12;

export interface GhostColours {
  readonly before: Color;
  readonly after: Color;
  readonly path: Color;
  readonly fast: Color;
}

/** A shape that moves at other times than the shown one, as glass, and the way of one of its points with a dot at each time. */
export class PreviewGhosts {
  readonly object = new Group();
  private readonly parts: { readonly geometry: BufferGeometry; readonly material: Material }[] = [];

  constructor({ ghosts, triangles, path }: ShapeMotion, colours: GhostColours, pixelRatio: number) {
    for (const { positions, when } of ghosts) {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(positions, 3));
      geometry.setIndex(new BufferAttribute(triangles, 1));
      geometry.computeVertexNormals();
      const material = createGhostMaterial(colours[when]);
      material.side = DoubleSide;
      this.add(new Mesh(geometry, material));
    }
    if (path !== undefined) this.addPath(path, colours, pixelRatio);
  }

  dispose(): void {
    for (const { geometry, material } of this.parts) {
      geometry.dispose();
      material.dispose();
    }
  }

  private addPath({ places, isFast }: NonNullable<ShapeMotion['path']>, colours: GhostColours, pixelRatio: number) {
    const count = places.length / 3;
    const colourAt = (k: number) => (isFast[k] === 1 ? colours.fast : colours.path).toArray();
    const dots = new BufferGeometry();
    dots.setAttribute('position', new BufferAttribute(places, 3));
    dots.setAttribute(
      'color',
      new BufferAttribute(
        Float32Array.from({ length: 3 * count }, (_, k) => colourAt(Math.floor(k / 3))[k % 3]),
        3,
      ),
    );
    this.add(
      new Points(
        dots,
        new PointsMaterial({
          size: DOT * pixelRatio,
          sizeAttenuation: false,
          vertexColors: true,
          transparent: true,
          depthTest: false,
        }),
      ),
    );
    const ends: number[] = [];
    const shades: number[] = [];
    for (let k = 1; k < count; k++) {
      ends.push(...places.subarray(3 * (k - 1), 3 * (k + 1)));
      shades.push(...colourAt(k), ...colourAt(k));
    }
    const lines = new BufferGeometry();
    lines.setAttribute('position', new BufferAttribute(Float32Array.from(ends), 3));
    lines.setAttribute('color', new BufferAttribute(Float32Array.from(shades), 3));
    this.add(
      new LineSegments(lines, new LineBasicMaterial({ vertexColors: true, transparent: true, depthTest: false })),
    );
  }

  private add(
    part: Mesh<BufferGeometry, Material> | Points<BufferGeometry, Material> | LineSegments<BufferGeometry, Material>,
  ): void {
    part.frustumCulled = false;
    part.renderOrder = ORDER + this.parts.length;
    this.parts.push(part);
    this.object.add(part);
  }
}
