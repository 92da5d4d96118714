import {
  DepthStencilFormat,
  DepthTexture,
  LinearFilter,
  Matrix4,
  UnsignedInt248Type,
  Vector2,
  Vector4,
  type Camera,
  type Object3D,
  type Scene,
  type Texture,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';
import { screenTarget } from '../engine/screenTarget.ts';

/** The picture without a liquid, for the liquid's shader: what it bends the sight of, and where the sight in it ends. */
export class BehindLiquids {
  readonly uniforms = {
    /** In the screen's encoding, and how far away it is. */
    behind: { value: null as Texture | null },
    behindDepth: { value: null as Texture | null },
    /** Where the picture lies in the target that is drawn into, pixels. */
    view: { value: new Vector4(0, 0, 1, 1) },
    /** From the picture's place and depth, -1 to 1, to the camera's axes. */
    eyeFromClip: { value: new Matrix4() },
  };
  /** What is drawn over liquids in any case. */
  leftOut: readonly Object3D[] = [];
  /** A picture without a liquid is being drawn: other liquids in it have none. */
  drawing = false;
  private readonly size = new Vector2();
  private target: WebGLRenderTarget | undefined;

  /** Draws the picture that is being drawn without the parts of a liquid. */
  draw(gl: WebGLRenderer, scene: Scene, camera: Camera, liquid: readonly Object3D[]): void {
    const { uniforms, size } = this;
    const view = gl.getCurrentViewport(uniforms.view.value);
    size.set(Math.max(1, Math.round(view.z)), Math.max(1, Math.round(view.w)));
    const target = this.sized();
    const hidden = [...liquid, ...this.leftOut].filter(({ visible }) => visible);
    const before = gl.getRenderTarget();
    const { autoUpdate } = gl.shadowMap;
    this.drawing = true;
    // What is drawn into may not be read.
    uniforms.behind.value = null;
    uniforms.behindDepth.value = null;
    for (const object of hidden) object.visible = false;
    gl.shadowMap.autoUpdate = false;
    scene.matrixWorldAutoUpdate = false;
    gl.setRenderTarget(target);
    gl.render(scene, camera);
    gl.setRenderTarget(before);
    scene.matrixWorldAutoUpdate = true;
    gl.shadowMap.autoUpdate = autoUpdate;
    for (const object of hidden) object.visible = true;
    this.drawing = false;
    uniforms.behind.value = target.texture;
    uniforms.behindDepth.value = target.depthTexture;
    uniforms.eyeFromClip.value.copy(camera.projectionMatrixInverse);
  }

  dispose(): void {
    this.target?.dispose();
    this.target?.depthTexture?.dispose();
  }

  private sized(): WebGLRenderTarget {
    const { x, y } = this.size;
    if (this.target?.width === x && this.target.height === y) return this.target;
    this.dispose();
    const depth = new DepthTexture(x, y, UnsignedInt248Type);
    depth.format = DepthStencilFormat;
    this.target = screenTarget(x, y, LinearFilter, depth);
    return this.target;
  }
}
