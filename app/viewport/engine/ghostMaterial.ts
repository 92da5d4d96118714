import type { Color } from 'three';
import { ShaderMaterial } from 'three';

const vertexShader = /* glsl */ `
varying vec3 vNormal;
varying vec3 vToEye;
#include <clipping_planes_pars_vertex>
void main() {
  vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
  vNormal = normalMatrix * normal;
  vToEye = isOrthographic ? vec3(0.0, 0.0, 1.0) : -mvPosition.xyz;
  gl_Position = projectionMatrix * mvPosition;
  #include <clipping_planes_vertex>
}`;

const fragmentShader = /* glsl */ `
uniform vec3 colour;
uniform float strength;
varying vec3 vNormal;
varying vec3 vToEye;
#include <clipping_planes_pars_fragment>
void main() {
  #include <clipping_planes_fragment>
  float facing = abs(dot(normalize(vNormal), normalize(vToEye)));
  float alpha = strength * (0.06 + 0.62 * pow(1.0 - facing, 2.4));
  gl_FragColor = vec4(colour, alpha);
  #include <colorspace_fragment>
}`;

/** Glass that shows only where it is seen at a grazing angle: keeps bearings without hiding what is inside. */
export function createGhostMaterial(colour: Color, strength = 1): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader,
    fragmentShader,
    transparent: true,
    depthWrite: false,
    clipping: true,
    uniforms: { colour: { value: colour }, strength: { value: strength } },
  });
}
