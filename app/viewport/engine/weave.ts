import { BufferAttribute, type BufferGeometry, type WebGLProgramParametersWithUniforms } from 'three';
import { replaceIn } from './surfaceMaterial.ts';

/** Threads per metre. */
const THREADS = 130;

/** Plain weave in the cloth's own coordinates: it is stretched with the cloth. Threads that are thinner than two pixels fade out before they become noise. */
const fragmentColour = /* glsl */ `
if (fieldAmount < 0.5) {
  vec2 threads = ${THREADS.toFixed(1)} * vWeave;
  vec2 perPixel = fwidth(threads);
  float clear = 1.0 - smoothstep(0.3, 0.5, max(perPixel.x, perPixel.y));
  vec2 across = fract(threads) - 0.5;
  bool over = mod(floor(threads.x) + floor(threads.y), 2.0) > 0.5;
  float bulge = cos(3.14159265 * (over ? across.y : across.x)) * (0.75 + 0.25 * cos(6.2831853 * (over ? across.x : across.y)));
  diffuseColor.rgb *= mix(1.0, 0.70 + 0.46 * bulge, clear);
}`;

/** Has a cloth's shader show its threads; its geometry has what `addWeavePlaces` gives it. */
export function addWeave(shader: WebGLProgramParametersWithUniforms): void {
  shader.vertexShader = shader.vertexShader
    .replace('#include <common>', '#include <common>\nattribute vec2 weave;\nvarying vec2 vWeave;')
    .replace('#include <begin_vertex>', '#include <begin_vertex>\nvWeave = weave;');
  replaceIn(shader, '#include <common>', '#include <common>\nvarying vec2 vWeave;');
  replaceIn(shader, '#include <normal_fragment_begin>', `#include <normal_fragment_begin>\n${fragmentColour}`);
}

/** Gives every display vertex its place in the cloth at rest, m: along the two axes that it is widest in. */
export function addWeavePlaces(geometry: BufferGeometry, rest: Float32Array): void {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < rest.length; at++) {
    low[at % 3] = Math.min(low[at % 3], rest[at]);
    high[at % 3] = Math.max(high[at % 3], rest[at]);
  }
  const [first, second] = [0, 1, 2].sort((a, b) => high[b] - low[b] - (high[a] - low[a]));
  const places = new Float32Array((2 * rest.length) / 3);
  for (let vertex = 0; vertex < rest.length / 3; vertex++) {
    places[2 * vertex] = rest[3 * vertex + first];
    places[2 * vertex + 1] = rest[3 * vertex + second];
  }
  geometry.setAttribute('weave', new BufferAttribute(places, 2));
}
