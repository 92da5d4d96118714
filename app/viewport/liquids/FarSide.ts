import {
  BackSide,
  Color,
  FloatType,
  HalfFloatType,
  Mesh,
  NearestFilter,
  RGBAFormat,
  Scene,
  ShaderMaterial,
  Vector2,
  Vector4,
  WebGLRenderTarget,
  type BufferGeometry,
  type Camera,
  type Texture,
  type WebGLRenderer,
} from 'three';
import type { Behind } from '../engine/SharedLook.ts';

const vertexShader = /* glsl */ `
varying vec3 vNormal_;
varying float vDepth;
varying vec3 vEye;
void main() {
  vec4 place = modelViewMatrix * vec4(position, 1.0);
  vNormal_ = normalMatrix * normal;
  vDepth = -place.z;
  vEye = place.xyz;
  gl_Position = projectionMatrix * place;
}`;
/* Between a liquid's skin and a body in it there is a film of air, as thick as a cell: it is none that light sees. */
const fragmentShader = /* glsl */ `
varying vec3 vNormal_;
varying float vDepth;
varying vec3 vEye;
uniform sampler2D behindDepth;
uniform mat4 eyeFromClip;
uniform vec4 view;
uniform vec2 pictureSize;
uniform mat4 projectionMatrix;
uniform float film;
bool coversBody(vec3 q) {
  vec4 clip = projectionMatrix * vec4(q, 1.0);
  vec2 place = 0.5 + 0.5 * clip.xy / clip.w;
  if (any(lessThan(place, vec2(0.0))) || any(greaterThan(place, vec2(1.0)))) return false;
  vec4 eye = eyeFromClip * vec4(2.0 * vec3(place, texture2D(behindDepth, (view.xy + place * view.zw) / pictureSize).r) - 1.0, 1.0);
  float ahead = eye.z / eye.w - q.z;
  return ahead > 0.0 && ahead < 40.0 * film;
}
void main() {
  vec3 n = normalize(vNormal_);
  if (coversBody(vEye + film * n) || coversBody(vEye + 2.0 * film * n)) discard;
  gl_FragColor = vec4(n, vDepth);
}`;

/**
 * Where the sight leaves a closed surface again, at every pixel: the nearest of its back faces, outward normal (camera's axes) and distance along the camera's axis, m; 0
 * where there is none.
 */
export class FarSide {
  /** For the shader of the surface: the map, and where the view lies in the target that is drawn into, pixels. */
  readonly uniforms = {
    farSide: { value: null as Texture | null },
    farView: { value: new Vector4(0, 0, 1, 1) },
  };
  private readonly scene = new Scene();
  private readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly size = new Vector2();
  private readonly clearColour = new Color();
  private target: WebGLRenderTarget | undefined;

  /** Thickness of the film of air around bodies, m. */
  readonly film = { value: 0 };

  constructor(geometry: BufferGeometry, { behindDepth, eyeFromClip, view, size }: Behind) {
    const uniforms = { behindDepth, eyeFromClip, view, pictureSize: size, film: this.film };
    this.mesh = new Mesh(geometry, new ShaderMaterial({ vertexShader, fragmentShader, side: BackSide, uniforms }));
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.scene.add(this.mesh);
    this.scene.matrixWorldAutoUpdate = false;
  }

  /** Draws the map for the picture that is being drawn. */
  update(gl: WebGLRenderer, camera: Camera): void {
    const view = gl.getCurrentViewport(this.uniforms.farView.value);
    this.size.set(Math.max(1, Math.round(view.z)), Math.max(1, Math.round(view.w)));
    const target = this.targetOf(gl);
    const before = gl.getRenderTarget();
    const { autoClear } = gl;
    const alpha = gl.getClearAlpha();
    gl.getClearColor(this.clearColour);
    gl.autoClear = false;
    gl.setClearColor(0, 0);
    gl.setRenderTarget(target);
    gl.clear();
    const { mask } = camera.layers;
    camera.layers.set(0);
    gl.render(this.scene, camera);
    camera.layers.mask = mask;
    gl.setRenderTarget(before);
    gl.setClearColor(this.clearColour, alpha);
    gl.autoClear = autoClear;
    this.uniforms.farSide.value = target.texture;
  }

  dispose(): void {
    this.target?.dispose();
    this.mesh.material.dispose();
  }

  private targetOf(gl: WebGLRenderer): WebGLRenderTarget {
    const { x, y } = this.size;
    if (this.target?.width === x && this.target.height === y) return this.target;
    this.target?.dispose();
    this.target = new WebGLRenderTarget(x, y, {
      format: RGBAFormat,
      type: gl.extensions.has('EXT_color_buffer_float') ? FloatType : HalfFloatType,
      minFilter: NearestFilter,
      magFilter: NearestFilter,
    });
    return this.target;
  }
}
