import type { WebGLProgramParametersWithUniforms } from 'three';

/** How a surface shows the studio around it. */
interface Gloss {
  /** Share of the mirror's light that is shown: 1 for clear liquid. */
  readonly strength: number;
  /** Width of the edges of what is mirrored: small for a mirror, about .4 for satin. */
  readonly blur: number;
}

/**
 * GLSL: `studioLight(direction, blur)`, what a mirror shows of the studio in a world direction, in linear light: the ground, the sky, a square window where the key light
 * comes from, and a strip behind. It is a formula in the place of a picture: nothing is loaded, and it costs a few products.
 */
const studioChunk = /* glsl */ `
vec3 studioLight(vec3 d, float blur) {
  vec3 light = mix(vec3(0.012, 0.013, 0.015), vec3(0.10, 0.11, 0.125), smoothstep(-0.3 - blur, 0.05 + blur, d.y));
  light = mix(light, vec3(0.34, 0.39, 0.45), smoothstep(0.0, 1.0, d.y));
  vec3 key = vec3(-0.4051, 0.7791, 0.4830);
  vec3 right = vec3(0.7662, 0.0, 0.6426);
  vec3 up = cross(key, right);
  float ahead = dot(d, key);
  vec2 window = abs(vec2(dot(d, right), dot(d, up)) / max(ahead, 1e-3));
  vec2 pane = 1.0 - smoothstep(vec2(0.42) - blur, vec2(0.46) + blur, window);
  light += vec3(6.0, 5.7, 5.2) * pane.x * pane.y * step(0.0, ahead) / (1.0 + 16.0 * blur);
  float strip = smoothstep(0.72 - blur, 0.80 + blur, dot(d, vec3(0.6139, 0.3070, -0.7273)));
  return light + vec3(1.1, 1.35, 1.7) * strip / (1.0 + 4.0 * blur);
}
vec3 towardsViewer() {
  return isOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(vViewPosition);
}
/* Schlick 1994, for glass and water; at edges a smooth normal may point away. */
float mirrored(float facing) {
  return 0.04 + 0.96 * pow(1.0 - min(abs(facing), 1.0), 5.0);
}
vec3 studioMirror(vec3 n, float blur) {
  return studioLight(inverseTransformDirection(reflect(-towardsViewer(), n), viewMatrix), blur);
}`;

/** Has a material's shader know the studio. */
export function addStudio(shader: WebGLProgramParametersWithUniforms): void {
  shader.fragmentShader = shader.fragmentShader.replace(
    '#include <lights_lambert_pars_fragment>',
    `#include <lights_lambert_pars_fragment>\n${studioChunk}`,
  );
  shader.fragmentShader = shader.fragmentShader.replace(
    '#include <lights_phong_pars_fragment>',
    `#include <lights_phong_pars_fragment>\n${studioChunk}`,
  );
}

/** Has it mirror the studio over its own light, where `condition` (GLSL) holds. */
export function addGloss(
  shader: WebGLProgramParametersWithUniforms,
  { strength, blur }: Gloss,
  condition = 'true',
): void {
  addStudio(shader);
  shader.fragmentShader = shader.fragmentShader.replace(
    '#include <opaque_fragment>',
    `if (${condition}) {
      float share = ${strength.toFixed(3)} * mirrored(dot(normal, towardsViewer()));
      outgoingLight = mix(outgoingLight, studioMirror(normal, ${blur.toFixed(3)}), share);
    }
    #include <opaque_fragment>`,
  );
}
