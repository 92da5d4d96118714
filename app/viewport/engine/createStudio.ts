import {
  BackSide,
  Mesh,
  PMREMGenerator,
  Scene,
  ShaderMaterial,
  SphereGeometry,
  type CubeTexture,
  type WebGLRenderer,
} from 'three';
import type { LightUniforms } from './lightUniforms.ts';
import { studioChunk } from './studio.ts';

/** Pixels along an edge of the mirror image of the studio. */
const SIZE = 256;
/** Edges in it are as wide as its pixels. */
const BLUR = 0.01;

/** Draws the studio once, blurred for every roughness. */
export function createStudio(gl: WebGLRenderer, uniforms: LightUniforms): void {
  const material = new ShaderMaterial({
    side: BackSide,
    vertexShader: `varying vec3 vDirection;
void main() {
  vDirection = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`,
    fragmentShader: `varying vec3 vDirection;
${studioChunk}
void main() { gl_FragColor = vec4(studioLight(normalize(vDirection), ${BLUR}), 1.0); }`,
  });
  const room = new Mesh(new SphereGeometry(10, 48, 24), material);
  const scene = new Scene().add(room);
  const generator = new PMREMGenerator(gl);
  const { texture } = generator.fromScene(scene, 0, 0.1, 100, { size: SIZE });
  uniforms.studio.value = texture as CubeTexture;
  uniforms.studioLevels.value = texture.mipmaps.length - 1;
  generator.dispose();
  room.geometry.dispose();
  material.dispose();
}
