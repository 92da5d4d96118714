import {
  HalfFloatType,
  NearestFilter,
  SRGBColorSpace,
  WebGLRenderTarget,
  type DepthTexture,
  type MagnificationTextureFilter,
} from 'three';

/**
 * A picture that is drawn into with the very programs and the blending of the screen, in its encoding: three does so for targets that count as a headset's. With
 * `depthTexture`, how far away everything is can be read, too.
 */
export function screenTarget(
  width: number,
  height: number,
  filter: MagnificationTextureFilter = NearestFilter,
  depthTexture?: DepthTexture,
): WebGLRenderTarget {
  const target = new WebGLRenderTarget(width, height, {
    type: HalfFloatType,
    colorSpace: SRGBColorSpace,
    stencilBuffer: true,
    minFilter: filter,
    magFilter: filter,
    ...(depthTexture && { depthTexture }),
  });
  return Object.assign(target, { isXRRenderTarget: true });
}

/** GLSL: `light(encoded)`, linear light of a colour in the screen's encoding. */
export const decodeChunk = /* glsl */ `
vec3 light(vec3 encoded) {
  return mix(encoded / 12.92, pow((encoded + 0.055) / 1.055, vec3(2.4)), step(0.04045, encoded));
}`;
