import {
  Color,
  MeshLambertMaterial,
  Vector2,
  type MeshLambertMaterialParameters,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import type { LightUniforms } from './lightUniforms.ts';
import { jellyChunk, type JellyUniforms } from './jellyChunk.ts';
import { litChunk } from './litChunk.ts';

/** How a surface takes light, beside its colour. */
export interface Finish {
  /** 0 a mirror, 1 matte. */
  readonly rough: number;
  readonly metal: number;
  /** Reflectance of what is no metal, seen along its normal: .04 for most. */
  readonly facing: number;
  /** Fuzz at grazing angles: its colour times its amount, linear, and its roughness. */
  readonly sheen: Color;
  readonly sheenRough: number;
  /** Clear coat: amount and roughness. */
  readonly coat: Vector2;
}

/** What the shader of one surface reads. */
export interface FinishUniforms {
  readonly rough: { value: number };
  readonly metal: { value: number };
  readonly facing: { value: number };
  readonly sheen: { readonly value: Color };
  readonly sheenRough: { value: number };
  readonly coat: { readonly value: Vector2 };
}

export function createFinish(): FinishUniforms {
  return {
    rough: { value: 0.8 },
    metal: { value: 0 },
    facing: { value: 0.04 },
    sheen: { value: new Color(0, 0, 0) },
    sheenRough: { value: 0.5 },
    coat: { value: new Vector2() },
  };
}

export function setFinish(uniforms: FinishUniforms, finish: Finish): void {
  uniforms.rough.value = finish.rough;
  uniforms.metal.value = finish.metal;
  uniforms.facing.value = finish.facing;
  uniforms.sheen.value.copy(finish.sheen);
  uniforms.sheenRough.value = finish.sheenRough;
  uniforms.coat.value.copy(finish.coat);
}

const head = /* glsl */ `
varying vec3 vViewPosition;
uniform float rough;
uniform float metal;
uniform float facing;
uniform vec3 sheen;
uniform float sheenRough;
uniform vec2 coat;
vec3 worldPlace() { return (worldFromView * vec4(-vViewPosition, 1.0)).xyz; }
vec3 worldNormal(vec3 n) { return normalize(mat3(worldFromView) * n); }
vec3 towardsEye() { return isOrthographic ? normalize(worldFromView[2].xyz) : normalize(mat3(worldFromView) * vViewPosition); }
/* Numbers that are shown by colour: a little shape, no light that could change what is read from them. */
vec3 shownNumber(vec3 colour, vec3 n, vec3 v) {
  return colour * (0.62 + 0.26 * max(dot(n, v), 0.0) + 0.12 * dot(n, keyDirection));
}`;

/** How a fragment of a material of three gets its light. */
export interface Lighting {
  readonly light: LightUniforms;
  /** Whether the surface is drawn with all of the light, or else as the processor can draw it. */
  readonly full: boolean;
}

/**
 * Has a Lambert material's shader take the light of the studio. `number` (GLSL) says where colours stand for numbers: these are shown as they are in legends (alpha 0 in the picture:
 * its tones are left alone). `jelly`: the body may be jelly.
 */
export function addStudioLight(
  shader: WebGLProgramParametersWithUniforms,
  { light, full }: Lighting,
  finish: FinishUniforms,
  number = 'false',
  jelly?: JellyUniforms,
): void {
  Object.assign(shader.uniforms, light, finish, jelly);
  replaceIn(
    shader,
    '#include <lights_lambert_pars_fragment>',
    `${litChunk(full)}\n${head}\n${jelly === undefined ? '' : jellyChunk}`,
  );
  for (const part of [
    'lights_lambert_fragment',
    'lights_fragment_begin',
    'lights_fragment_maps',
    'lights_fragment_end',
  ]) {
    replaceIn(shader, `#include <${part}>`, '');
  }
  replaceIn(
    shader,
    '#include <opaque_fragment>',
    `vec3 n_ = worldNormal(normal);
    vec3 v_ = towardsEye();
    bool number_ = ${number};
    if (number_) outgoingLight = shownNumber(diffuseColor.rgb, n_, v_);
    else {
      Matter matter = Matter(diffuseColor.rgb, rough, metal, facing, sheen, sheenRough, coat);
      ${jelly === undefined ? '' : 'if (scatterDepth > 0.0) outgoingLight = jellied(matter, worldPlace(), n_, v_, normal);\n      else'} outgoingLight = shaded(matter, worldPlace(), n_, v_);
    }
    #include <opaque_fragment>
    #ifdef OPAQUE
    if (number_) gl_FragColor.a = 0.0;
    #endif`,
  );
}

/** Replaces a part of a shader that must be there: three's own texts change from version to version. */
export function replaceIn(shader: WebGLProgramParametersWithUniforms, part: string, by: string): void {
  const { fragmentShader } = shader;
  if (!fragmentShader.includes(part)) throw new Error(`the shader has no ${part}`);
  shader.fragmentShader = fragmentShader.replace(part, by);
}

/** A lit surface of one colour. */
export function createSurfaceMaterial(
  lighting: Lighting,
  finish: FinishUniforms,
  parameters: MeshLambertMaterialParameters = {},
): MeshLambertMaterial {
  const material = new MeshLambertMaterial(parameters);
  material.onBeforeCompile = (shader) => addStudioLight(shader, lighting, finish);
  material.customProgramCacheKey = () => `surface ${lighting.full}`;
  return material;
}
