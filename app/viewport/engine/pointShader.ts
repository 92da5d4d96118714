/**
 * Vertex shader of points that carry a field, which fragments read as `vField`. `declarations`: uniforms and varyings; `size`: statements that set `gl_PointSize`, and what goes with it,
 * device pixels, once `gl_Position` is known.
 */
export const pointVertexShader = (declarations: string, size: string): string => /* glsl */ `
attribute float field;
${declarations}
varying float vField;
#include <clipping_planes_pars_vertex>
void main() {
  vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * mvPosition;
  ${size}
  vField = field;
  #include <clipping_planes_vertex>
}`;
