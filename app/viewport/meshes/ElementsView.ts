import {
  BufferAttribute,
  DoubleSide,
  DynamicDrawUsage,
  FrontSide,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  MeshLambertMaterial,
  Vector4,
  type Color,
  type DataTexture,
} from 'three';
import type { ElementMesh } from '../../../src/frames/derived/elementNumbers.ts';
import type { MeshStatics } from '../../state/DisplayStatics.ts';
import { fieldColourChunk } from '../engine/fieldMaterial.ts';
import type { SharedLook } from '../engine/SharedLook.ts';
import { addStudioLight, createFinish, type Lighting } from '../engine/surfaceMaterial.ts';
import { cornersOf, faceNeighbours, facesOf } from './elementFaces.ts';
import { volumeVertexChunk } from './volumeTexture.ts';

const vertexHead = /* glsl */ `
attribute vec4 firstCorners;
attribute vec4 lastCorners;
attribute float value;
attribute float innerFaces;
attribute vec4 place;
attribute vec3 edgeWeights;
uniform float shrink;
uniform vec4 cutPlane;
varying float vField;
varying float vInner;
varying float vShade;
varying vec3 vEdge;
${volumeVertexChunk}
float cornerId(float corner) {
  int at = int(corner + 0.5);
  return at < 4 ? firstCorners[at] : lastCorners[at - 4];
}`;

const vertexNormal = /* glsl */ `
vec3 first = volumeVertex(cornerId(place.x));
vec3 second = volumeVertex(cornerId(place.y));
vec3 third = volumeVertex(cornerId(place.z));
vec3 objectNormal = cross(second - first, third - first);
objectNormal = length(objectNormal) > 0.0 ? normalize(objectNormal) : vec3(0.0, 1.0, 0.0);
`;

const vertexBegin = /* glsl */ `
vec3 centre = vec3(0.0);
for (int k = 0; k < CORNERS; k++) centre += volumeVertex(cornerId(float(k)));
centre /= float(CORNERS);
vec3 transformed = mix(first, centre, shrink);
if (dot(cutPlane.xyz, centre) > cutPlane.w) transformed = vec3(0.0);
vField = value;
vInner = mod(floor(innerFaces / exp2(place.w)), 2.0);
vShade = fract(sin(float(gl_InstanceID) * 12.9898) * 43758.5453);
vEdge = edgeWeights;
`;

const fragmentHead = /* glsl */ `
${fieldColourChunk}
uniform vec3 innerColour;
uniform vec3 edgeColour;
uniform float edgeAmount;
varying float vField;
varying float vInner;
varying float vShade;
varying vec3 vEdge;`;

const fragmentColour = /* glsl */ `
diffuseColor.rgb = mix(diffuseColor.rgb, innerColour, step(0.5, vInner)) * (0.94 + 0.12 * vShade);
if (fieldAmount > 0.5) diffuseColor.rgb = fieldColour(vField);
vec3 edgeWidth = fwidth(vEdge);
vec3 edge = smoothstep(edgeWidth * 0.35, edgeWidth * 1.25, vEdge);
diffuseColor.rgb = mix(diffuseColor.rgb, edgeColour, (1.0 - min(edge.x, min(edge.y, edge.z))) * edgeAmount);
`;

interface ElementsLook {
  /** Share by which elements shrink towards their centres: 0 for a closed body. */
  readonly shrink: number;
  /** Elements whose centre lies on the positive side of n.x = d are left out; undefined: none. */
  readonly cut: Vector4 | undefined;
}

/** All elements of a body, one instance each: flat faces, edges, the colour of the element. Put together on the GPU from the volume's vertices. */
export class ElementsView {
  readonly object: Mesh;
  private readonly geometry: InstancedBufferGeometry;
  private readonly material: MeshLambertMaterial;
  private readonly values: InstancedBufferAttribute;
  private readonly uniforms;

  constructor(statics: MeshStatics, positions: DataTexture, { field, colours, lighting }: SharedLook) {
    this.geometry = createElementGeometry(statics);
    this.values = new InstancedBufferAttribute(new Float32Array(this.geometry.instanceCount), 1);
    this.values.setUsage(DynamicDrawUsage);
    this.geometry.setAttribute('value', this.values);
    this.uniforms = {
      ...field,
      volumePositions: { value: positions },
      shrink: { value: 0 },
      cutPlane: { value: new Vector4(0, 0, 0, 1) },
      innerColour: { value: colours.cut },
      edgeColour: { value: colours.edge },
      edgeAmount: { value: 0.62 },
    };
    this.material = this.createMaterial(statics.elementSize, lighting);
    this.object = new Mesh(this.geometry, this.material);
    this.object.frustumCulled = false;
  }

  setLook(look: ElementsLook, colour: Color): void {
    this.uniforms.shrink.value = look.shrink;
    this.uniforms.cutPlane.value.copy(look.cut ?? new Vector4(0, 0, 0, 1));
    this.material.color.copy(colour);
  }

  /** One number per element, for the colour map. */
  setValues(values: Float32Array): void {
    (this.values.array as Float32Array).set(values);
    this.values.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }

  private createMaterial(size: ElementMesh['size'], lighting: Lighting): MeshLambertMaterial {
    // Triangles are seen from both sides.
    const material = new MeshLambertMaterial({ side: size === 3 ? DoubleSide : FrontSide });
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.uniforms);
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', `#include <common>\n#define CORNERS ${cornersOf(size)}\n${vertexHead}`)
        .replace('#include <beginnormal_vertex>', vertexNormal)
        .replace('#include <begin_vertex>', vertexBegin);
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', `#include <common>\n${fragmentHead}`)
        .replace('#include <color_fragment>', `#include <color_fragment>\n${fragmentColour}`);
      addStudioLight(shader, lighting, createFinish(), 'fieldAmount > 0.5');
    };
    material.customProgramCacheKey = () => `elements${size} ${lighting.full}`;
    return material;
  }
}

/** The triangles of one element as a template; its corners, and which of its faces lie inside the body, per instance. */
function createElementGeometry({ elementSize: size, elements, restVolume }: MeshStatics): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  const faces = facesOf(size);
  const places: number[] = [];
  const weights: number[] = [];
  faces.forEach((corners, face) => {
    for (let k = 1; k + 1 < corners.length; k++) {
      const triangle = [corners[0], corners[k], corners[k + 1]];
      // Two triangles make a quad: their common edge is no edge of the element.
      const hidden = corners.length === 3 ? [] : k === 1 ? [1] : [2];
      for (let v = 0; v < 3; v++) {
        places.push(triangle[v], triangle[(v + 1) % 3], triangle[(v + 2) % 3], face);
        weights.push(...[0, 1, 2].map((edge) => (edge === v ? 1 : 0) + (hidden.includes(edge) ? 1 : 0)));
      }
    }
  });
  geometry.setAttribute('position', new BufferAttribute(new Float32Array((3 * places.length) / 4), 3));
  geometry.setAttribute('place', new BufferAttribute(Float32Array.from(places), 4));
  geometry.setAttribute('edgeWeights', new BufferAttribute(Float32Array.from(weights), 3));
  const count = elements.length / size;
  const first = new Float32Array(4 * count);
  const last = size === 8 ? new Float32Array(4 * count) : undefined;
  for (let e = 0; e < count; e++) {
    for (let k = 0; k < Math.min(4, size); k++) {
      first[4 * e + k] = elements[size * e + k];
      if (last !== undefined) last[4 * e + k] = elements[8 * e + 4 + k];
    }
  }
  geometry.setAttribute('firstCorners', new InstancedBufferAttribute(first, 4));
  geometry.setAttribute('lastCorners', new InstancedBufferAttribute(last ?? first, 4));
  const neighbours = faceNeighbours(size, elements, restVolume.length / 3);
  const inner = new Float32Array(count);
  for (let e = 0; e < count; e++) {
    for (let face = 0; face < faces.length; face++) if (neighbours[faces.length * e + face] >= 0) inner[e] += 2 ** face;
  }
  geometry.setAttribute('innerFaces', new InstancedBufferAttribute(inner, 1));
  geometry.instanceCount = count;
  return geometry;
}
