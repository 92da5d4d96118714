import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Points, ShaderMaterial, type Color } from 'three';
import { fieldColourChunk, type FieldUniforms } from '../engine/fieldMaterial.ts';
import { pointVertexShader } from '../engine/pointShader.ts';

/** Buffers that have become too short grow by this. */
const ROOM = 1.3;

const vertexShader = pointVertexShader('uniform float size;', 'gl_PointSize = size;');

const fragmentShader = /* glsl */ `
${fieldColourChunk}
uniform vec3 colour;
varying float vField;
#include <clipping_planes_pars_fragment>
void main() {
  #include <clipping_planes_fragment>
  vec2 place = gl_PointCoord * 2.0 - 1.0;
  float square = dot(place, place);
  if (square > 1.0) discard;
  /* A little ball, lit from above. */
  float light = 0.62 + 0.38 * sqrt(1.0 - square) * (0.8 - 0.35 * place.y);
  gl_FragColor = vec4((fieldAmount > 0.5 ? fieldColour(vField) : colour) * light, fieldAmount > 0.5 ? 0.0 : 1.0);
  #include <colorspace_fragment>
}`;

/** Points of one size on the screen, device pixels. */
export function createPointMaterial(field: FieldUniforms, colour: Color, size: number): ShaderMaterial {
  const uniforms = { ...field, colour: { value: colour }, size: { value: size } };
  return new ShaderMaterial({ vertexShader, fragmentShader, clipping: true, uniforms });
}

/** Points as little balls: of a volume, or particles, of which each frame may have another number. */
export class PointsView {
  readonly object: Points;
  private readonly geometry = new BufferGeometry();
  private readonly material: ShaderMaterial;
  private positions: BufferAttribute;
  private values: BufferAttribute;

  constructor(vertexCount: number, material: ShaderMaterial) {
    [this.positions, this.values] = this.makeRoom(vertexCount);
    this.material = material;
    this.object = new Points(this.geometry, this.material);
    this.object.frustumCulled = false;
  }

  setColour(colour: Color): void {
    this.material.uniforms.colour.value = colour;
  }

  setPositions(positions: Float32Array): void {
    if (positions.length > this.positions.array.length) {
      [this.positions, this.values] = this.makeRoom(Math.ceil((ROOM * positions.length) / 3));
    }
    (this.positions.array as Float32Array).set(positions);
    this.positions.needsUpdate = true;
    this.geometry.setDrawRange(0, positions.length / 3);
  }

  setValues(values: Float32Array): void {
    (this.values.array as Float32Array).set(values);
    this.values.needsUpdate = true;
  }

  private makeRoom(count: number): [BufferAttribute, BufferAttribute] {
    const positions = new BufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage);
    const values = new BufferAttribute(new Float32Array(count), 1).setUsage(DynamicDrawUsage);
    this.geometry.setAttribute('position', positions);
    this.geometry.setAttribute('field', values);
    return [positions, values];
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
