import { MeshLambertMaterial, type Color, type IUniform } from 'three';
import { addField } from '../engine/fieldMaterial.ts';
import type { SharedLook } from '../engine/SharedLook.ts';
import { addStudioLight, createFinish, replaceIn } from '../engine/surfaceMaterial.ts';

/** Refractive index of water. */
const INDEX = 1.333;
/** Looks for where the bent sight leaves the liquid, and for what stands in its way: full picture, and where the processor draws. */
const STEPS = { full: { exit: 3, bodies: 4, mirror: 12 }, light: { exit: 1, bodies: 4, mirror: 0 } } as const;

export interface WaterUniforms {
  /** See `FarSide`. */
  readonly farSide: IUniform;
  readonly farView: IUniform;
  /** Edge of a cube as large as the box that the liquid is in, m; 0 where its surface is cut open and has no far side. */
  readonly extent: { value: number };
  /** Thickness of the film of air around bodies in the liquid, m. */
  readonly film: { value: number };
  /** Light that is lost on the way, per metre, and that a deep body sends back by itself. */
  readonly absorption: { readonly value: Color };
  readonly scatter: { readonly value: Color };
}

/** Colour of foam. Edge of its flecks, as a share of the box of the liquid. */
const FOAM = 'vec3(0.93, 0.96, 0.98)';
const FLECK = 0.012;

const declarations = ({ exit, bodies, mirror }: { exit: number; bodies: number; mirror: number }) => /* glsl */ `
uniform sampler2D farSide;
uniform vec4 farView;
uniform sampler2D behind;
uniform sampler2D behindDepth;
uniform vec2 size;
uniform mat4 eyeFromClip;
uniform float extent;
uniform float film;
uniform vec3 absorption;
uniform vec3 scatter;
uniform mat4 projectionMatrix;
/* From a place in the camera's axes to the view, 0 to 1, and on to the picture. */
vec2 placeOf(vec3 eye) {
  vec4 clip = projectionMatrix * vec4(eye, 1.0);
  return clamp(0.5 + 0.5 * clip.xy / clip.w, 0.002, 0.998);
}
vec2 inPicture(vec2 place) { return (farView.xy + place * farView.zw) / size; }
vec3 lightAt(vec2 place) { return texture2D(behind, inPicture(place)).rgb; }
/* What is seen at a place of the view without the liquid, in the camera's axes. */
vec3 sceneAt(vec2 place) {
  vec4 eye = eyeFromClip * vec4(2.0 * vec3(place, texture2D(behindDepth, inPicture(place)).r) - 1.0, 1.0);
  return eye.xyz / eye.w;
}
/* Light from a place of the picture, if that lies beyond the depth z (camera's axis, m), or from where the straight sight goes; else grey, as the ground is: bodies would have ghosts. */
vec3 lightBeyond(vec2 at, vec2 straight, float z) {
  float least = z + 0.02 * extent;
  if (sceneAt(at).z < least) return lightAt(at);
  return sceneAt(straight).z < least ? lightAt(straight) : vec3(0.1);
}
/* Share that is mirrored where the sight goes from an index of 1 to one of eta (Fresnel 1823). */
float fresnelShare(float c, float eta) {
  float g = eta * eta - 1.0 + c * c;
  if (g <= 0.0) return 1.0;
  g = sqrt(g);
  float a = (g - c) / (g + c);
  float b = (c * (g + c) - 1.0) / (c * (g - c) + 1.0);
  return 0.5 * a * a * (1.0 + b * b);
}
/* How far from p along d the liquid ends, m, and its outward normal there. */
float wayOut(vec3 p, vec3 v, vec3 d, out vec3 n2) {
  vec4 far = texture2D(farSide, placeOf(p));
  n2 = d;
  /* It ends at a body, as the straight sight tells. */
  if (far.a <= 0.0) return clamp((sceneAt(placeOf(p)).z - p.z) / min(v.z, -1e-3), 0.0, 2.0 * extent);
  float t = max((-far.a - p.z) / min(v.z, -1e-3), 0.0);
  n2 = far.xyz;
  for (int k = 0; k < ${exit}; k++) {
    far = texture2D(farSide, placeOf(p + t * d));
    if (far.a <= 0.0) break;
    t = clamp((-far.a - p.z) / min(d.z, -1e-2), 0.0, 2.0 * extent);
    n2 = far.xyz;
  }
  return t;
}
/* Shortens t to what stands in the liquid on the way; true where something does. */
bool meetsBody(vec3 p, vec3 d, inout float t) {
  float near = t + 2.0 * film;
  for (int k = 0; k < ${bodies}; k++) {
    vec3 there = sceneAt(placeOf(p + near * d));
    near = min(near, max((there.z - p.z) / min(d.z, -1e-2), 0.0));
  }
  vec3 end = p + near * d;
  vec3 there = sceneAt(placeOf(end));
  /* What stands before the liquid is not seen in it. */
  if (there.z > p.z + 0.002 * extent || near > t + 1.99 * film || distance(there, end) > 0.17 * extent) return false;
  t = near;
  return true;
}
/* How far the sight went in the liquid at this pixel, m. */
float wayInside = 0.0;
/* Even noise of the place q, 0 to 1, with flecks of unit size. */
float flecks(vec3 q) {
  vec3 cell = floor(q);
  vec3 f = q - cell;
  f = f * f * (3.0 - 2.0 * f);
  float sum = 0.0;
  for (int k = 0; k < 8; k++) {
    vec3 corner = vec3(k & 1, (k >> 1) & 1, k >> 2);
    vec3 share = mix(1.0 - f, f, corner);
    vec3 h = fract((cell + corner) * vec3(0.1031, 0.1030, 0.0973));
    h += dot(h, h.yzx + 33.33);
    sum += share.x * share.y * share.z * fract((h.x + h.y) * h.z);
  }
  return sum;
}
/* Share of a surface that foam covers: broken up where there is little, closed where there is much, and more where the water is thin. */
float foamShare(float air, vec3 place) {
  if (air <= 0.01) return 0.0;
  float thin = 0.55 + 0.45 * exp(-wayInside / (0.05 * extent));
  float grain = 0.6 * flecks(place / (${FLECK} * extent)) + 0.4 * flecks(place / (${FLECK / 2.3} * extent));
  return smoothstep(0.0, 0.5, air * thin + grain - 0.75) * min(2.0 * air, 1.0);
}
/* Light through the surface at p (camera's axes), where the sight v comes in. */
vec3 throughWater(vec3 p, vec3 v, vec3 n) {
  vec2 straight = placeOf(p);
  vec3 d = refract(v, n, ${(1 / INDEX).toFixed(5)});
  vec3 n2;
  float t = wayOut(p, v, d, n2);
  float way = t;
  vec3 seen;
  if (meetsBody(p, d, t)) {
    way = t;
    seen = lightAt(placeOf(p + t * d));
  } else {
    vec3 leaves = p + t * d;
    vec3 place = (worldFromView * vec4(leaves, 1.0)).xyz;
    ${
      mirror > 0
        ? `if (place.y < groundHeight + 0.01 * extent) seen = lightAt(placeOf(leaves));
    else {
      float c = dot(d, n2);
      float share = c > 0.0 ? fresnelShare(c, ${(1 / INDEX).toFixed(5)}) : 0.0;
      vec3 outside = vec3(0.0);
      if (share < 1.0) {
        vec3 d2 = c > 0.0 ? refract(d, -n2, ${INDEX.toFixed(3)}) : d;
        vec3 down = mat3(worldFromView) * d2;
        float s = down.y < -1e-3 ? min((groundHeight - place.y) / down.y, 4.0 * extent) : 3.0 * extent;
        vec2 at = placeOf(leaves + s * d2);
        outside = lightBeyond(at, straight, leaves.z);
      }
      vec3 mirrored_ = vec3(0.070, 0.098, 0.112);
      if (share > 0.02) {
        vec3 d3 = reflect(d, n2);
        for (int k = 1; k <= ${mirror}; k++) {
          vec3 q = leaves + (1.2 * extent * float(k) / ${mirror}.0) * d3;
          vec2 at = placeOf(q);
          float ahead = sceneAt(at).z - q.z;
          if (ahead > 0.0 && ahead < 0.17 * extent) {
            mirrored_ = lightAt(at);
            break;
          }
        }
        way += share * 0.3 * extent;
      }
      seen = mix(outside, mirrored_, share);
    }`
        : 'seen = lightBeyond(placeOf(leaves), straight, leaves.z);'
    }
  }
  wayInside = way;
  vec3 left = exp(-absorption * way);
  return seen * left + scatter * (1.0 - left);
}
/* The studio and the sun in the surface; calm water would mirror the dark horizon alone. */
vec3 waterMirror(vec3 n, vec3 v) {
  vec3 r = reflect(-v, n);
  r = normalize(r + vec3(0.0, 0.32 * smoothstep(0.4, 0.9, n.y), 0.0));
  vec3 sun = keyLight * (42.0 / ${(2.85).toFixed(2)}) * pow(max(dot(r, keyDirection), 0.0), 900.0);
  return studioLight(r, 0.02) + sun;
}`;

/**
 * Liquid as clear water: the sight is bent where it enters and where it leaves (Snell), sees what stands in the liquid or behind it, and loses light on its way (Lambert 1760; Beer 1852), so that
 * films are clear and deep bodies have their colour. Where the attribute `foam` says that there is air in it, it is white. The surface mirrors as a dielectric does, from outside and from within. What is bent out of the picture is seen straight. Where a colour map
 * is on it is matte and closed, its colour from the attribute `field`.
 */
export function createWaterMaterial(
  { field, lighting, behind }: SharedLook,
  water: WaterUniforms,
): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ transparent: true });
  const { behind: colour, behindDepth, size, eyeFromClip } = behind;
  material.onBeforeCompile = (shader) => {
    addField(shader, field);
    addStudioLight(shader, lighting, createFinish(), 'fieldAmount > 0.5');
    Object.assign(shader.uniforms, water, { behind: colour, behindDepth, size, eyeFromClip });
    const main = 'void main() {';
    replaceIn(shader, main, `${declarations(STEPS[lighting.full ? 'full' : 'light'])}\nvarying float vFoam;\n${main}`);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nattribute float foam;\nvarying float vFoam;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvFoam = foam;');
    // What is lit as a matte surface is the foam.
    replaceIn(shader, 'vec3 n_ =', `if (extent > 0.0 && fieldAmount < 0.5) diffuseColor.rgb = ${FOAM};\nvec3 n_ =`);
    replaceIn(
      shader,
      '#include <opaque_fragment>',
      `diffuseColor.a = 1.0;
        if (!number_) {
          vec3 sight_ = isOrthographic ? vec3(0.0, 0.0, -1.0) : normalize(-vViewPosition);
          vec3 through = extent > 0.0 ? throughWater(-vViewPosition, sight_, normal) : 0.6 * outgoingLight + 0.4 * scatter;
          float share = fresnelShare(clamp(dot(n_, v_), 0.02, 1.0), ${INDEX.toFixed(3)});
          vec3 clear = mix(through, waterMirror(n_, v_), share);
          outgoingLight = mix(clear, outgoingLight, extent > 0.0 ? foamShare(vFoam, worldPlace()) : 0.0);
        }
        #include <opaque_fragment>`,
    );
  };
  material.customProgramCacheKey = () => `water ${lighting.full}`;
  return material;
}
