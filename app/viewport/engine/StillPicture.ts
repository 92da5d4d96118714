import {
  AddEquation,
  Color,
  CustomBlending,
  FloatType,
  HalfFloatType,
  NearestFilter,
  OneFactor,
  WebGLRenderTarget,
  type Texture,
  type TextureDataType,
  type WebGLRenderer,
} from 'three';
import type { Present } from './Present.ts';
import { ScreenPass } from './ScreenPass.ts';

const copy = 'uniform sampler2D source;\nvoid main() { gl_FragColor = texture2D(source, vUv); }';

/** Passes over which a picture goes over from the first one to the mean. */
const FADE = 24;

/** The mean of many pictures of the same thing, in linear light: edges without steps, soft shadows. Shown more and more as it settles. */
export class StillPicture {
  /** Passes in the mean. */
  count = 0;
  private readonly addPass = new ScreenPass(
    copy,
    { source: { value: null as Texture | null } },
    {
      blending: CustomBlending,
      blendEquation: AddEquation,
      blendSrc: OneFactor,
      blendDst: OneFactor,
      transparent: true,
    },
  );
  private readonly copyPass = new ScreenPass(copy, { source: { value: null as Texture | null } });
  private readonly clearColour = new Color();
  private targets: { readonly sum: WebGLRenderTarget; readonly first: WebGLRenderTarget } | undefined;

  /** True where pictures can be added up. */
  static isPossible(gl: WebGLRenderer): boolean {
    return gl.extensions.has('EXT_color_buffer_float');
  }

  /** Begins a mean of pictures of this size, device pixels; `first` is the one that it takes the place of. */
  begin(gl: WebGLRenderer, width: number, height: number, first?: Texture): void {
    this.count = 0;
    const targets = this.sized(gl, width, height);
    if (first !== undefined) {
      this.copyPass.uniforms.source.value = first;
      this.copyPass.run(gl, targets.first);
    }
    const alpha = gl.getClearAlpha();
    gl.getClearColor(this.clearColour);
    gl.setRenderTarget(targets.sum);
    gl.setClearColor(0, 0);
    gl.clear();
    gl.setClearColor(this.clearColour, alpha);
    gl.setRenderTarget(null);
  }

  /** Adds a picture. */
  add(gl: WebGLRenderer, picture: Texture): void {
    if (this.targets === undefined) return;
    this.addPass.uniforms.source.value = picture;
    this.addPass.run(gl, this.targets.sum);
    this.count++;
  }

  /** Shows the mean, or how far it has come; all of it where it goes into a target. */
  show(gl: WebGLRenderer, present: Present, target: WebGLRenderTarget | null = null): void {
    const { targets, count } = this;
    if (targets === undefined) return;
    const settled = target === null ? Math.min(1, count / FADE) : 1;
    const amount = settled * settled * (3 - 2 * settled);
    present.show(gl, targets.sum.texture, target, { count, first: targets.first.texture, amount });
  }

  /** Gives the memory of the GPU back; the next mean takes it again. */
  release(): void {
    if (this.targets !== undefined) for (const target of Object.values(this.targets)) target.dispose();
    this.targets = undefined;
    this.count = 0;
  }

  dispose(): void {
    this.release();
    this.addPass.dispose();
    this.copyPass.dispose();
  }

  private sized(gl: WebGLRenderer, width: number, height: number): NonNullable<typeof this.targets> {
    const present = this.targets;
    if (present?.sum.width === width && present.sum.height === height) return present;
    this.release();
    const sumType = gl.extensions.has('EXT_float_blend') ? FloatType : HalfFloatType;
    this.targets = { sum: createTarget(width, height, sumType), first: createTarget(width, height, HalfFloatType) };
    return this.targets;
  }
}

function createTarget(width: number, height: number, type: TextureDataType): WebGLRenderTarget {
  return new WebGLRenderTarget(width, height, {
    type,
    depthBuffer: false,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  });
}
