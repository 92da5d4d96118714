import { BackSide, type BufferGeometry, type Camera, type WebGLRenderer } from 'three';
import type { Behind } from '../engine/Behind.ts';
import { SurfaceMap } from '../engine/SurfaceMap.ts';

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
/* Between a liquid's surface and a body in it there is a film of air, as thick as a cell: it is none that light sees. */
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
 * A map of where the line of sight leaves a closed surface again, at every pixel: the nearest of its back faces, outward normal (camera's axes) and distance along the camera's axis, m; 0 where there
 * is none.
 */
export class FarSide {
  /** Uniforms of the surface's shader: the map, and the place of the view in the target that is drawn into, pixels. */
  readonly uniforms: { readonly farSide: SurfaceMap['map']; readonly farView: SurfaceMap['view'] };
  /** Thickness of the film of air around bodies, m. */
  readonly film = { value: 0 };
  private readonly surface: SurfaceMap;

  constructor(geometry: BufferGeometry, { behindDepth, eyeFromClip, view, size }: Behind) {
    const uniforms = { behindDepth, eyeFromClip, view, pictureSize: size, film: this.film };
    this.surface = new SurfaceMap(
      geometry,
      { vertexShader, fragmentShader, side: BackSide, uniforms },
      { exactWith: 'EXT_color_buffer_float', depthBuffer: true },
    );
    this.uniforms = { farSide: this.surface.map, farView: this.surface.view };
  }

  /** Draws the map for the picture that is being drawn. */
  update(gl: WebGLRenderer, camera: Camera): void {
    this.surface.update(gl, camera);
  }

  dispose(): void {
    this.surface.dispose();
  }
}
