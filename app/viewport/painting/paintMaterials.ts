import {
  MeshLambertMaterial,
  PointsMaterial,
  ShaderMaterial,
  DoubleSide,
  FrontSide,
  type Color,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import { addStudioLight, createFinish, type Lighting } from '../engine/surfaceMaterial.ts';
import type { PaintColours } from './paintColours.ts';

/** What all materials of a painted body share. */
export interface PaintUniforms {
  readonly paintLow: { readonly value: Color };
  readonly paintMiddle: { readonly value: Color };
  readonly paintHigh: { readonly value: Color };
  readonly paintLine: { readonly value: Color };
  /** Painted value from which on a vertex is constrained, and the surface hatched; above 1 nothing is. */
  readonly constrainedFrom: { value: number };
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: { readonly value: number };
}

/** Value of `constrainedFrom` above every painted one. */
export const NOT_HELD = 2;

export function paintUniforms({ low, middle, high, line }: PaintColours, pixelRatio: number): PaintUniforms {
  return {
    paintLow: { value: low },
    paintMiddle: { value: middle },
    paintHigh: { value: high },
    paintLine: { value: line },
    constrainedFrom: { value: NOT_HELD },
    pixelRatio: { value: pixelRatio },
  };
}

const fragmentHead = /* glsl */ `
uniform vec3 paintLow;
uniform vec3 paintMiddle;
uniform vec3 paintHigh;
uniform vec3 paintLine;
uniform float constrainedFrom;
uniform float pixelRatio;
varying float vPainted;
/* A line of the given width (CSS pixels) where the painted value is 'at'. */
float isoLine(float at, float width) {
  float perPixel = fwidth(vPainted) * pixelRatio;
  if (perPixel < 1e-6) return 0.0;
  float pixels = abs(vPainted - at) / perPixel;
  return 1.0 - smoothstep(0.5 * width - 0.5, 0.5 * width + 0.5, pixels);
}
vec3 paintColour(float value) {
  return value < 0.5 ? mix(paintLow, paintMiddle, 2.0 * value) : mix(paintMiddle, paintHigh, 2.0 * value - 1.0);
}`;

const fragmentColour = /* glsl */ `
diffuseColor.rgb = paintColour(clamp(vPainted, 0.0, 1.0));
float hatch = step(fract((gl_FragCoord.x + gl_FragCoord.y) / (7.0 * pixelRatio)), 0.2);
diffuseColor.rgb = mix(diffuseColor.rgb, paintLine, 0.42 * hatch * step(constrainedFrom, vPainted));
float lines = max(isoLine(0.5, 1.6), 0.55 * max(isoLine(0.25, 1.0), isoLine(0.75, 1.0)));
if (constrainedFrom < 0.5) lines = max(lines, isoLine(constrainedFrom, 1.0));
diffuseColor.rgb = mix(diffuseColor.rgb, paintLine, 0.8 * lines);`;

/** The field as colours from low to high, with lines at a quarter, a half and three quarters; what is pinned is hatched. */
export function createPaintMaterial(
  uniforms: PaintUniforms,
  lighting: Lighting,
  twoSided: boolean,
): MeshLambertMaterial {
  // In front of the body's own surface, behind the lines of its faces.
  const material = new MeshLambertMaterial({
    side: twoSided ? DoubleSide : FrontSide,
    polygonOffset: true,
    polygonOffsetFactor: 0.5,
    polygonOffsetUnits: 0.5,
  });
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nattribute float painted;\nvarying float vPainted;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvPainted = painted;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${fragmentHead}`)
      .replace('#include <color_fragment>', `#include <color_fragment>\n${fragmentColour}`);
    addStudioLight(shader, lighting, createFinish(), 'true');
  };
  material.customProgramCacheKey = () => `painted ${lighting.full}`;
  return material;
}

/** Dots on the vertices that are pinned, seen through the body; `size` in device pixels. */
export function createConstrainedMaterial(uniforms: PaintUniforms, colour: Color, size: number): PointsMaterial {
  const material = new PointsMaterial({
    color: colour,
    size,
    sizeAttenuation: false,
    transparent: true,
    opacity: 0.85,
    depthTest: false,
    depthWrite: false,
  });
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nattribute float painted;\nuniform float constrainedFrom;')
      // What is not pinned is put beyond the far plane.
      .replace(
        '#include <fog_vertex>',
        '#include <fog_vertex>\nif (painted < constrainedFrom) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);',
      );
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <clipping_planes_fragment>',
      '#include <clipping_planes_fragment>\nif (length(gl_PointCoord - 0.5) > 0.5) discard;',
    );
  };
  material.customProgramCacheKey = () => 'held';
  return material;
}

const ringVertex = /* glsl */ `
varying vec2 vPlace;
void main() {
  vPlace = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const ringFragment = /* glsl */ `
uniform vec3 light;
uniform vec3 dark;
uniform float hardness;
uniform float dashes;
uniform float strength;
uniform float pixelRatio;
varying vec2 vPlace;
void main() {
  float away = length(vPlace);
  float perPixel = max(fwidth(away), 1e-6) * pixelRatio;
  float outer = abs(away - 1.0) / perPixel;
  float inner = abs(away - hardness) / perPixel;
  float dot = away / perPixel;
  float dashed = dashes > 0.0 ? step(0.5, fract(atan(vPlace.y, vPlace.x) * dashes / 6.2831853)) : 1.0;
  float bright = (1.0 - smoothstep(0.5, 1.4, outer)) * dashed;
  bright = max(bright, 0.6 * (1.0 - smoothstep(0.2, 1.0, inner)));
  bright = max(bright, 1.0 - smoothstep(1.0, 2.0, dot));
  float shade = 0.6 * max(1.0 - smoothstep(1.4, 2.6, outer), 1.0 - smoothstep(2.0, 3.0, dot));
  float alpha = max(bright, shade) * strength;
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(mix(dark, light, bright), alpha);
  #include <colorspace_fragment>
}`;

/** The brush on the surface: a ring at its radius, a thinner one where it begins to fall off, a dot in its middle. */
export function createRingMaterial({ light, line }: PaintColours, pixelRatio: number): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: ringVertex,
    fragmentShader: ringFragment,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    side: DoubleSide,
    uniforms: {
      light: { value: light },
      dark: { value: line },
      hardness: { value: 0.5 },
      dashes: { value: 0 },
      strength: { value: 1 },
      pixelRatio: { value: pixelRatio },
    },
  });
}
