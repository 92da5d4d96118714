import {
  BufferAttribute,
  BufferGeometry,
  Mesh,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  Vector2,
  WebGLRenderTarget,
  type Sphere,
  type WebGLRenderer,
} from 'three';

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
  gl_FragColor = vec4(0.0, 0.0, 0.0, near * near);
}`;
const blurFragment = /* glsl */ `
varying vec2 vUv;
uniform sampler2D source;
uniform vec2 step;
void main() {
  float sum = 0.0;
  float weights = 0.0;
  for (int k = -6; k <= 6; k++) {
    float weight = exp(-float(k * k) / 14.0);
    sum += weight * texture2D(source, vUv + float(k) * step).a;
    weights += weight;
  }
  gl_FragColor = vec4(0.0, 0.0, 0.0, sum / weights);
}`;
const planeVertex = /* glsl */ `
varying vec2 vUv;
void main() {
  vUv = uv;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
const planeFragment = /* glsl */ `
varying vec2 vUv;
uniform sampler2D source;
uniform float strength;
void main() {
  gl_FragColor = vec4(0.0, 0.0, 0.0, strength * texture2D(source, vUv).a);
}`;
const screenVertex = /* glsl */ `
varying vec2 vUv;
void main() {
  vUv = position.xy * 0.5 + 0.5;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}`;

/** What darkens the ground is on this layer, beside the usual one. */
export const CASTER_LAYER = 1;
/** Height up to which things darken the ground, in radii of what is shown. */
const REACH = 0.5;
const STRENGTH = 0.72;

/** A soft dark spot on the ground where things stand on it or hang low: what is shown, seen from below, blurred. */
export class ContactShadow {
  readonly object: Mesh;
  private readonly targets: readonly [WebGLRenderTarget, WebGLRenderTarget];
  private readonly camera = new OrthographicCamera();
  private readonly depth: ShaderMaterial;
  private readonly blur: ShaderMaterial;
  private readonly plane: ShaderMaterial;
  private readonly screen = new Scene();

  constructor(size: number) {
    const target = () => new WebGLRenderTarget(size, size, { depthBuffer: true });
    this.targets = [target(), target()];
    this.camera.layers.set(CASTER_LAYER);
    this.depth = new ShaderMaterial({
      vertexShader: depthVertex,
      fragmentShader: depthFragment,
      uniforms: { reach: { value: 1 }, ground: { value: 0 } },
    });
    this.blur = new ShaderMaterial({
      vertexShader: screenVertex,
      fragmentShader: blurFragment,
      depthTest: false,
      depthWrite: false,
      uniforms: { source: { value: undefined }, step: { value: new Vector2() } },
    });
    this.plane = new ShaderMaterial({
      vertexShader: planeVertex,
      fragmentShader: planeFragment,
      transparent: true,
      depthWrite: false,
      uniforms: { source: { value: this.targets[0].texture }, strength: { value: STRENGTH } },
    });
    const geometry = new PlaneGeometry(1, 1).rotateX(-Math.PI / 2);
    this.object = new Mesh(geometry, this.plane);
    this.object.renderOrder = -900;
    const triangle = new BufferGeometry();
    triangle.setAttribute('position', new BufferAttribute(Float32Array.of(-1, -1, 0, 3, -1, 0, -1, 3, 0), 3));
    const cover = new Mesh(triangle, this.blur);
    cover.frustumCulled = false;
    cover.layers.enable(CASTER_LAYER);
    this.screen.add(cover);
  }

  /** Draws the shadow anew, of everything in the scene that is on the layer of casters. */
  update(gl: WebGLRenderer, scene: Scene, bounds: Sphere, groundHeight: number): void {
    const half = 1.7 * Math.max(bounds.radius, 1e-3);
    const { center } = bounds;
    // Below what lies on the ground, by less than can be seen.
    this.object.position.set(center.x, groundHeight - 0.002 * bounds.radius, center.z);
    this.object.scale.set(2 * half, 1, 2 * half);
    this.object.updateMatrixWorld();
    Object.assign(this.camera, { left: -half, right: half, top: half, bottom: -half, near: 0, far: 4 * half + 2 });
    // From below: the plane's uv run along x and against z.
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
    for (const material of [this.depth, this.blur, this.plane]) material.dispose();
    this.object.geometry.dispose();
  }

  private drawCasters(gl: WebGLRenderer, scene: Scene): void {
    const alpha = gl.getClearAlpha();
    const shadows = gl.shadowMap.needsUpdate;
    scene.overrideMaterial = this.depth;
    gl.setClearAlpha(0);
    gl.setRenderTarget(this.targets[0]);
    gl.clear();
    gl.render(scene, this.camera);
    gl.setRenderTarget(null);
    gl.setClearAlpha(alpha);
    scene.overrideMaterial = null;
    gl.shadowMap.needsUpdate = shadows;
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
