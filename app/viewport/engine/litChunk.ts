import { studioChunk } from './studio.ts';

/** Taps of the search for what blocks the key light, and of the soft shadow behind it. */
const SEARCH_TAPS = 10;
const SHADOW_TAPS = 16;
/** Places of the taps where the processor draws, in half-shadows: one width, not turned. */
const LIGHT_TAPS = [
  [0.25, 0.66],
  [-0.66, 0.25],
  [-0.25, -0.66],
  [0.66, -0.25],
] as const;

/** Shadows after Fernando 2005 (percentage-closer soft shadows); taps on a sunflower's disc (Vogel 1979), turned per pixel by even noise (Jimenez 2014). */
const shadowChunk = (full: boolean) => /* glsl */ `
float grain() {
  return fract(52.9829189 * fract(dot(gl_FragCoord.xy + 5.588238 * turn, vec2(0.06711056, 0.00583715))));
}
vec2 discTap(int k, float count, float angle) {
  float a = 2.399963 * float(k) + angle;
  return sqrt((float(k) + 0.5) / count) * vec2(cos(a), sin(a));
}
bool outsideMap(vec3 q) {
  return any(lessThan(q.xy, vec2(0.0))) || any(greaterThan(q.xy, vec2(1.0))) || q.z > 1.0;
}
float keyShare(vec3 p, vec3 n) {
  vec3 q = (keyFromWorld * vec4(p + shadowBias.x * n, 1.0)).xyz;
  if (outsideMap(q)) return 1.0;
  q.z -= shadowBias.z;
  float width = 0.0012;
  ${
    full
      ? `float angle = 6.2831853 * grain();
  if (softness > 0.0) {
    float blocked = 0.0;
    float depth = 0.0;
    for (int k = 0; k < ${SEARCH_TAPS}; k++) {
      float z = texture2D(keyMap, q.xy + 0.35 * softness * discTap(k, ${SEARCH_TAPS}.0, angle)).r;
      if (z < q.z) {
        blocked += 1.0;
        depth += z;
      }
    }
    if (blocked < 0.5) return 1.0;
    width = clamp(softness * (q.z - depth / blocked), 0.0012, 0.06);
    float share = 0.0;
    for (int k = 0; k < ${SHADOW_TAPS}; k++) share += step(q.z, texture2D(keyMap, q.xy + width * discTap(k, ${SHADOW_TAPS}.0, angle)).r);
    return share / ${SHADOW_TAPS}.0;
  }`
      : 'if (softness > 0.0) width = 0.005;'
  }
  return ${1 / LIGHT_TAPS.length} * (${LIGHT_TAPS.map((tap) => `step(q.z, texture2D(keyMap, q.xy + width * vec2(${tap.join(', ')})).r)`).join(' + ')});
}
float skyShare(vec3 p, vec3 n) {
  if (skyLight.g <= 0.0) return 1.0;
  vec3 q = (skyFromWorld * vec4(p + shadowBias.y * n, 1.0)).xyz;
  return outsideMap(q) ? 1.0 : step(q.z - shadowBias.z, texture2D(skyMap, q.xy).r);
}`;

/** GLSL: `shaded(matter, p, n, v)`, the light that a surface sends to the eye; `p`, `n` and `v` (towards the eye) in world axes. */
export function litChunk(full: boolean): string {
  return /* glsl */ `
uniform mat4 worldFromView;
uniform vec3 keyDirection;
uniform vec3 keyLight;
uniform vec3 rimDirection;
uniform vec3 rimLight;
uniform vec3 skyDirection;
uniform vec3 skyLight;
uniform sampler2D keyMap;
uniform mat4 keyFromWorld;
uniform sampler2D skyMap;
uniform mat4 skyFromWorld;
uniform vec3 shadowBias;
uniform float softness;
uniform vec4 ambience;
uniform float turn;
uniform float groundHeight;
uniform float reach;
${full ? 'uniform samplerCube studio;\nuniform float studioLevels;' : ''}
${studioChunk}
${shadowChunk(full)}
vec3 studioIrradiance(vec3 n) {
  return ${full ? 'textureLod(studio, n, studioLevels).rgb' : 'studioLight(n, 0.85)'};
}
vec3 studioGlow(vec3 r, float rough) {
  return ${full ? 'textureLod(studio, r, studioLevels * rough * (2.0 - rough)).rgb' : 'studioLight(r, 0.9 * rough)'};
}
/* A dim card about the eye: faces of metal that look at it would mirror nothing but the dark half of the studio. */
float eyeCard(vec3 r, vec3 v, float rough) {
  return 0.42 * smoothstep(0.5 - 0.3 * rough, 1.0, dot(r, v)) * (0.8 + 0.4 * r.y);
}
struct Matter {
  vec3 colour;
  float rough;
  float metal;
  /* Reflectance of what is no metal, seen along its normal. */
  float facing;
  vec3 sheen;
  float sheenRough;
  /* Amount of clear coat, and its roughness. */
  vec2 coat;
};
float fifth(float x) {
  float square = x * x;
  return square * square * x;
}
/* Trowbridge and Reitz 1975 with Smith's masking (Heitz 2014), Schlick's Fresnel term. */
vec3 glint(vec3 n, vec3 v, vec3 l, vec3 facing, float rough) {
  vec3 h = normalize(v + l);
  float a = rough * rough;
  float nl = max(dot(n, l), 0.0);
  float nv = max(dot(n, v), 1e-3);
  float nh = max(dot(n, h), 0.0);
  float a2 = a * a;
  float d = nh * nh * (a2 - 1.0) + 1.0;
  float masking = 0.5 / max(nl * sqrt(a2 + (1.0 - a2) * nv * nv) + nv * sqrt(a2 + (1.0 - a2) * nl * nl), 1e-5);
  vec3 fresnel = facing + (1.0 - facing) * fifth(1.0 - max(dot(v, h), 0.0));
  return fresnel * (masking * a2 / (3.14159265 * d * d) * nl);
}
/* Share of the surroundings that is mirrored (Karis 2014). */
vec3 mirrorShare(vec3 facing, float rough, float nv) {
  vec4 r = rough * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
  vec2 ab = vec2(-1.04, 1.04) * a + r.zw;
  return facing * ab.x + ab.y;
}
/* Fuzz of cloth and clay (Estevez and Kulla 2017). */
float fuzz(vec3 n, vec3 v, vec3 l, float rough) {
  vec3 h = normalize(v + l);
  float nl = max(dot(n, l), 0.0);
  float nv = max(dot(n, v), 0.0);
  float nh = max(dot(n, h), 0.0);
  float sharp = 1.0 / max(rough * rough, 1e-3);
  float sine = max(1.0 - nh * nh, 0.0078125);
  float density = (2.0 + sharp) * pow(sine, 0.5 * sharp) / 6.2831853;
  return density * clamp(1.0 / (4.0 * (nl + nv - nl * nv)), 0.0, 1.0) * nl;
}
float fuzzShare(float nv, float rough) {
  float r2 = rough * rough;
  float a = rough < 0.25 ? -339.2 * r2 + 161.4 * rough - 25.9 : -8.48 * r2 + 14.3 * rough - 9.95;
  float b = rough < 0.25 ? 44.0 * r2 - 23.7 * rough + 3.26 : 1.97 * r2 - 3.27 * rough + 0.72;
  return clamp((exp(a * nv + b) + (rough < 0.25 ? 0.0 : 0.1 * (rough - 0.25))) * 0.31830989, 0.0, 1.0);
}
vec3 shaded(Matter m, vec3 p, vec3 n, vec3 v) {
  float nv = max(dot(n, v), 1e-3);
  vec3 diffuse = m.colour * (1.0 - m.metal);
  vec3 facing = mix(vec3(m.facing), m.colour, m.metal);
  float key = keyShare(p, n);
  float sky = skyShare(p, n);
  float seen = skyLight.g > 0.0 ? sky * smoothstep(-0.08, 0.08, dot(n, skyDirection)) : 1.0;
  /* The ground takes light from what is near it and faces it, where no sky is sampled. */
  float near = exp(-max(p.y - groundHeight, 0.0) / (0.22 * reach));
  float open = skyLight.g > 0.0 ? 1.0 : 1.0 - 0.75 * near * smoothstep(0.35, -0.9, n.y);
  vec3 keyIn = key * keyLight;
  vec3 light = diffuse * 0.31830989 * (keyIn * max(dot(n, keyDirection), 0.0) + rimLight * max(dot(n, rimDirection), 0.0) + sky * skyLight * max(dot(n, skyDirection), 0.0));
  float even = open * (ambience.x + ambience.y * seen);
  float mirror = open * (ambience.z + ambience.w * seen);
  vec3 irradiance = studioIrradiance(n) * even;
  light += diffuse * irradiance;
  float rough = max(m.rough, 0.05);
  light += keyIn * glint(n, v, keyDirection, facing, rough) + rimLight * glint(n, v, rimDirection, facing, rough);
  vec3 r = normalize(mix(reflect(-v, n), n, pow(rough, 4.0)));
  light += mirror * (studioGlow(r, rough) + m.metal * eyeCard(r, v, rough)) * mirrorShare(facing, rough, nv);
${
  full
    ? `  if (m.sheen.r + m.sheen.g + m.sheen.b > 0.0) {
    light *= 1.0 - 0.157 * max(m.sheen.r, max(m.sheen.g, m.sheen.b));
    light += m.sheen * (keyIn * fuzz(n, v, keyDirection, m.sheenRough) + rimLight * fuzz(n, v, rimDirection, m.sheenRough));
    light += m.sheen * 3.14159265 * irradiance * fuzzShare(nv, m.sheenRough);
  }
  if (m.coat.x > 0.0) {
    float share = m.coat.x * mirrored(nv);
    light *= 1.0 - share;
    light += mirror * share * studioGlow(reflect(-v, n), m.coat.y);
    light += m.coat.x * keyIn * glint(n, v, keyDirection, vec3(0.04), m.coat.y);
  }`
    : ''
}
  return light;
}`;
}
