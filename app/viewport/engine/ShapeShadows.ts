import { Sphere, Vector3, type Scene, type WebGLRenderer } from 'three';
import type { ContactMap } from './ContactMap.ts';
import type { Lights } from './Lights.ts';
import type { ShotObjects } from './ShotObjects.ts';

/** Room around what is shown that the light covers at first, and how much more than needed it may cover later, as factors. */
const ROOM = 1.15;
const MOST_ROOM = 1.7;

/** Shadows of what is shown: they are drawn again when shapes change, and the light moves only when it has to. */
export class ShapeShadows {
  /** What throws them is another than when they were drawn. */
  outdated = true;
  private readonly lights: Lights;
  private readonly contact: ContactMap;
  private bounds = new Sphere(new Vector3(), 0);
  private coveredHeight = 0;

  constructor(lights: Lights, contact: ContactMap) {
    this.lights = lights;
    this.contact = contact;
  }

  /** What the light and the ground's pool of light are about. */
  get covered(): Readonly<Sphere> {
    return this.bounds;
  }

  /** Draws them for `objects`, with the light over `shown`. */
  update(gl: WebGLRenderer, scene: Scene, objects: ShotObjects, shown: ShotObjects): void {
    this.cover(shown);
    this.lights.drawShadow(gl, scene);
    this.contact.update(gl, scene, this.bounds, objects.boxes.groundHeight ?? 0);
  }

  /** The light stays where it is while it covers what is shown: shadows do not crawl. */
  private cover(shown: ShotObjects): void {
    const sphere = shown.boxes.bounds();
    const groundHeight = shown.boxes.groundHeight ?? 0;
    const { bounds } = this;
    const holds = bounds.center.distanceTo(sphere.center) + sphere.radius <= bounds.radius;
    const sameGround = this.coveredHeight === groundHeight;
    if (holds && sameGround && bounds.radius < MOST_ROOM * sphere.radius) return;
    this.bounds = new Sphere(sphere.center, sphere.radius * ROOM);
    this.lights.cover(this.bounds, groundHeight);
    this.coveredHeight = groundHeight;
  }
}
