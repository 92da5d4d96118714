import {
  AddEquation,
  Color,
  CustomBlending,
  DoubleSide,
  FloatType,
  HalfFloatType,
  Mesh,
  NearestFilter,
  OneFactor,
  RGBAFormat,
  Scene,
  ShaderMaterial,
  Vector2,
  Vector3,
  Vector4,
  type Matrix4,
  WebGLRenderTarget,
  type BufferGeometry,
  type Camera,
  type Texture,
  type WebGLRenderer,
} from 'three';
import type { Behind } from '../engine/SharedLook.ts';

/** Distances along the sight are taken from the middle of the liquid: small numbers keep their digits. */
const vertexShader = /* glsl */ `
uniform vec3 middle;
varying float vWay;
void main() {
  vec4 place = modelViewMatrix * vec4(position, 1.0);
  vec4 from = viewMatrix * vec4(middle, 1.0);
  vWay = isOrthographic ? from.z - place.z : length(place.xyz) - length(from.xyz);
  gl_Position = projectionMatrix * place;
}`;
/* What stands in the liquid, or before it, ends the sight. */
const fragmentShader = /* glsl */ `
varying float vWay;
uniform vec3 middle;
uniform sampler2D behindDepth;
uniform mat4 eyeFromClip;
uniform vec2 size;
uniform bool ends;
void main() {
  float way = vWay;
  if (ends) {
    vec2 place = gl_FragCoord.xy / size;
    vec4 end = eyeFromClip * vec4(2.0 * vec3(place, texture2D(behindDepth, place).r) - 1.0, 1.0);
    end /= end.w;
    vec4 from = viewMatrix * vec4(middle, 1.0);
    way = min(way, isOrthographic ? from.z - end.z : length(end.xyz) - length(from.xyz));
  }
  gl_FragColor = vec4(gl_FrontFacing ? -way : way, 0.0, 0.0, 1.0);
}`;

/**
 * How far the sight runs within a closed surface at every pixel, up to what stands in it: the distances of its back faces less those of its front faces, added up.
 */
export class LiquidDepth {
  /** For the shader of the surface: `depths`, red, m; where the picture lies in the target that is drawn into, and how large the map is. */
  readonly uniforms = {
    depths: { value: null as Texture | null },
    depthView: { value: new Vector4(0, 0, 1, 1) },
  };
  private readonly ends = { value: false };
  readonly middle = new Vector3();
  private readonly scene = new Scene();
  private readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly size = new Vector2();
  private readonly clearColour = new Color();
  private target: WebGLRenderTarget | undefined;

  constructor(geometry: BufferGeometry, { behindDepth, eyeFromClip }: Behind) {
    const material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      side: DoubleSide,
      depthTest: false,
      depthWrite: false,
      transparent: true,
      blending: CustomBlending,
      blendEquation: AddEquation,
      blendSrc: OneFactor,
      blendDst: OneFactor,
      uniforms: {
        middle: { value: this.middle },
        size: { value: this.size },
        ends: this.ends,
        behindDepth,
        eyeFromClip,
      },
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.scene.add(this.mesh);
    this.scene.matrixWorldAutoUpdate = false;
  }

  /** Draws the map for the picture that is being drawn; `ends`: up to what was drawn without the liquid; `place`: where the surface stands. */
  update(gl: WebGLRenderer, camera: Camera, ends: boolean, place?: Matrix4): void {
    if (place !== undefined) this.mesh.matrixWorld.copy(place);
    this.ends.value = ends;
    const view = gl.getCurrentViewport(this.uniforms.depthView.value);
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
    this.uniforms.depths.value = target.texture;
  }

  dispose(): void {
    this.target?.dispose();
    this.mesh.material.dispose();
  }

  private targetOf(gl: WebGLRenderer): WebGLRenderTarget {
    const { x, y } = this.size;
    if (this.target?.width === x && this.target.height === y) return this.target;
    this.target?.dispose();
    const exact = gl.extensions.has('EXT_float_blend');
    this.target = new WebGLRenderTarget(x, y, {
      format: RGBAFormat,
      type: exact ? FloatType : HalfFloatType,
      minFilter: NearestFilter,
      magFilter: NearestFilter,
      depthBuffer: false,
    });
    return this.target;
  }
}
