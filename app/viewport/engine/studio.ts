/**
 * GLSL: `studioLight(direction, blur)`, the radiance that comes out of the studio from a world direction: grey ground, a horizon darker than the zenith, a window where the key light
 * comes from, two banks overhead, a cool strip behind on the right and a warm kicker low on the left. A formula in the place of a picture: nothing is loaded. `blur` widens the edges
 * of what is seen, as a rough surface does (0 for a mirror, about .5 for a matte one), and keeps its amount of light.
 */
export const studioChunk = /* glsl */ `
float studioPane(vec2 place, vec2 middle, vec2 half_, float blur) {
  vec2 edge = smoothstep(half_ + 0.02 + blur, half_ - 0.02 - blur, abs(place - middle));
  return edge.x * edge.y;
}
vec3 studioLight(vec3 d, float blur) {
  vec3 light = mix(vec3(0.085), vec3(0.080, 0.085, 0.095), smoothstep(-0.25 - blur, 0.02 + blur, d.y));
  light = mix(light, vec3(0.30, 0.33, 0.375), smoothstep(0.0 - 0.5 * blur, 1.0, d.y));
  float wide = 1.0 + blur;
  /* The key window. */
  vec3 key = vec3(-0.43636, 0.75371, 0.49189);
  vec3 right = vec3(0.74801, 0.0, 0.66367);
  vec3 up = cross(key, right);
  float ahead = dot(d, key);
  vec2 at = vec2(dot(d, right), dot(d, up)) / max(ahead, 1e-3);
  float window = studioPane(at, vec2(0.0), vec2(0.38, 0.32), 0.7 * blur) * step(1e-3, ahead);
  light += vec3(8.6, 8.3, 7.8) * window * (1.0 + 0.4 * clamp(at.y, -1.0, 1.0)) / (1.0 + 1.6 * blur);
  /* The bank overhead is split. */
  vec2 ceiling = d.xz / max(d.y, 1e-3);
  float bank = studioPane(ceiling, vec2(0.15, -0.42), vec2(0.8, 0.17), 0.7 * blur) + studioPane(ceiling, vec2(0.15, 0.1), vec2(0.8, 0.17), 0.7 * blur);
  light += 1.6 * bank * step(1e-3, d.y) / wide;
  float strip = studioPane(vec2(dot(d, vec3(0.82347, 0.0, 0.56735)), d.y), vec2(0.0, 0.32), vec2(0.11, 0.36), 0.6 * blur) * step(0.0, dot(d, vec3(0.56735, 0.0, -0.82347)));
  light += vec3(2.5, 3.1, 4.0) * strip / wide;
  float kicker = smoothstep(0.80 - blur, 0.96, dot(d, vec3(-0.9487, 0.1423, 0.2846)));
  return light + vec3(1.0, 0.78, 0.56) * kicker / wide;
}
/* Schlick 1994, for glass and water; at edges a smooth normal may point away. */
float mirrored(float facing) {
  return 0.04 + 0.96 * pow(1.0 - min(abs(facing), 1.0), 5.0);
}`;
