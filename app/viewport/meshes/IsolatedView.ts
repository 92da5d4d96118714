import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Vector3,
} from 'three';
import type { MeshStatics } from '../../state/DisplayStatics.ts';
import { facesOf } from './elementFaces.ts';
import { elementNeighbours } from './elementNeighbours.ts';

/** How opaque the element itself, those that share a face with it and those that share an edge are. */
const OPACITY = { own: 1, face: 0.16, edge: 0.05 };
const EDGE_OPACITY = { own: 1, face: 0.5, edge: 0.16 };

interface Layer {
  readonly elements: readonly number[];
  readonly faces: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly edges: LineSegments<BufferGeometry, LineBasicMaterial>;
}

/** One element of a body with its neighbours, drawn on top of everything so that it is found at once. */
export class IsolatedView {
  readonly object = new Group();
  /** Elements that are drawn: the one and its neighbours. */
  readonly count: number;
  private readonly statics: MeshStatics;
  private readonly layers: readonly Layer[];

  constructor(statics: MeshStatics, element: number, colour: Color, edgeColour: Color) {
    this.statics = statics;
    const { face, edge } = elementNeighbours(statics.elementSize, statics.elements, element);
    const warm = colour.clone().lerp(new Color(1, 1, 1), 0.45);
    this.layers = [
      this.createLayer(edge, warm, OPACITY.edge, EDGE_OPACITY.edge, edgeColour, 20),
      this.createLayer(face, warm, OPACITY.face, EDGE_OPACITY.face, edgeColour, 21),
      this.createLayer([element], colour, OPACITY.own, EDGE_OPACITY.own, edgeColour, 22),
    ];
    this.count = 1 + face.length + edge.length;
  }

  /** Positions of the volume's vertices, m. */
  setPositions(positions: Float32Array): void {
    for (const layer of this.layers) this.writeLayer(layer, positions);
  }

  /** Box of the element and its neighbours; of the element alone where it has none. */
  box(): Box3 {
    const box = new Box3();
    for (const { faces } of this.layers) {
      const { array, count } = faces.geometry.getAttribute('position');
      for (let k = 0; k < count; k++) box.expandByPoint(new Vector3().fromArray(array, 3 * k));
    }
    return box;
  }

  /** Room to leave around it, m. */
  reach(): number {
    return 2 * this.box().getSize(new Vector3()).length();
  }

  dispose(): void {
    for (const { faces, edges } of this.layers) {
      for (const part of [faces, edges]) {
        part.geometry.dispose();
        part.material.dispose();
      }
    }
  }

  private createLayer(
    elements: readonly number[],
    colour: Color,
    opacity: number,
    edgeOpacity: number,
    edgeColour: Color,
    order: number,
  ): Layer {
    const shapes = facesOf(this.statics.elementSize);
    const triangles = shapes.reduce((sum, corners) => sum + corners.length - 2, 0);
    const sides = shapes.reduce((sum, corners) => sum + corners.length, 0);
    const geometry = (vertices: number): BufferGeometry => {
      const made = new BufferGeometry();
      made.setAttribute('position', new BufferAttribute(new Float32Array(3 * vertices), 3));
      return made;
    };
    const faces = new Mesh(
      geometry(3 * triangles * elements.length),
      new MeshBasicMaterial({
        color: colour,
        opacity,
        transparent: true,
        side: DoubleSide,
        depthTest: false,
        depthWrite: false,
      }),
    );
    const edges = new LineSegments(
      geometry(2 * sides * elements.length),
      new LineBasicMaterial({ color: edgeColour, opacity: edgeOpacity, transparent: true, depthTest: false }),
    );
    faces.renderOrder = order;
    edges.renderOrder = order + 10;
    faces.frustumCulled = false;
    edges.frustumCulled = false;
    this.object.add(faces, edges);
    return { elements, faces, edges };
  }

  private writeLayer({ elements, faces, edges }: Layer, positions: Float32Array): void {
    const { elementSize, elements: corners } = this.statics;
    const faceOut = faces.geometry.getAttribute('position');
    const edgeOut = edges.geometry.getAttribute('position');
    let face = 0;
    let edge = 0;
    const write = (out: typeof faceOut, at: number, element: number, corner: number): void => {
      const from = 3 * corners[elementSize * element + corner];
      out.setXYZ(at, positions[from], positions[from + 1], positions[from + 2]);
    };
    for (const element of elements) {
      for (const shape of facesOf(elementSize)) {
        for (let k = 1; k + 1 < shape.length; k++) {
          for (const corner of [shape[0], shape[k], shape[k + 1]]) write(faceOut, face++, element, corner);
        }
        shape.forEach((corner, k) => {
          write(edgeOut, edge++, element, corner);
          write(edgeOut, edge++, element, shape[(k + 1) % shape.length]);
        });
      }
    }
    faceOut.needsUpdate = true;
    edgeOut.needsUpdate = true;
  }
}
