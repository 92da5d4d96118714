import { MeshDepthMaterial } from 'three';

/** Share of the light that goes through. */
const THROUGH = 0.68;

/** Draws the shadow of something clear: through so many of its points, evenly spread (Jimenez 2014), light passes; the shadow's soft edges make a half-light of them. */
export function createPaleShadow(): MeshDepthMaterial {
  const material = new MeshDepthMaterial();
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <clipping_planes_fragment>',
      `#include <clipping_planes_fragment>
      if (fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) < ${THROUGH}) discard;`,
    );
  };
  material.customProgramCacheKey = () => 'pale shadow';
  return material;
}
