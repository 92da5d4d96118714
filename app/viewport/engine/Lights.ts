import { Color, Vector3, type Scene, type Sphere, type WebGLRenderer } from 'three';
import {
  AMBIENCE,
  createLightUniforms,
  KEY,
  KEY_DIRECTION,
  KEY_DISC,
  RIM,
  type LightUniforms,
} from './lightUniforms.ts';
import { ShadowMap } from './ShadowMap.ts';
import type { StillSample } from './stillSamples.ts';
import type { ViewportColours } from './viewportColours.ts';

/** Radiance of the sky at the horizon, and how much it grows towards the zenith. */
const SKY_LEVEL = 0.2;
const SKY_RISE = 0.16;
/** Steps off a surface before its shadow is looked up, in radii: for the key and the sky, whose light may graze it. */
const KEY_STEP = 0.006;
const SKY_STEP = 0.012;
/** Step towards the light before its shadow is looked up, as depth of the map. */
const DEPTH_STEP = 0.0012;

const MAP_SIZES = { full: { moving: 1024, still: 1536, sky: 768 }, light: { moving: 768, still: 768, sky: 256 } };

/**
 * The light of the studio: a warm key with a shadow from above on the left, a cool rim from behind that draws the silhouette, and the studio around. While things move, the key's shadow is
 * softened where it is looked up; in a picture that rests every pass has the key from one point of its disc and the sky from one direction, each with its own map.
 */
export class Lights {
  readonly uniforms: LightUniforms = createLightUniforms();
  private readonly colours: ViewportColours;
  private readonly moving: ShadowMap;
  private readonly sky: ShadowMap;
  private readonly still: ShadowMap;
  private readonly centre = new Vector3();
  private readonly right = new Vector3();
  private readonly up = new Vector3();
  private radius = 1;
  private readonly skyColour = new Color();

  constructor(colours: ViewportColours, full: boolean) {
    this.colours = colours;
    const { uniforms } = this;
    const sizes = full ? MAP_SIZES.full : MAP_SIZES.light;
    this.moving = new ShadowMap(sizes.moving, uniforms.keyFromWorld.value);
    this.still = full ? new ShadowMap(sizes.still, uniforms.keyFromWorld.value) : this.moving;
    this.sky = new ShadowMap(sizes.sky, uniforms.skyFromWorld.value);
    this.right.set(0, 1, 0).cross(KEY_DIRECTION).normalize();
    this.up.crossVectors(KEY_DIRECTION, this.right);
    uniforms.skyMap.value = this.sky.texture;
    this.endSamples();
  }

  /** Lets the light cover what is shown. */
  cover(bounds: Sphere, groundHeight: number): void {
    const radius = Math.max(bounds.radius, 1e-3) * 1.15;
    this.radius = radius;
    this.centre.copy(bounds.center);
    const { shadowBias, groundHeight: ground, reach } = this.uniforms;
    shadowBias.value.set(KEY_STEP * radius, SKY_STEP * radius, DEPTH_STEP);
    ground.value = groundHeight;
    reach.value = radius;
  }

  /** Draws the key's shadow for a picture that moves. */
  drawShadow(gl: WebGLRenderer, scene: Scene): void {
    this.moving.draw(gl, scene, this.centre, this.radius, this.uniforms.keyDirection.value);
  }

  /** The lights of one pass of a still picture: the key from a point of its disc and the sky from one direction, with the shadows of both. */
  sample(gl: WebGLRenderer, scene: Scene, { key, sky, index }: StillSample): void {
    const { uniforms, centre, radius } = this;
    const direction = uniforms.keyDirection.value;
    direction.copy(KEY_DIRECTION).addScaledVector(this.right, KEY_DISC * key[0]);
    direction.addScaledVector(this.up, KEY_DISC * key[1]).normalize();
    this.still.draw(gl, scene, centre, radius, direction);
    uniforms.keyMap.value = this.still.texture;
    uniforms.skyDirection.value.set(...sky);
    this.sky.draw(gl, scene, centre, radius, uniforms.skyDirection.value);
    // Directions are spread as a level surface sees them: each stands for as much light as the others there.
    this.skyColour.copy(this.colours.skyLight).multiplyScalar((Math.PI * (SKY_LEVEL + SKY_RISE * sky[1])) / sky[1]);
    uniforms.skyLight.value.copy(this.skyColour);
    uniforms.ambience.value.set(...AMBIENCE.still);
    uniforms.softness.value = 0;
    uniforms.turn.value = index;
  }

  /** Back from the passes of a still picture; the key's shadow is drawn anew with the next one. */
  endSamples(): void {
    const { uniforms, colours } = this;
    uniforms.keyDirection.value.copy(KEY_DIRECTION);
    uniforms.keyLight.value.copy(colours.keyLight).multiplyScalar(KEY);
    uniforms.rimLight.value.copy(colours.rimLight).multiplyScalar(RIM);
    uniforms.keyMap.value = this.moving.texture;
    uniforms.skyLight.value.setScalar(0);
    uniforms.ambience.value.set(...AMBIENCE.moving);
    uniforms.softness.value = ShadowMap.softness(KEY_DISC);
    uniforms.turn.value = 0;
  }

  dispose(): void {
    for (const map of new Set([this.moving, this.still, this.sky])) map.dispose();
    this.uniforms.studio.value?.dispose();
  }
}
