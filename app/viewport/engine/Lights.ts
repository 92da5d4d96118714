import {
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  PlaneGeometry,
  ShadowMaterial,
  Vector3,
  type Object3D,
  type Sphere,
} from 'three';
import type { StillSample } from './stillSamples.ts';
import type { ViewportColours } from './viewportColours.ts';

/** From above, behind the artist's left shoulder. */
const KEY_DIRECTION = new Vector3(-0.52, 1, 0.62).normalize();
const RIM_DIRECTION = new Vector3(0.7, 0.35, -0.85).normalize();
/** Shares of the light that a white surface returns, times pi. */
const KEY = 2.05;
const SKY = 1.1;
const RIM = 0.38;
const FILL = 0.3;
/** How dark the shadow of the key light on the ground is. */
const GROUND_SHADOW = 0.34;
/** Shares of the ground's light that the key and the sky have, as their shadows show them in a still picture. */
const GROUND_KEY = 0.5;
const GROUND_SKY = 0.44;
/** The screen's encoding, about. */
const GAMMA = 2.2;

/** Three-point light: a key with a shadow, the sky, a cool rim, and a little light from the eye so that nothing is black. */
export class Lights {
  readonly object = new Group();
  readonly key: DirectionalLight;
  readonly sky: HemisphereLight;
  private readonly fill: DirectionalLight;
  private readonly ground: Mesh<PlaneGeometry, ShadowMaterial>;
  private readonly colours: ViewportColours;
  private readonly centre = new Vector3();
  private readonly radius = { value: 1 };

  constructor(colours: ViewportColours, shadowSize: number) {
    this.colours = colours;
    this.key = new DirectionalLight(colours.keyLight, KEY);
    this.sky = new HemisphereLight(colours.skyLight, colours.groundLight, SKY);
    const rim = new DirectionalLight(colours.rimLight, RIM);
    rim.position.copy(RIM_DIRECTION);
    this.fill = new DirectionalLight(colours.skyLight, FILL);
    this.key.castShadow = true;
    const { shadow } = this.key;
    shadow.mapSize.set(shadowSize, shadowSize);
    shadow.radius = 5;
    shadow.autoUpdate = false;
    this.ground = new Mesh(
      new PlaneGeometry(1, 1).rotateX(-Math.PI / 2),
      new ShadowMaterial({ opacity: GROUND_SHADOW, depthWrite: false }),
    );
    this.ground.receiveShadow = true;
    this.ground.renderOrder = -901;
    this.object.add(this.key, this.key.target, this.sky, rim, this.fill, this.ground);
  }

  /** Aims the key light's shadow at what is shown. */
  cover(bounds: Sphere, groundHeight: number): void {
    const radius = Math.max(bounds.radius, 1e-3) * 1.15;
    this.radius.value = radius;
    this.centre.copy(bounds.center);
    this.aim(KEY_DIRECTION);
    this.ground.scale.setScalar(8 * radius);
    // Below what lies on the ground, by less than can be seen.
    this.ground.position.set(bounds.center.x, groundHeight - 0.002 * radius, bounds.center.z);
    const { camera } = this.key.shadow;
    Object.assign(camera, {
      left: -radius,
      right: radius,
      top: radius,
      bottom: -radius,
      near: 0.1 * radius,
      far: 6 * radius,
    });
    camera.updateProjectionMatrix();
    this.key.shadow.normalBias = 0.012 * radius;
    this.key.shadow.bias = -0.0008;
    this.key.shadow.needsUpdate = true;
  }

  /** The shadow is drawn anew with the next picture. */
  shadowChanged(): void {
    this.key.shadow.needsUpdate = true;
  }

  /**
   * The lights of one pass of a still picture: the key from a point of its disc, or the sky from one direction, each twice as strong as it
   * is every other pass. What the ground sends back stays as it is.
   */
  sample({ light, direction: [x, y, z], weight }: StillSample): void {
    const { key, sky, colours, ground } = this;
    sky.color.setScalar(0);
    if (light === 'key') {
      const right = new Vector3(0, 1, 0).cross(KEY_DIRECTION).normalize();
      const up = new Vector3().crossVectors(KEY_DIRECTION, right);
      this.aim(KEY_DIRECTION.clone().addScaledVector(right, x).addScaledVector(up, z).normalize());
      key.color.copy(colours.keyLight);
      key.intensity = 2 * KEY;
      ground.material.opacity = encodedShadow(2 * GROUND_KEY);
    } else {
      this.aim(new Vector3(x, y, z));
      key.color.copy(colours.skyLight);
      key.intensity = 2 * SKY * weight;
      ground.material.opacity = encodedShadow(2 * GROUND_SKY * weight * y);
    }
    key.shadow.needsUpdate = true;
  }

  /** Back from the passes of a still picture. */
  endSamples(): void {
    const { key, sky, colours, ground } = this;
    sky.color.copy(colours.skyLight);
    key.color.copy(colours.keyLight);
    key.intensity = KEY;
    ground.material.opacity = GROUND_SHADOW;
    this.aim(KEY_DIRECTION);
    key.shadow.needsUpdate = true;
  }

  /** The light from the eye follows it. */
  follow(eye: Object3D): void {
    this.fill.position.set(0, 0, 1).applyQuaternion(eye.quaternion);
  }

  dispose(): void {
    this.key.dispose();
    this.fill.dispose();
    this.ground.geometry.dispose();
    this.ground.material.dispose();
  }

  private aim(direction: Vector3): void {
    this.key.target.position.copy(this.centre);
    this.key.position.copy(this.centre).addScaledVector(direction, 3 * this.radius.value);
    this.key.target.updateMatrixWorld();
  }
}

/** Opacity of black that takes a share of the light away, blended as the screen encodes it. */
function encodedShadow(share: number): number {
  return 1 - (1 - Math.min(share, 1)) ** (1 / GAMMA);
}
