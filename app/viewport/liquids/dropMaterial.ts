import { ShaderMaterial, type Color } from 'three';
import { fieldColourChunk } from '../engine/fieldMaterial.ts';
import { pointVertexShader } from '../engine/pointShader.ts';
import type { SharedLook } from '../engine/SharedLook.ts';

/** Drops are drawn at least this large, device pixels: smaller ones are as much fainter as they cover less. */
const SMALLEST = 1.6;
/** Share of a drop that is its own light; the rest is what lies behind. */
const OWN = 0.62;

const vertexShader = pointVertexShader(
  `uniform float diameter;
uniform vec4 view;
varying float vShare;`,
  `float pixels = 0.5 * view.w * diameter * projectionMatrix[1][1] / gl_Position.w;
  gl_PointSize = max(pixels, ${SMALLEST.toFixed(1)});
  vShare = min(1.0, pixels * pixels / ${(SMALLEST * SMALLEST).toFixed(2)});`,
);

const fragmentShader = /* glsl */ `
${fieldColourChunk}
uniform vec3 colour;
uniform sampler2D behind;
uniform vec2 size;
varying float vField;
varying float vShare;
#include <clipping_planes_pars_fragment>
void main() {
  #include <clipping_planes_fragment>
  vec2 place = gl_PointCoord * 2.0 - 1.0;
  float square = dot(place, place);
  if (square > 1.0) discard;
  /* A little ball, lit from above, that mirrors the brightest of the studio. */
  float light = 0.62 + 0.38 * sqrt(1.0 - square) * (0.8 - 0.35 * place.y);
  float glint = pow(max(0.0, 1.0 - 1.6 * distance(place, vec2(-0.3, -0.4))), 4.0);
  if (fieldAmount > 0.5) gl_FragColor = vec4(fieldColour(vField) * light, 0.0);
  else {
    vec3 through = texture2D(behind, gl_FragCoord.xy / size).rgb;
    gl_FragColor = vec4(mix(through, colour * light + glint, ${OWN} * vShare), 1.0);
  }
  #include <colorspace_fragment>
}`;

/** Spray as drops of `diameter` (m) that what is behind shines through; drops that are far away fade instead of growing. Numbers are shown by closed colours. */
export function createDropMaterial(
  { field, behind }: SharedLook,
  colour: Color,
  diameter: { readonly value: number },
): ShaderMaterial {
  const uniforms = {
    ...field,
    colour: { value: colour },
    diameter,
    behind: behind.behind,
    view: behind.view,
    size: behind.size,
  };
  return new ShaderMaterial({ vertexShader, fragmentShader, clipping: true, uniforms });
}
