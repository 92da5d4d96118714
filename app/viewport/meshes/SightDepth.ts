import {
  AddEquation,
  CustomBlending,
  DoubleSide,
  OneFactor,
  Vector2,
  Vector3,
  type BufferGeometry,
  type Camera,
  type Matrix4,
  type WebGLRenderer,
} from 'three';
import type { Behind } from '../engine/Behind.ts';
import { SurfaceMap } from '../engine/SurfaceMap.ts';

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
export class SightDepth {
  /** Uniforms of the surface's shader: `depths`, red, m; the place of the picture in the target that is drawn into, and the size of the map. */
  readonly uniforms: { readonly depths: SurfaceMap['map']; readonly depthView: SurfaceMap['view'] };
  readonly middle = new Vector3();
  private readonly ends = { value: false };
  private readonly surface: SurfaceMap;

  constructor(geometry: BufferGeometry, { behindDepth, eyeFromClip }: Behind) {
    const size = { value: new Vector2() };
    const uniforms = { middle: { value: this.middle }, size, ends: this.ends, behindDepth, eyeFromClip };
    this.surface = new SurfaceMap(
      geometry,
      {
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
        uniforms,
      },
      { exactWith: 'EXT_float_blend', depthBuffer: false },
    );
    size.value = this.surface.size;
    this.uniforms = { depths: this.surface.map, depthView: this.surface.view };
  }

  /** Draws the map for the picture that is being drawn; `ends`: up to what was drawn without the surface; `place`: where the surface stands. */
  update(gl: WebGLRenderer, camera: Camera, ends: boolean, place?: Matrix4): void {
    if (place !== undefined) this.surface.mesh.matrixWorld.copy(place);
    this.ends.value = ends;
    this.surface.update(gl, camera);
  }

  dispose(): void {
    this.surface.dispose();
  }
}
