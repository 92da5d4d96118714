import {
  AddEquation,
  BufferAttribute,
  BufferGeometry,
  Camera,
  CustomBlending,
  FloatType,
  HalfFloatType,
  Mesh,
  NearestFilter,
  OneFactor,
  RGBAFormat,
  Scene,
  ShaderMaterial,
  UnsignedByteType,
  WebGLRenderTarget,
  type TextureDataType,
  type WebGLRenderer,
} from 'three';
import { decodeChunk, screenTarget } from './screenTarget.ts';

const vertexShader = /* glsl */ `
varying vec2 vUv;
void main() {
  vUv = position.xy * 0.5 + 0.5;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}`;
/* Passes are encoded as the screen is; light is added up before that. */
const addFragment = /* glsl */ `
varying vec2 vUv;
uniform sampler2D source;
${decodeChunk}
void main() {
  gl_FragColor = vec4(light(max(texture2D(source, vUv).rgb, vec3(0.0))), 1.0);
}`;
const copyFragment = /* glsl */ `
varying vec2 vUv;
uniform sampler2D source;
void main() {
  gl_FragColor = vec4(texture2D(source, vUv).rgb, 1.0);
}`;
const showFragment = /* glsl */ `
varying vec2 vUv;
uniform sampler2D source;
uniform sampler2D first;
uniform float amount;
void main() {
  vec4 sum = texture2D(source, vUv);
  vec3 mean = sum.rgb / max(sum.a, 1.0);
  vec3 encoded = mix(mean * 12.92, 1.055 * pow(mean, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, mean));
  vec3 shown = mix(texture2D(first, vUv).rgb, encoded, amount);
  /* Less than a step of a byte: dark slopes show no bands. */
  float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  gl_FragColor = vec4(shown + (grain - 0.5) / 255.0, 1.0);
}`;

/** Passes over which a picture goes over from the first one to the mean. */
const FADE = 24;

/** The mean of many pictures of the same thing, in linear light: edges without steps, soft shadows. Shown more and more as it settles. */
export class StillPicture {
  /** Passes in the mean. */
  count = 0;
  private readonly add = screenMaterial(addFragment, { source: { value: null } }, true);
  private readonly copy = screenMaterial(copyFragment, { source: { value: null } });
  private readonly show = screenMaterial(showFragment, {
    source: { value: null },
    first: { value: null },
    amount: { value: 0 },
  });
  private readonly screen = new Scene();
  private readonly cover: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly camera = new Camera();
  private targets:
    | { readonly pass: WebGLRenderTarget; readonly sum: WebGLRenderTarget; readonly first: WebGLRenderTarget }
    | undefined;

  constructor() {
    const triangle = new BufferGeometry();
    triangle.setAttribute('position', new BufferAttribute(Float32Array.of(-1, -1, 0, 3, -1, 0, -1, 3, 0), 3));
    this.cover = new Mesh(triangle, this.add);
    this.cover.frustumCulled = false;
    this.screen.add(this.cover);
  }

  /** True where pictures can be added up. */
  static isPossible(gl: WebGLRenderer): boolean {
    return gl.extensions.has('EXT_color_buffer_float');
  }

  /** Begins a mean of pictures of this size, device pixels; `draw` draws the one that it takes the place of. */
  begin(gl: WebGLRenderer, width: number, height: number, draw: () => void): void {
    this.count = 0;
    const { pass, sum, first } = this.sized(gl, width, height);
    this.drawInto(gl, pass, draw);
    this.run(gl, this.copy, first, pass);
    gl.setRenderTarget(sum);
    const alpha = gl.getClearAlpha();
    gl.setClearAlpha(0);
    gl.clear();
    gl.setClearAlpha(alpha);
    gl.setRenderTarget(null);
  }

  /** Adds what `draw` draws. */
  pass(gl: WebGLRenderer, draw: () => void): void {
    const { targets } = this;
    if (targets === undefined) return;
    this.drawInto(gl, targets.pass, draw);
    const { autoClear } = gl;
    gl.autoClear = false;
    this.run(gl, this.add, targets.sum, targets.pass);
    gl.autoClear = autoClear;
    this.count++;
  }

  /** Draws the mean, or how far it has come; on the screen where no target is given. */
  present(gl: WebGLRenderer, target: WebGLRenderTarget | null = null): void {
    const { targets } = this;
    if (targets === undefined) return;
    const settled = Math.min(1, this.count / FADE);
    this.show.uniforms.amount.value = target === null ? settled * settled * (3 - 2 * settled) : 1;
    this.show.uniforms.first.value = targets.first.texture;
    this.run(gl, this.show, target, targets.sum);
  }

  /** Gives the memory of the GPU back; the next mean takes it again. */
  release(): void {
    if (this.targets !== undefined) for (const target of Object.values(this.targets)) target.dispose();
    this.targets = undefined;
    this.count = 0;
  }

  dispose(): void {
    this.release();
    for (const material of [this.add, this.copy, this.show]) material.dispose();
    this.cover.geometry.dispose();
  }

  private sized(gl: WebGLRenderer, width: number, height: number): NonNullable<typeof this.targets> {
    const present = this.targets;
    if (present?.pass.width === width && present.pass.height === height) return present;
    this.release();
    const sumType = gl.extensions.has('EXT_float_blend') ? FloatType : HalfFloatType;
    this.targets = {
      pass: screenTarget(width, height),
      sum: createTarget(width, height, sumType),
      first: createTarget(width, height, UnsignedByteType),
    };
    return this.targets;
  }

  private drawInto(gl: WebGLRenderer, target: WebGLRenderTarget, draw: () => void): void {
    gl.setRenderTarget(target);
    draw();
    gl.setRenderTarget(null);
  }

  private run(
    gl: WebGLRenderer,
    material: ShaderMaterial,
    target: WebGLRenderTarget | null,
    source: WebGLRenderTarget,
  ): void {
    material.uniforms.source.value = source.texture;
    this.cover.material = material;
    gl.setRenderTarget(target);
    gl.render(this.screen, this.camera);
    gl.setRenderTarget(null);
  }
}

function screenMaterial(
  fragmentShader: string,
  uniforms: Record<string, { value: unknown }>,
  adds = false,
): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms,
    depthTest: false,
    depthWrite: false,
    ...(adds && {
      blending: CustomBlending,
      blendEquation: AddEquation,
      blendSrc: OneFactor,
      blendDst: OneFactor,
      transparent: true,
    }),
  });
}

function createTarget(width: number, height: number, type: TextureDataType): WebGLRenderTarget {
  return new WebGLRenderTarget(width, height, {
    type,
    format: RGBAFormat,
    depthBuffer: false,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  });
}
