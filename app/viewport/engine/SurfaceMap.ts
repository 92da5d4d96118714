import {
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
  type ShaderMaterialParameters,
  type Texture,
  type WebGLRenderer,
} from 'three';

/** What a map needs of the graphics. */
export interface MapOptions {
  /** The extension without which the map's numbers have half the digits. */
  readonly exactWith: 'EXT_color_buffer_float' | 'EXT_float_blend';
  readonly depthBuffer: boolean;
}

/** What a shader of its own says of one surface, alone, at every pixel of the view that is being drawn; 0 where the surface is not. */
export class SurfaceMap {
  /** The map; none before it was drawn. */
  readonly map = { value: null as Texture | null };
  /** Place of the view in the target that is drawn into, pixels. */
  readonly view = { value: new Vector4(0, 0, 1, 1) };
  /** How large the map is, pixels. */
  readonly size = new Vector2();
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly options: MapOptions;
  private readonly scene = new Scene();
  private readonly clearColour = new Color();
  private target: WebGLRenderTarget | undefined;

  constructor(geometry: BufferGeometry, parameters: ShaderMaterialParameters, options: MapOptions) {
    this.options = options;
    this.mesh = new Mesh(geometry, new ShaderMaterial(parameters));
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.scene.add(this.mesh);
    this.scene.matrixWorldAutoUpdate = false;
  }

  /** Draws the map for the picture that is being drawn. */
  update(gl: WebGLRenderer, camera: Camera): void {
    const { z, w } = gl.getCurrentViewport(this.view.value);
    this.size.set(Math.max(1, Math.round(z)), Math.max(1, Math.round(w)));
    const target = this.sized(gl);
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
    this.map.value = target.texture;
  }

  dispose(): void {
    this.target?.dispose();
    this.mesh.material.dispose();
  }

  private sized(gl: WebGLRenderer): WebGLRenderTarget {
    const { x, y } = this.size;
    if (this.target?.width === x && this.target.height === y) return this.target;
    this.target?.dispose();
    const { exactWith, depthBuffer } = this.options;
    this.target = new WebGLRenderTarget(x, y, {
      format: RGBAFormat,
      type: gl.extensions.has(exactWith) ? FloatType : HalfFloatType,
      minFilter: NearestFilter,
      magFilter: NearestFilter,
      depthBuffer,
    });
    return this.target;
  }
}
