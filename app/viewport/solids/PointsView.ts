import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Points, ShaderMaterial, type Color } from 'three';
import { fieldColourChunk, type FieldUniforms } from '../engine/fieldMaterial.ts';

const vertexShader = /* glsl */ `
attribute float field;
uniform float size;
varying float vField;
varying float vDepth;
#include <clipping_planes_pars_vertex>
void main() {
  vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * mvPosition;
  gl_PointSize = size;
  vField = field;
  vDepth = -mvPosition.z;
  #include <clipping_planes_vertex>
}`;

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
  gl_FragColor = vec4((fieldAmount > 0.5 ? fieldColour(vField) : colour) * light, 1.0);
  #include <colorspace_fragment>
}`;

/** Vertices of a volume as round points. */
export class PointsView {
  readonly object: Points;
  private readonly geometry = new BufferGeometry();
  private readonly material: ShaderMaterial;
  private readonly positions: BufferAttribute;
  private readonly values: BufferAttribute;

  constructor(vertexCount: number, field: FieldUniforms, colour: Color, size: number) {
    this.positions = new BufferAttribute(new Float32Array(3 * vertexCount), 3).setUsage(DynamicDrawUsage);
    this.values = new BufferAttribute(new Float32Array(vertexCount), 1).setUsage(DynamicDrawUsage);
    this.geometry.setAttribute('position', this.positions);
    this.geometry.setAttribute('field', this.values);
    this.material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      clipping: true,
      uniforms: { ...field, colour: { value: colour }, size: { value: size } },
    });
    this.object = new Points(this.geometry, this.material);
    this.object.frustumCulled = false;
  }

  setColour(colour: Color): void {
    this.material.uniforms.colour.value = colour;
  }

  setSize(pixels: number): void {
    this.material.uniforms.size.value = pixels;
  }

  setPositions(positions: Float32Array): void {
    (this.positions.array as Float32Array).set(positions);
    this.positions.needsUpdate = true;
  }

  setValues(values: Float32Array): void {
    (this.values.array as Float32Array).set(values);
    this.values.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
