import { DataTexture, FloatType, NearestFilter, RGBAFormat } from 'three';

/** Texels per row. */
export const VOLUME_TEXTURE_WIDTH = 1024;

/** A texture with a position per volume vertex, so that elements are put together on the GPU. */
export function createVolumeTexture(vertexCount: number): DataTexture {
  const height = Math.max(1, Math.ceil(vertexCount / VOLUME_TEXTURE_WIDTH));
  const data = new Float32Array(4 * VOLUME_TEXTURE_WIDTH * height);
  const texture = new DataTexture(data, VOLUME_TEXTURE_WIDTH, height, RGBAFormat, FloatType);
  texture.minFilter = NearestFilter;
  texture.magFilter = NearestFilter;
  return texture;
}

/** Writes positions, xyz per vertex, into the texture. */
export function writeVolumeTexture(texture: DataTexture, positions: Float32Array): void {
  const data = texture.image.data as Float32Array;
  for (let from = 0, to = 0; from < positions.length; from += 3, to += 4) {
    data[to] = positions[from];
    data[to + 1] = positions[from + 1];
    data[to + 2] = positions[from + 2];
  }
  texture.needsUpdate = true;
}

/** GLSL: `volumeVertex(id)`. */
export const volumeVertexChunk = /* glsl */ `
uniform sampler2D volumePositions;
vec3 volumeVertex(float id) {
  int at = int(id + 0.5);
  return texelFetch(volumePositions, ivec2(at % ${VOLUME_TEXTURE_WIDTH}, at / ${VOLUME_TEXTURE_WIDTH}), 0).xyz;
}`;
