import { BufferGeometry, Points, ShaderMaterial, type BufferAttribute, type Color } from 'three';
import { fieldColourChunk, type FieldUniforms } from '../engine/fieldMaterial.ts';
import { writeGrowing } from '../engine/growingAttribute.ts';
import { pointVertexShader } from '../engine/pointShader.ts';

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
export class PointCloud {
  readonly object: Points;
  private readonly geometry = new BufferGeometry();
  private readonly material: ShaderMaterial;
  private positions: BufferAttribute | undefined;
  private values: BufferAttribute | undefined;

  constructor(material: ShaderMaterial) {
    this.material = material;
    this.object = new Points(this.geometry, this.material);
    this.object.frustumCulled = false;
  }

  setColour(colour: Color): void {
    this.material.uniforms.colour.value = colour;
  }

  setPositions(positions: Float32Array): void {
    this.positions = writeGrowing(this.positions, positions, 3);
    this.geometry.setAttribute('position', this.positions);
    this.geometry.setDrawRange(0, positions.length / 3);
  }

  setValues(values: Float32Array): void {
    this.values = writeGrowing(this.values, values, 1);
    this.geometry.setAttribute('field', this.values);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
