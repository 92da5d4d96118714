import type { Color, Vector2 } from 'three';
import { BackSide, DoubleSide, ShaderMaterial } from 'three';

const vertexShader = /* glsl */ `
attribute vec3 hullNormal;
uniform vec2 resolution;
uniform float width;
#include <clipping_planes_pars_vertex>
void main() {
  vec4 clip = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  vec3 normal = normalize((modelViewMatrix * vec4(hullNormal, 0.0)).xyz);
  vec2 offset = (projectionMatrix * vec4(normal, 0.0)).xy;
  offset.x *= resolution.x / resolution.y;
  offset = length(offset) > 1e-6 ? normalize(offset) : vec2(0.0);
  clip.xy += offset * (2.0 * width / resolution) * clip.w;
  /* Slivers that turn over as they grow would lie on the surface: a little behind it they are hidden. */
  clip.z += 4e-5 * clip.w;
  gl_Position = clip;
  vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
  #include <clipping_planes_vertex>
}`;

const fragmentShader = /* glsl */ `
uniform vec3 colour;
uniform float alpha;
#include <clipping_planes_pars_fragment>
void main() {
  #include <clipping_planes_fragment>
  gl_FragColor = vec4(colour, alpha);
  #include <colorspace_fragment>
}`;

/** An inverted hull: the back of a mesh, grown by `width` pixels along its normals, shows as a line around it and along its folds. */
export function createOutlineMaterial(
  colour: Color,
  width: number,
  alpha: number,
  resolution: Vector2,
  /** An open surface has no back: both sides grow, and the stencil keeps the line out of the surface. */
  open = false,
): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader,
    fragmentShader,
    side: open ? DoubleSide : BackSide,
    transparent: alpha < 1,
    clipping: true,
    uniforms: {
      colour: { value: colour },
      alpha: { value: alpha },
      width: { value: width },
      resolution: { value: resolution },
    },
  });
}
