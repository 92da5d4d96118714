import {
  Color,
  DepthStencilFormat,
  DepthTexture,
  FloatType,
  HalfFloatType,
  LinearFilter,
  NearestFilter,
  RedFormat,
  UnsignedByteType,
  UnsignedInt248Type,
  WebGLRenderTarget,
  type Camera,
  type Scene,
  type Texture,
  type TextureDataType,
  type WebGLRenderer,
} from 'three';
import { JELLY_LAYER, LIQUID_LAYER } from './casters.ts';
import { ScreenPass } from './ScreenPass.ts';
import type { Behind } from './Behind.ts';

/** What is drawn, from the back to the front. */
export interface PictureParts {
  readonly scene: Scene;
  /** Drawn over the scene, whatever stands in it: handles, marks. */
  readonly front: Scene;
  readonly behind: Behind;
  /** Whether the scene has bodies, and liquids, that show what is behind them. */
  hasJelly(): boolean;
  hasLiquid(): boolean;
}

/** Samples per pixel. */
const SAMPLES = 4;

/** What it takes to draw into floats, to blend there and to smooth them. */
const FLOAT_EXTENSIONS = ['EXT_color_buffer_float', 'EXT_float_blend', 'OES_texture_float_linear'];

/** Area of a part of the picture in the target, pixels. */
export interface PictureArea {
  readonly left: number;
  readonly width: number;
  readonly from: number;
  readonly to: number;
}

/**
 * One picture in linear light, drawn in passes: backdrop and what is opaque; then, each with a copy of what is there so far (colour and depth), bodies and liquids that show what is behind them; then
 * handles and marks. Copies, not second drawings: the scene is shaded once.
 */
export class Picture {
  private readonly parts: PictureParts;
  private readonly samples: number;
  private readonly software: boolean;
  private readonly copyColour = new ScreenPass(
    'uniform sampler2D source;\nvoid main() { gl_FragColor = texture2D(source, vUv); }',
    {
      source: { value: null as Texture | null },
    },
  );
  private readonly copyDepth = new ScreenPass(
    'uniform sampler2D source;\nvoid main() { gl_FragColor = vec4(texture2D(source, vUv).r); }',
    { source: { value: null as Texture | null } },
  );
  private readonly black = new Color(0, 0, 0);
  private target: WebGLRenderTarget | undefined;
  private copies: { readonly colour: WebGLRenderTarget; readonly depth: WebGLRenderTarget } | undefined;

  /** Drawn by the processor where it is `software`, and otherwise with several samples per pixel. */
  constructor(parts: PictureParts, software: boolean) {
    this.parts = parts;
    this.software = software;
    this.samples = software ? 0 : SAMPLES;
  }

  /** The picture; drawn at least once. */
  get texture(): Texture {
    return this.target!.texture;
  }

  /** Draws a part of the picture; `width` and `height` of the whole, pixels. */
  draw(gl: WebGLRenderer, camera: Camera, width: number, height: number, area?: PictureArea): void {
    const target = this.sized(gl, width, height);
    const { scene, front, behind } = this.parts;
    const { left, width: wide, from, to } = area ?? { left: 0, width, from: 0, to: width };
    target.viewport.set(left, 0, wide, height);
    target.scissor.set(from, 0, Math.max(to - from, 0), height);
    target.scissorTest = area !== undefined;
    behind.view.value.copy(target.viewport);
    behind.size.value.set(width, height);
    const { autoClear } = gl;
    gl.autoClear = false;
    gl.setRenderTarget(target);
    gl.setClearColor(this.black, 1);
    gl.clear();
    camera.layers.set(0);
    gl.render(scene, camera);
    scene.matrixWorldAutoUpdate = false;
    if (this.parts.hasJelly()) this.drawOver(gl, camera, target, JELLY_LAYER);
    if (this.parts.hasLiquid()) this.drawOver(gl, camera, target, LIQUID_LAYER);
    scene.matrixWorldAutoUpdate = true;
    camera.layers.set(0);
    gl.setRenderTarget(target);
    gl.render(front, camera);
    gl.setRenderTarget(null);
    gl.autoClear = autoClear;
  }

  /** Gives the memory of the GPU back; the next picture takes it again. */
  release(): void {
    for (const target of [this.target, this.copies?.colour, this.copies?.depth]) target?.dispose();
    this.target?.depthTexture?.dispose();
    this.target = undefined;
    this.copies = undefined;
  }

  dispose(): void {
    this.release();
    this.copyColour.dispose();
    this.copyDepth.dispose();
  }

  /** Draws what is on a layer, which may read what was drawn before. */
  private drawOver(gl: WebGLRenderer, camera: Camera, target: WebGLRenderTarget, layer: number): void {
    const { behind, scene } = this.parts;
    const { colour, depth } = this.copied(target);
    this.copyColour.uniforms.source.value = target.texture;
    this.copyColour.run(gl, colour);
    this.copyDepth.uniforms.source.value = target.depthTexture;
    this.copyDepth.run(gl, depth);
    behind.behind.value = colour.texture;
    behind.behindDepth.value = depth.texture;
    behind.eyeFromClip.value.copy(camera.projectionMatrixInverse);
    camera.layers.set(layer);
    gl.setRenderTarget(target);
    gl.render(scene, camera);
  }

  private sized(gl: WebGLRenderer, width: number, height: number): WebGLRenderTarget {
    if (this.target?.width === width && this.target.height === height) return this.target;
    this.release();
    const depth = new DepthTexture(width, height, UnsignedInt248Type);
    depth.format = DepthStencilFormat;
    this.target = new WebGLRenderTarget(width, height, {
      type: lightType(gl, this.software),
      depthTexture: depth,
      stencilBuffer: true,
      samples: this.samples,
      minFilter: LinearFilter,
      magFilter: LinearFilter,
    });
    return this.target;
  }

  private copied({ width, height, texture }: WebGLRenderTarget): NonNullable<typeof this.copies> {
    this.copies ??= {
      colour: new WebGLRenderTarget(width, height, { type: texture.type, depthBuffer: false }),
      depth: new WebGLRenderTarget(width, height, {
        type: FloatType,
        format: RedFormat,
        depthBuffer: false,
        minFilter: NearestFilter,
        magFilter: NearestFilter,
      }),
    };
    return this.copies;
  }
}

/** What light is kept in: half floats, or bytes where these cannot be drawn into. Where the processor draws, floats, which it has not to convert. */
function lightType(gl: WebGLRenderer, software: boolean): TextureDataType {
  if (software && FLOAT_EXTENSIONS.every((extension) => gl.extensions.has(extension))) return FloatType;
  return gl.extensions.has('EXT_color_buffer_float') || gl.extensions.has('EXT_color_buffer_half_float')
    ? HalfFloatType
    : UnsignedByteType;
}
