import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Matrix4,
  Mesh,
  ShaderMaterial,
  Vector3,
  Vector4,
  type Camera,
  type Sphere,
} from 'three';
import type { ContactMap } from './ContactMap.ts';
import { litChunk } from './litChunk.ts';
import { studioChunk } from './studio.ts';
import type { Lighting } from './surfaceMaterial.ts';
import type { ViewportColours } from './viewportColours.ts';

/** Light of the studio on the ground, the same everywhere: where the processor draws, it is asked for once in the place of at every pixel. */
const groundLook = (full: boolean) => (full ? 'studioIrradiance(n)' : 'vIrradiance');

const vertexShader = (full: boolean) => /* glsl */ `
${full ? '' : `varying vec3 vIrradiance;\n${studioChunk}`}
varying vec3 vNear;
varying vec3 vFar;
varying vec2 vPlace;
uniform mat4 worldFromClip;
void main() {
  vec4 near = worldFromClip * vec4(position.xy, -1.0, 1.0);
  vec4 far = worldFromClip * vec4(position.xy, 1.0, 1.0);
  vNear = near.xyz / near.w;
  vFar = far.xyz / far.w;
  vPlace = position.xy;
  ${full ? '' : 'vIrradiance = studioLight(vec3(0.0, 1.0, 0.0), 0.85);'}
  gl_Position = vec4(position.xy, 1.0, 1.0);
}`;

const fragmentShader = (full: boolean) => /* glsl */ `
${full ? '' : 'varying vec3 vIrradiance;'}
varying vec3 vNear;
varying vec3 vFar;
varying vec2 vPlace;
uniform vec3 middleColour;
uniform vec3 edgeColour;
uniform vec3 groundColour;
uniform vec3 gridColour;
uniform vec3 firstAxis;
uniform vec3 secondAxis;
uniform float spacing;
uniform float minorAmount;
uniform float lineAmount;
/* 1: the ground. 0 or 2: an upright plane, for views along its normal. */
uniform int normalAxis;
uniform vec3 eyeTarget;
/* Middle and radius of what the shot is about. */
uniform vec4 subject;
uniform float aspect;
uniform sampler2D contactMap;
uniform vec3 contactArea;
uniform float contactAmount;
${litChunk(full)}

/* Lines closer together than a few pixels fade out: they would become noise. */
float lines(vec2 place, float step_, vec2 pixel) {
  vec2 share = pixel / step_;
  vec2 away = abs(fract(place / step_ - 0.5) - 0.5) / share;
  vec2 line = (1.0 - smoothstep(0.3, 1.0, away)) * (1.0 - smoothstep(0.10, 0.42, share));
  return max(line.x, line.y);
}
float axisLine(float away, float pixel) {
  return 1.0 - smoothstep(0.45, 1.2, abs(away) / pixel);
}
float contact(vec2 place) {
  vec2 at = (place - contactArea.xy) / contactArea.z;
  vec2 uv = 0.5 + at;
  if (any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, vec2(1.0)))) return 0.0;
  return texture2D(contactMap, uv).r;
}
vec3 groundLight(vec3 p) {
  vec3 n = vec3(0.0, 1.0, 0.0);
  vec3 toEye = normalize(vNear - p);
  float sky = skyShare(p, n);
  float dark = 1.0 - contactAmount * contact(p.xz);
  vec3 keyIn = keyLight * keyShare(p, n);
  vec3 light = 0.31830989 * (keyIn * max(keyDirection.y, 0.0) + sky * skyLight * max(skyDirection.y, 0.0));
  light += ${groundLook(full)} * (ambience.x + ambience.y * (skyLight.g > 0.0 ? sky : 1.0));
  return dark * (groundColour * light + keyIn * glint(n, toEye, keyDirection, vec3(0.03), 0.92));
}
float bell(float x) {
  return exp(-x * x);
}
/* The ground, or an upright plane, with its lines and axes; d is the distance from the middle of the shot in its radii. */
vec3 lined(vec3 colour, vec2 place, vec2 pixel, float d, bool isGround) {
  float fade = bell(max(d - 0.55, 0.0) / 1.15);
  float minor = lines(place, spacing, pixel) * minorAmount;
  float major = lines(place, spacing * 5.0, pixel);
  vec2 axis = vec2(axisLine(place.y, pixel.y), axisLine(place.x, pixel.x)) * 0.55 * min(lineAmount, 1.0);
  if (isGround) {
    float axisFade = bell(max(d - 0.6, 0.0) / 0.62) * smoothstep(0.30, 0.75, d);
    colour *= 1.0 + lineAmount * fade * max(0.10 * minor, 0.19 * major);
    colour = mix(colour, colour * firstAxis, axis.x * axisFade);
    return mix(colour, colour * secondAxis, axis.y * axisFade);
  }
  colour = mix(colour, gridColour, 0.5 * lineAmount * fade * max(0.12 * minor, 0.3 * major));
  colour = mix(colour, gridColour * firstAxis, axis.x * fade);
  return mix(colour, gridColour * secondAxis, axis.y * fade);
}
void main() {
  vec3 ray = vFar - vNear;
  vec3 direction = normalize(ray);
  vec2 fromMiddle = vPlace * vec2(aspect, 1.0) / length(vec2(aspect, 1.0));
  vec3 colour = mix(middleColour, edgeColour, smoothstep(0.0, 1.0, length(fromMiddle)));
  float along = normalAxis == 1 ? ray.y : normalAxis == 0 ? ray.x : ray.z;
  float from = normalAxis == 1 ? vNear.y - groundHeight : normalAxis == 0 ? vNear.x - eyeTarget.x : vNear.z - eyeTarget.z;
  float t = -from / along;
  vec3 hit = vNear + t * ray;
  vec2 place = normalAxis == 1 ? hit.xz : normalAxis == 0 ? hit.zy : hit.xy;
  vec2 pixel = max(fwidth(place), vec2(1e-9));
  if (t > 0.0 && t < 1.0 && abs(along) > 1e-9) {
    float d = length(hit - vec3(subject.x, normalAxis == 1 ? groundHeight : subject.y, subject.z)) / subject.w;
    bool isGround = normalAxis == 1;
    /* From below the ground is clear. */
    if (isGround && ray.y < 0.0) {
      float pool = exp(-pow(d / 1.6, 2.4));
      if (pool > 0.002) colour = mix(colour, groundLight(hit), pool);
    }
    if (lineAmount > 0.0) colour = lined(colour, place, pixel, d, isGround);
  }
  gl_FragColor = vec4(colour, 1.0);
}`;

/** Lines per level: 1, 10, 100 mm ... apart; every fifth one is stronger. */
const LEAST_PIXELS = 9;
/** How much darker the ground is where things touch it. */
const CONTACT = 0.72;
/** What axes do to the light of the ground under them, by the axis that they run along. */
const AXIS_FACTORS = { x: new Color(1.9, 0.72, 0.72), y: new Color(0.75, 1.7, 0.75), z: new Color(0.7, 1, 2) } as const;
/** How strong lines are: as they are, and where places are read off them. */
const LINES = { quiet: 1, strong: 4, none: 0 } as const;

/** The ground with its grid, in a pool of light, and the backdrop behind it: one triangle over the whole picture, drawn after what is opaque and where that leaves it free. */
export class Backdrop {
  readonly object: Mesh<BufferGeometry, ShaderMaterial>;
  /** Distance of the thin lines, m. */
  spacing = 0.1;
  /** How the lines of the ground are drawn. */
  lines: keyof typeof LINES = 'quiet';
  private readonly material: ShaderMaterial;
  private readonly direction = new Vector3();

  constructor(colours: ViewportColours, { light, full }: Lighting, contact: ContactMap) {
    this.material = new ShaderMaterial({
      vertexShader: vertexShader(full),
      fragmentShader: fragmentShader(full),
      depthWrite: false,
      uniforms: {
        ...light,
        ...contact.uniforms,
        contactAmount: { value: CONTACT },
        worldFromClip: { value: new Matrix4() },
        middleColour: { value: colours.backdrop },
        edgeColour: { value: colours.backdropEdge },
        groundColour: { value: colours.litGround },
        gridColour: { value: colours.grid },
        firstAxis: { value: new Color() },
        secondAxis: { value: new Color() },
        spacing: { value: 0.1 },
        minorAmount: { value: 1 },
        lineAmount: { value: 1 },
        normalAxis: { value: 1 },
        eyeTarget: { value: new Vector3() },
        subject: { value: new Vector4(0, 0, 0, 1) },
        aspect: { value: 1 },
      },
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(Float32Array.of(-1, -1, 0, 3, -1, 0, -1, 3, 0), 3));
    this.object = new Mesh(geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 1000;
  }

  /** Follows the camera; `metresPerPixel` at the target says how fine the grid is. `subject`: what the pool of light is around. */
  update(
    camera: Camera,
    target: readonly [number, number, number],
    metresPerPixel: number,
    aspect: number,
    { center, radius }: Readonly<Sphere>,
  ): void {
    const { uniforms } = this.material;
    uniforms.worldFromClip.value.copy(camera.matrixWorld).multiply(camera.projectionMatrixInverse);
    const level = Math.log10(metresPerPixel * LEAST_PIXELS);
    this.spacing = 10 ** Math.ceil(level - 1e-9);
    uniforms.spacing.value = this.spacing;
    // Thin lines fade in as they part, so that zooming shows no jump.
    uniforms.minorAmount.value = Math.min(1, 0.25 + 1.5 * (Math.ceil(level - 1e-9) - level));
    uniforms.lineAmount.value = LINES[this.lines];
    uniforms.eyeTarget.value.fromArray(target);
    uniforms.subject.value.set(center.x, center.y, center.z, Math.max(radius, 1e-6));
    uniforms.aspect.value = aspect;
    const axis = this.uprightAxis(camera);
    uniforms.normalAxis.value = axis;
    uniforms.firstAxis.value.copy(axis === 0 ? AXIS_FACTORS.z : AXIS_FACTORS.x);
    uniforms.secondAxis.value.copy(axis === 1 ? AXIS_FACTORS.z : AXIS_FACTORS.y);
  }

  /** Turns the drawn contact shadow off in a picture that rests, whose sky light is shadowed by what stands on the ground. */
  rest(still: boolean): void {
    this.material.uniforms.contactAmount.value = still ? 0 : CONTACT;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.material.dispose();
  }

  /** 0 or 2 where an orthographic camera looks straight along x or z, else 1. */
  private uprightAxis(camera: Camera): 0 | 1 | 2 {
    if (!('isOrthographicCamera' in camera)) return 1;
    const { direction } = this;
    camera.getWorldDirection(direction);
    if (Math.abs(direction.x) > 0.9999) return 0;
    return Math.abs(direction.z) > 0.9999 ? 2 : 1;
  }
}
