import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  Mesh,
  Scene,
  ShaderMaterial,
  type IUniform,
  type ShaderMaterialParameters,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';

const vertexShader = /* glsl */ `
varying vec2 vUv;
void main() {
  vUv = position.xy * 0.5 + 0.5;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}`;

/** A shader that is run once for every pixel of a target; its place is `vUv`. */
export class ScreenPass<U extends Record<string, IUniform>> {
  readonly uniforms: U;
  private readonly material: ShaderMaterial;
  private readonly scene = new Scene();
  private readonly cover: Mesh;
  private readonly camera = new Camera();

  constructor(fragmentShader: string, uniforms: U, parameters: ShaderMaterialParameters = {}) {
    this.uniforms = uniforms;
    this.material = new ShaderMaterial({
      vertexShader,
      fragmentShader: `varying vec2 vUv;\n${fragmentShader}`,
      uniforms,
      depthTest: false,
      depthWrite: false,
      ...parameters,
    });
    const triangle = new BufferGeometry();
    triangle.setAttribute('position', new BufferAttribute(Float32Array.of(-1, -1, 0, 3, -1, 0, -1, 3, 0), 3));
    this.cover = new Mesh(triangle, this.material);
    this.cover.frustumCulled = false;
    this.scene.add(this.cover);
  }

  /** Draws into a target, or on the screen; what was there stays below what blends. */
  run(gl: WebGLRenderer, target: WebGLRenderTarget | null): void {
    const { autoClear } = gl;
    gl.autoClear = false;
    gl.setRenderTarget(target);
    gl.render(this.scene, this.camera);
    gl.setRenderTarget(null);
    gl.autoClear = autoClear;
  }

  dispose(): void {
    this.material.dispose();
    this.cover.geometry.dispose();
  }
}
