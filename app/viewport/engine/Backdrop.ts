import { BufferAttribute, BufferGeometry, Color, Matrix4, Mesh, ShaderMaterial, Vector3, type Camera } from 'three';
import type { ViewportColours } from './viewportColours.ts';

const vertexShader = /* glsl */ `
varying vec3 vNear;
varying vec3 vFar;
uniform mat4 worldFromClip;
void main() {
  vec4 near = worldFromClip * vec4(position.xy, -1.0, 1.0);
  vec4 far = worldFromClip * vec4(position.xy, 1.0, 1.0);
  vNear = near.xyz / near.w;
  vFar = far.xyz / far.w;
  gl_Position = vec4(position.xy, 1.0, 1.0);
}`;

const fragmentShader = /* glsl */ `
varying vec3 vNear;
varying vec3 vFar;
uniform vec3 sky;
uniform vec3 horizon;
uniform vec3 ground;
uniform vec3 gridColour;
uniform vec3 firstAxis;
uniform vec3 secondAxis;
uniform float spacing;
uniform float minorAmount;
uniform float reach;
/* 1: the ground. 0 or 2: an upright plane, for views along its normal. */
uniform int normalAxis;
uniform vec3 eyeTarget;
uniform float height;

float lines(vec2 place, float step, vec2 width) {
  vec2 scaled = place / step;
  vec2 distance = abs(fract(scaled - 0.5) - 0.5) * step;
  vec2 line = 1.0 - clamp(distance / width - 0.35, 0.0, 1.0);
  /* Lines closer than a few pixels become their mean, not noise. */
  vec2 density = clamp(width * 2.5 / step, 0.0, 1.0);
  line = mix(line, vec2(0.0), density);
  return max(line.x, line.y);
}

float axisLine(float distance, float width) {
  return 1.0 - clamp(abs(distance) / width - 0.6, 0.0, 1.0);
}

void main() {
  vec3 ray = vFar - vNear;
  vec3 direction = normalize(ray);
  float up = direction.y;
  vec3 colour = mix(horizon, sky, smoothstep(0.0, 0.42, up));
  vec3 flatGround = mix(ground, horizon, exp(-max(-up, 0.0) * 9.0) * 0.85);
  if (normalAxis == 1 && up < 0.0) colour = flatGround;
  if (normalAxis != 1) colour = ground;
  float along = normalAxis == 1 ? ray.y : normalAxis == 0 ? ray.x : ray.z;
  float from = normalAxis == 1 ? vNear.y - height : normalAxis == 0 ? vNear.x - eyeTarget.x : vNear.z - eyeTarget.z;
  float t = -from / along;
  if (t > 0.0 && t < 1.0 && abs(along) > 1e-9) {
    vec3 hit = vNear + t * ray;
    vec2 place = normalAxis == 1 ? hit.xz : normalAxis == 0 ? hit.zy : hit.xy;
    vec2 width = max(fwidth(place), vec2(1e-9));
    float fade = exp(-pow(length(hit - eyeTarget) / reach, 1.6));
    float minor = lines(place, spacing, width) * minorAmount * 0.2;
    float major = lines(place, spacing * 5.0, width) * 0.44;
    colour = mix(colour, gridColour, max(minor, major) * fade);
    colour = mix(colour, firstAxis, axisLine(place.y, width.y) * fade * 0.85);
    colour = mix(colour, secondAxis, axisLine(place.x, width.x) * fade * 0.85);
  }
  gl_FragColor = vec4(colour, 1.0);
  #include <colorspace_fragment>
}`;

/** Lines per level: 1, 10, 100 mm ... apart; every fifth one is stronger. */
const LEAST_PIXELS = 9;

/** The ground with its grid and the sky behind it: one triangle over the whole picture, drawn first. */
export class Backdrop {
  readonly object: Mesh;
  /** Distance of the thin lines, m. */
  spacing = 0.1;
  private readonly material: ShaderMaterial;
  private readonly colours: ViewportColours;

  constructor(colours: ViewportColours) {
    this.colours = colours;
    this.material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      depthTest: false,
      depthWrite: false,
      uniforms: {
        worldFromClip: { value: new Matrix4() },
        sky: { value: colours.sky },
        horizon: { value: colours.horizon },
        ground: { value: colours.ground },
        gridColour: { value: colours.grid },
        firstAxis: { value: new Color() },
        secondAxis: { value: new Color() },
        spacing: { value: 0.1 },
        minorAmount: { value: 1 },
        reach: { value: 10 },
        normalAxis: { value: 1 },
        eyeTarget: { value: new Vector3() },
        height: { value: 0 },
      },
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(Float32Array.of(-1, -1, 0, 3, -1, 0, -1, 3, 0), 3));
    this.object = new Mesh(geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = -1000;
  }

  /** Follows the camera; `metresPerPixel` at the target says how fine the grid is. */
  update(
    camera: Camera,
    target: readonly [number, number, number],
    metresPerPixel: number,
    distance: number,
    groundHeight: number,
  ): void {
    const { uniforms } = this.material;
    uniforms.height.value = groundHeight;
    uniforms.worldFromClip.value.copy(camera.matrixWorld).multiply(camera.projectionMatrixInverse);
    const level = Math.log10(metresPerPixel * LEAST_PIXELS);
    this.spacing = 10 ** Math.ceil(level - 1e-9);
    uniforms.spacing.value = this.spacing;
    // Thin lines fade in as they part, so that zooming shows no jump.
    uniforms.minorAmount.value = Math.min(1, 0.25 + 1.5 * (Math.ceil(level - 1e-9) - level));
    uniforms.reach.value = distance * 1.9;
    uniforms.eyeTarget.value.fromArray(target);
    const axis = uprightAxis(camera);
    uniforms.normalAxis.value = axis;
    const { axisX, axisY, axisZ } = this.colours;
    uniforms.firstAxis.value.copy(axis === 0 ? axisZ : axisX);
    uniforms.secondAxis.value.copy(axis === 1 ? axisZ : axisY);
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.material.dispose();
  }
}

/** 0 or 2 where an orthographic camera looks straight along x or z, else 1. */
function uprightAxis(camera: Camera): 0 | 1 | 2 {
  if (!('isOrthographicCamera' in camera)) return 1;
  const direction = camera.getWorldDirection(new Vector3());
  if (Math.abs(direction.x) > 0.9999) return 0;
  return Math.abs(direction.z) > 0.9999 ? 2 : 1;
}
