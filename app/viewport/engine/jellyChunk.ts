import type { IUniform } from 'three';
import type { Behind } from './Behind.ts';

/** What the shader of a body that may be jelly reads, beside its finish. */
export interface JellyUniforms extends Behind {
  /** How far light goes in it before it is scattered, m; 0: it is no jelly. */
  readonly scatterDepth: { value: number };
  /** How far the sight runs in it (see `SightDepth`), and where the view lies in that map. */
  readonly depths: IUniform;
  readonly depthView: IUniform;
}

/**
 * GLSL: `jellied(matter, p, n, v, nView)`. Light is scattered in jelly: thin parts light up where a light stands behind them, thick ones keep their colour, and what is behind is
 * seen through as through frosted glass, in four taps that turn from pass to pass.
 */
export const jellyChunk = /* glsl */ `
uniform float scatterDepth;
uniform sampler2D depths;
uniform vec4 depthView;
uniform sampler2D behind;
uniform vec4 view;
uniform vec2 size;
float glowThrough(vec3 v, vec3 l, vec3 n) {
  return pow(max(dot(-v, normalize(l + 0.35 * n)), 0.0), 3.0);
}
vec3 jellied(Matter m, vec3 p, vec3 n, vec3 v, vec3 nView) {
  float nv = max(dot(n, v), 1e-3);
  float way = max(texture2D(depths, (gl_FragCoord.xy - depthView.xy) / depthView.zw).r, 0.0) / scatterDepth;
  vec3 tint = m.colour / max(max(m.colour.r, max(m.colour.g, m.colour.b)), 1e-3);
  vec3 through = pow(max(tint, 0.02), vec3(1.1 * way));
  float closed = 1.0 - exp(-0.8 * way);
  float key = keyShare(p, n);
  float sky = skyShare(p, n);
  float seen = skyLight.g > 0.0 ? sky * smoothstep(-0.08, 0.08, dot(n, skyDirection)) : 1.0;
  float wrapped = max((dot(n, keyDirection) + 0.55) / 1.55, 0.0);
  vec3 scattered = m.colour * (keyLight * 0.31830989 * wrapped * wrapped * (0.3 + 0.7 * key) + studioIrradiance(n) * 0.36);
  scattered += m.colour * 0.31830989 * sky * skyLight * max(dot(n, skyDirection), 0.0);
  vec3 beyond = vec3(0.0);
  float angle = 6.2831853 * grain();
  for (int k = 0; k < 4; k++) {
    vec2 at = gl_FragCoord.xy / size - 0.055 * nView.xy * vec2(view.w / view.z, 1.0) + 0.006 * discTap(k, 4.0, angle);
    beyond += 0.25 * texture2D(behind, clamp(at, 0.001, 0.999)).rgb;
  }
  vec3 glow = tint * tint * 0.31830989 * exp(-0.55 * way) * (keyLight * glowThrough(v, keyDirection, n) + 0.85 * rimLight * glowThrough(v, rimDirection, n));
  float mirror = ambience.z + ambience.w * seen;
  vec3 light = closed * scattered + (1.0 - closed) * 0.92 * through * beyond + glow;
  vec3 facing = vec3(m.facing);
  light += mirror * studioGlow(reflect(-v, n), m.rough) * mirrorShare(facing, m.rough, nv);
  light += key * keyLight * glint(n, v, keyDirection, facing, max(m.rough, 0.08)) + rimLight * glint(n, v, rimDirection, facing, max(m.rough, 0.08));
  float coat = m.coat.x * mirrored(nv);
  return light * (1.0 - coat) + mirror * coat * studioGlow(reflect(-v, n), m.coat.y);
}`;
