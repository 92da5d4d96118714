import {
  DataTexture,
  DoubleSide,
  LinearFilter,
  MeshLambertMaterial,
  RGBAFormat,
  SRGBColorSpace,
  Vector2,
  type MeshLambertMaterialParameters,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import type { JellyUniforms } from './jellyChunk.ts';
import { addWeave } from './weave.ts';
import { addStudioLight, type FinishUniforms, type Lighting } from './surfaceMaterial.ts';
import type { ColourMap } from '../../../src/frames/colours/colourMaps.ts';

/** What all coloured materials share: the map, its limits and whether it is on. */
export interface FieldUniforms {
  readonly fieldMap: { value: DataTexture };
  readonly fieldLimits: { readonly value: Vector2 };
  /** 0: the display colour, 1: the map. */
  readonly fieldAmount: { value: number };
}

export function createFieldUniforms(): FieldUniforms {
  return {
    fieldMap: { value: new DataTexture(new Uint8Array([255, 255, 255, 255]), 1, 1) },
    fieldLimits: { value: new Vector2(0, 1) },
    fieldAmount: { value: 0 },
  };
}

/** Returns uniforms with the same map and limits that are switched on and off apart from others. */
export function ownField({ fieldMap, fieldLimits }: FieldUniforms): FieldUniforms {
  return { fieldMap, fieldLimits, fieldAmount: { value: 0 } };
}

/** Puts another map in place of the one before, which is disposed of. */
export function setFieldMap(uniforms: FieldUniforms, map: ColourMap): void {
  const size = map.length / 3;
  const data = new Uint8Array(4 * size);
  for (let k = 0; k < size; k++) {
    data.set(map.subarray(3 * k, 3 * k + 3), 4 * k);
    data[4 * k + 3] = 255;
  }
  const texture = new DataTexture(data, size, 1, RGBAFormat);
  texture.colorSpace = SRGBColorSpace;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  uniforms.fieldMap.value.dispose();
  uniforms.fieldMap.value = texture;
}

/** GLSL: `fieldColour(value)` for the fragment shader. */
export const fieldColourChunk = /* glsl */ `
uniform sampler2D fieldMap;
uniform vec2 fieldLimits;
uniform float fieldAmount;
vec3 fieldColour(float value) {
  float t = (value - fieldLimits.x) / max(fieldLimits.y - fieldLimits.x, 1e-20);
  return texture2D(fieldMap, vec2(clamp(t, 0.0, 1.0) * (255.0 / 256.0) + 0.5 / 256.0, 0.5)).rgb;
}`;

/** Has a material's shader take its colour from the attribute `field` where the map is on; `vField` is the number at a fragment. */
export function addField(shader: WebGLProgramParametersWithUniforms, uniforms: FieldUniforms): void {
  Object.assign(shader.uniforms, uniforms);
  shader.vertexShader = shader.vertexShader
    .replace('#include <common>', '#include <common>\nattribute float field;\nvarying float vField;')
    .replace('#include <begin_vertex>', '#include <begin_vertex>\nvField = field;');
  shader.fragmentShader = shader.fragmentShader
    .replace('#include <common>', `#include <common>\n${fieldColourChunk}\nvarying float vField;`)
    .replace(
      '#include <color_fragment>',
      '#include <color_fragment>\nif (fieldAmount > 0.5) diffuseColor.rgb = fieldColour(vField);',
    );
}

/** A lit material whose colour comes from the attribute `field` where the map is on. What is seen from both sides is cloth, and woven (see `addWeavePlaces`). */
export function createFieldMaterial(
  uniforms: FieldUniforms,
  lighting: Lighting,
  finish: FinishUniforms,
  jelly: JellyUniforms | undefined,
  parameters: MeshLambertMaterialParameters = {},
): MeshLambertMaterial {
  const material = new MeshLambertMaterial(parameters);
  material.onBeforeCompile = (shader) => {
    addField(shader, uniforms);
    if (parameters.side === DoubleSide) addWeave(shader);
    addStudioLight(shader, lighting, finish, 'fieldAmount > 0.5', jelly);
  };
  material.customProgramCacheKey = () =>
    `field ${lighting.full} ${jelly !== undefined} ${parameters.side === DoubleSide}`;
  return material;
}
