import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Mesh,
  OrthographicCamera,
  Scene,
  ShaderMaterial,
  Vector2,
  Vector3,
  WebGLRenderTarget,
  type Sphere,
  type Texture,
  type WebGLRenderer,
} from 'three';
import { CASTER_LAYER } from './casters.ts';

const depthVertex = /* glsl */ `
varying float vHeight;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vHeight = world.y;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;
/** Darker the nearer to the ground. */
const depthFragment = /* glsl */ `
varying float vHeight;
uniform float reach;
uniform float ground;
void main() {
  float near = 1.0 - clamp((vHeight - ground) / reach, 0.0, 1.0);
  gl_FragColor = vec4(near * near);
}`;
/** Weights of the blur by how far off they are, pixels: a bell that adds up to 1. */
const BLUR_WEIGHTS = bellWeights(6);

const blurFragment = /* glsl */ `
varying vec2 vUv;
uniform sampler2D source;
uniform vec2 step;
void main() {
  float sum = 0.0;
${BLUR_WEIGHTS.map((weight, k) => `  sum += ${weight.toFixed(8)} * texture2D(source, vUv + ${(k - 6).toFixed(1)} * step).r;`).join('\n')}
  gl_FragColor = vec4(sum);
}`;
const screenVertex = /* glsl */ `
varying vec2 vUv;
void main() {
  vUv = position.xy * 0.5 + 0.5;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}`;

/** Height up to which things darken the ground, in radii of what is shown. */
const REACH = 0.3;
/** Half of the side of the map, in the same. */
const COVER = 1.7;

/** How near things come to the ground: what is shown, seen from below, 1 where it touches and 0 above some height, blurred. */
export class ContactMap {
  readonly uniforms = {
    contactMap: { value: null as Texture | null },
    /** Middle (x, z) and side of what the map covers, m. */
    contactArea: { value: new Vector3(0, 0, 1) },
  };
  private readonly targets: readonly [WebGLRenderTarget, WebGLRenderTarget];
  private readonly camera = new OrthographicCamera();
  private readonly depth: ShaderMaterial;
  private readonly blur: ShaderMaterial;
  private readonly screen = new Scene();
  private readonly cover: Mesh;
  private readonly clearColour = new Color();

  constructor(size: number) {
    const target = () => new WebGLRenderTarget(size, size, { depthBuffer: true });
    this.targets = [target(), target()];
    this.uniforms.contactMap.value = this.targets[0].texture;
    this.camera.layers.set(CASTER_LAYER);
    this.depth = new ShaderMaterial({
      vertexShader: depthVertex,
      fragmentShader: depthFragment,
      side: DoubleSide,
      uniforms: { reach: { value: 1 }, ground: { value: 0 } },
    });
    this.blur = new ShaderMaterial({
      vertexShader: screenVertex,
      fragmentShader: blurFragment,
      depthTest: false,
      depthWrite: false,
      uniforms: { source: { value: undefined }, step: { value: new Vector2() } },
    });
    const triangle = new BufferGeometry();
    triangle.setAttribute('position', new BufferAttribute(Float32Array.of(-1, -1, 0, 3, -1, 0, -1, 3, 0), 3));
    this.cover = new Mesh(triangle, this.blur);
    this.cover.frustumCulled = false;
    this.cover.layers.enable(CASTER_LAYER);
    this.screen.add(this.cover);
  }

  /** Draws the map anew, of everything in the scene that is on the layer of casters. */
  update(gl: WebGLRenderer, scene: Scene, bounds: Sphere, groundHeight: number): void {
    const half = COVER * Math.max(bounds.radius, 1e-3);
    const { center } = bounds;
    this.uniforms.contactArea.value.set(center.x, center.z, 2 * half);
    Object.assign(this.camera, { left: -half, right: half, top: half, bottom: -half, near: 0, far: 4 * half + 2 });
    // From below: the map's columns run along x and its rows along z.
    this.camera.position.set(center.x, groundHeight - 1e-3, center.z);
    this.camera.up.set(0, 0, 1);
    this.camera.lookAt(center.x, groundHeight + 1, center.z);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.depth.uniforms.reach.value = REACH * Math.max(bounds.radius, 1e-3);
    this.depth.uniforms.ground.value = groundHeight;
    this.drawCasters(gl, scene);
    for (const spread of [2.2, 1]) {
      this.pass(gl, this.targets[0], this.targets[1], spread / this.targets[0].width, 0);
      this.pass(gl, this.targets[1], this.targets[0], 0, spread / this.targets[0].width);
    }
  }

  dispose(): void {
    for (const target of this.targets) target.dispose();
    for (const material of [this.depth, this.blur]) material.dispose();
    this.cover.geometry.dispose();
  }

  private drawCasters(gl: WebGLRenderer, scene: Scene): void {
    const alpha = gl.getClearAlpha();
    gl.getClearColor(this.clearColour);
    scene.overrideMaterial = this.depth;
    gl.setClearColor(0, 0);
    gl.setRenderTarget(this.targets[0]);
    gl.clear();
    gl.render(scene, this.camera);
    gl.setRenderTarget(null);
    gl.setClearColor(this.clearColour, alpha);
    scene.overrideMaterial = null;
  }

  private pass(gl: WebGLRenderer, from: WebGLRenderTarget, to: WebGLRenderTarget, x: number, y: number): void {
    this.blur.uniforms.source.value = from.texture;
    this.blur.uniforms.step.value.set(x, y);
    gl.setRenderTarget(to);
    gl.clear();
    gl.render(this.screen, this.camera);
    gl.setRenderTarget(null);
  }
}

/** Weights at -`reach` to `reach`. */
function bellWeights(reach: number): readonly number[] {
  const weights = Array.from({ length: 2 * reach + 1 }, (_, k) => Math.exp(-((k - reach) ** 2) / 14));
  const sum = weights.reduce((a, b) => a + b);
  return weights.map((weight) => weight / sum);
}
