import {
  DepthTexture,
  DoubleSide,
  FloatType,
  Matrix4,
  NearestFilter,
  OrthographicCamera,
  ShaderMaterial,
  Vector3,
  WebGLRenderTarget,
  type Scene,
  type Texture,
  type WebGLRenderer,
} from 'three';
import { CASTER_LAYER } from './casters.ts';

/** Distance of the light from the middle of what it covers, and depth of its map, in radii. */
const AWAY = 3;
const DEPTH = 6;

/** Matrix from the light's clip space to places and depths of its map. */
const MAP_FROM_CLIP = new Matrix4().set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1);

/** How far what throws shadows is from a light that shines from one direction. */
export class ShadowMap {
  /** Matrix from the world to places (x, y) and depths (z) of the map. */
  readonly fromWorld: Matrix4;
  private readonly camera = new OrthographicCamera();
  private readonly target: WebGLRenderTarget;
  private readonly material = new ShaderMaterial({
    vertexShader: 'void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
    fragmentShader: 'void main() { gl_FragColor = vec4(1.0); }',
    colorWrite: false,
    side: DoubleSide,
  });
  private readonly eye = new Vector3();

  constructor(size: number, fromWorld: Matrix4) {
    this.fromWorld = fromWorld;
    this.target = new WebGLRenderTarget(size, size, {
      depthTexture: new DepthTexture(size, size, FloatType),
      minFilter: NearestFilter,
      magFilter: NearestFilter,
    });
    this.camera.layers.set(CASTER_LAYER);
  }

  get texture(): Texture {
    return this.target.depthTexture!;
  }

  /** Width of the half-shadow of a light whose disc has this tangent, per depth, in map widths. */
  static softness(disc: number): number {
    return (disc * DEPTH) / 2;
  }

  /** Draws the map of the casters within `radius` of `centre` for a light from `direction`. */
  draw(gl: WebGLRenderer, scene: Scene, centre: Vector3, radius: number, direction: Vector3): void {
    const { camera, eye, target } = this;
    eye.copy(centre).addScaledVector(direction, AWAY * radius);
    camera.position.copy(eye);
    camera.up.set(0, Math.abs(direction.y) > 0.99 ? 0 : 1, Math.abs(direction.y) > 0.99 ? 1 : 0);
    camera.lookAt(centre);
    camera.left = camera.bottom = -radius;
    camera.right = camera.top = radius;
    camera.near = 0;
    camera.far = DEPTH * radius;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    this.fromWorld.multiplyMatrices(MAP_FROM_CLIP, camera.projectionMatrix).multiply(camera.matrixWorldInverse);
    const before = scene.overrideMaterial;
    scene.overrideMaterial = this.material;
    gl.setRenderTarget(target);
    gl.clear();
    gl.render(scene, camera);
    gl.setRenderTarget(null);
    scene.overrideMaterial = before;
  }

  dispose(): void {
    this.target.depthTexture?.dispose();
    this.target.dispose();
    this.material.dispose();
  }
}
