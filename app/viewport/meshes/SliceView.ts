import {
  BufferAttribute,
  DoubleSide,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  Vector4,
  type Color,
  type DataTexture,
} from 'three';
import { meshTetrahedra } from '../../../src/frames/derived/elementShapes.ts';
import type { MeshStatics } from '../../state/DisplayStatics.ts';
import { fieldColourChunk, type FieldUniforms } from '../engine/fieldMaterial.ts';
import { volumeVertexChunk } from './volumeTexture.ts';

const vertexShader = /* glsl */ `
attribute vec4 corners;
attribute float value;
attribute vec4 part;
uniform vec4 cutPlane;
varying float vField;
varying float vShade;
varying vec3 vEdge;
${volumeVertexChunk}
vec3 crossing(vec3 a, vec3 b, float da, float db) { return mix(a, b, da / (da - db)); }
void main() {
  vec3 points[4];
  float distances[4];
  int above[4];
  int below[4];
  int aboveCount = 0;
  int belowCount = 0;
  for (int k = 0; k < 4; k++) {
    points[k] = volumeVertex(corners[k]);
    distances[k] = dot(cutPlane.xyz, points[k]) - cutPlane.w;
    if (distances[k] > 0.0) above[aboveCount++] = k;
    else below[belowCount++] = k;
  }
  vec3 outline[4];
  if (aboveCount == 2) {
    outline[0] = crossing(points[above[0]], points[below[0]], distances[above[0]], distances[below[0]]);
    outline[1] = crossing(points[above[0]], points[below[1]], distances[above[0]], distances[below[1]]);
    outline[2] = crossing(points[above[1]], points[below[1]], distances[above[1]], distances[below[1]]);
    outline[3] = crossing(points[above[1]], points[below[0]], distances[above[1]], distances[below[0]]);
  } else if (aboveCount == 1 || aboveCount == 3) {
    int apex = aboveCount == 1 ? above[0] : below[0];
    for (int k = 0; k < 3; k++) {
      int other = aboveCount == 1 ? below[k] : above[k];
      outline[k] = crossing(points[apex], points[other], distances[apex], distances[other]);
    }
    outline[3] = outline[2];
  }
  vec3 place = outline[int(part.w + 0.5)];
  vField = value;
  vShade = fract(sin(float(gl_InstanceID) * 12.9898) * 43758.5453);
  /* The diagonal of a quad is no edge. */
  vEdge = part.xyz + (aboveCount == 2 ? vec3(0.0, 1.0, 0.0) : vec3(0.0));
  gl_Position = aboveCount == 0 || aboveCount == 4 ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * modelViewMatrix * vec4(place, 1.0);
}`;

const fragmentShader = /* glsl */ `
${fieldColourChunk}
uniform vec3 colour;
uniform vec3 edgeColour;
uniform float edgeAmount;
varying float vField;
varying float vShade;
varying vec3 vEdge;
void main() {
  vec3 shown = fieldAmount > 0.5 ? fieldColour(vField) : colour * (0.92 + 0.14 * vShade);
  vec3 width = fwidth(vEdge);
  vec3 edge = smoothstep(width * 0.3, width * 1.2, vEdge);
  shown = mix(shown, edgeColour, (1.0 - min(edge.x, min(edge.y, edge.z))) * edgeAmount);
  /* Alpha 0: colours of numbers are shown as in their legend. */
  gl_FragColor = vec4(shown * 0.88, fieldAmount > 0.5 ? 0.0 : 1.0);
  #include <colorspace_fragment>
}`;

/** The section of a plane through the elements of a body: one polygon per element, in its colour, put together on the GPU. */
export class SliceView {
  readonly object: Mesh;
  private readonly geometry = new InstancedBufferGeometry();
  private readonly material: ShaderMaterial;
  private readonly values: InstancedBufferAttribute;
  private readonly perElement: number;

  constructor(
    { elementSize, elements }: MeshStatics,
    positions: DataTexture,
    field: FieldUniforms,
    colours: { readonly cut: Color; readonly edge: Color },
  ) {
    const { tetrahedra, perElement } = meshTetrahedra({ size: elementSize, elements });
    const corners = Float32Array.from(tetrahedra);
    this.perElement = perElement;
    const count = corners.length / 4;
    // Triangles 0 1 2 and 0 2 3: edge weights, then the corner of the outline.
    const part = [1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 2, 1, 0, 0, 0, 0, 0, 1, 2, 0, 1, 0, 3];
    this.geometry.setAttribute('position', new BufferAttribute(new Float32Array(18), 3));
    this.geometry.setAttribute('part', new BufferAttribute(Float32Array.from(part), 4));
    this.geometry.setAttribute('corners', new InstancedBufferAttribute(corners, 4));
    this.values = new InstancedBufferAttribute(new Float32Array(count), 1);
    this.values.setUsage(DynamicDrawUsage);
    this.geometry.setAttribute('value', this.values);
    this.geometry.instanceCount = count;
    this.material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      side: DoubleSide,
      uniforms: {
        ...field,
        volumePositions: { value: positions },
        cutPlane: { value: new Vector4() },
        colour: { value: colours.cut },
        edgeColour: { value: colours.edge },
        edgeAmount: { value: perElement === 1 ? 0.6 : 0.15 },
      },
    });
    this.object = new Mesh(this.geometry, this.material);
    this.object.frustumCulled = false;
  }

  setPlane(plane: Vector4): void {
    this.material.uniforms.cutPlane.value.copy(plane);
  }

  setValues(values: Float32Array): void {
    const target = this.values.array as Float32Array;
    for (let k = 0; k < target.length; k++) target[k] = values[Math.floor(k / this.perElement)];
    this.values.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
