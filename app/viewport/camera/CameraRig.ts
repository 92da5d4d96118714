import type { Box3 } from 'three';
import { MathUtils, OrthographicCamera, PerspectiveCamera, Quaternion, Vector3 } from 'three';

/** The view of the artist: a point that is looked at and the direction and distance of the eye from it. */
export interface CameraView {
  readonly target: readonly [number, number, number];
  /** About +y from +z, radians. */
  readonly azimuth: number;
  /** Elevation above the horizon, radians. */
  readonly elevation: number;
  /** m. */
  readonly distance: number;
}

/** Views along the axes, as the numeric keypad and the axis gizmo choose them. */
export const axisViews = {
  front: { azimuth: 0, elevation: 0 },
  back: { azimuth: Math.PI, elevation: 0 },
  right: { azimuth: Math.PI / 2, elevation: 0 },
  left: { azimuth: -Math.PI / 2, elevation: 0 },
  top: { azimuth: 0, elevation: Math.PI / 2 },
  bottom: { azimuth: 0, elevation: -Math.PI / 2 },
} as const;
export type AxisView = keyof typeof axisViews;

export const DEFAULT_FIELD_OF_VIEW = 0.62;
const RADIANS_PER_PIXEL = 0.0075;
const ZOOM_PER_PIXEL = 0.0035;
const NEAREST = 1e-4;
const FARTHEST = 1e5;
/** Share of the picture's height or width, whichever is fuller, that what is framed takes; silhouettes are smaller than their boxes. */
const FRAME_SHARE = 0.74;
/** Times that a view of a box is put into the middle, and halvings of the range of its distance, after which it no longer changes by what can be seen. */
const FIT_STEPS = 4;
const HALVINGS = 24;
/** Share of the picture, from its middle, that nothing lies over. */
const CLEAR = 0.85;
/** ms. */
const MOVE_TIME = 140;

/** The camera of the viewport and how it moves: orbit, pan, zoom, flights to a view. Perspective and orthographic show the same height at the target. */
export class CameraRig {
  readonly perspective = new PerspectiveCamera();
  readonly orthographic = new OrthographicCamera();
  projection: 'perspective' | 'orthographic' = 'perspective';
  fieldOfView = DEFAULT_FIELD_OF_VIEW;
  /** Moves take no time: where the artist prefers reduced motion. */
  instant = false;
  private aspect = 1;
  private height = 1;
  private readonly target = new Vector3(0, 0.3, 0);
  private azimuth = 0.6;
  private elevation = 0.42;
  private distance = 3;
  private flight: { readonly from: CameraView; readonly to: CameraView; readonly start: number } | undefined;
  private readonly listeners = new Set<() => void>();

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.projection === 'perspective' ? this.perspective : this.orthographic;
  }

  get view(): CameraView {
    const { azimuth, elevation, distance } = this;
    return { target: this.target.toArray(), azimuth, elevation, distance };
  }

  /** Calls back after every change of the view. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** CSS pixels of the viewport. */
  resize(width: number, height: number): void {
    const aspect = width / Math.max(height, 1);
    // Asked before every picture: another one must not follow for nothing.
    if (aspect === this.aspect && this.height === Math.max(height, 1)) return;
    this.aspect = aspect;
    this.height = Math.max(height, 1);
    this.place();
  }

  setProjection(projection: 'perspective' | 'orthographic'): void {
    this.projection = projection;
    this.place();
  }

  set(view: CameraView): void {
    this.flight = undefined;
    this.take(view);
  }

  orbit(dx: number, dy: number): void {
    this.flight = undefined;
    this.azimuth -= dx * RADIANS_PER_PIXEL;
    this.elevation = MathUtils.clamp(this.elevation + dy * RADIANS_PER_PIXEL, -Math.PI / 2, Math.PI / 2);
    this.place();
  }

  /** The target's plane follows the pointer. */
  pan(dx: number, dy: number): void {
    this.flight = undefined;
    const scale = this.metresPerPixel();
    const { quaternion } = this.camera;
    this.target.addScaledVector(new Vector3(1, 0, 0).applyQuaternion(quaternion), -dx * scale);
    this.target.addScaledVector(new Vector3(0, 1, 0).applyQuaternion(quaternion), dy * scale);
    this.place();
  }

  /** Nearer for positive amounts (pixels of a drag), towards a point of the picture (-1..1, up positive). */
  zoom(pixels: number, x = 0, y = 0): void {
    this.flight = undefined;
    const before = this.distance;
    this.distance = MathUtils.clamp(before * Math.exp(-pixels * ZOOM_PER_PIXEL), NEAREST, FARTHEST);
    const shift = (before - this.distance) * Math.tan(this.fieldOfView / 2);
    const { quaternion } = this.camera;
    this.target.addScaledVector(new Vector3(1, 0, 0).applyQuaternion(quaternion), x * shift * this.aspect);
    this.target.addScaledVector(new Vector3(0, 1, 0).applyQuaternion(quaternion), y * shift);
    this.place();
  }

  /** Looks along an axis at the same target. */
  lookAlong(view: AxisView, now: number): void {
    this.fly({ ...this.view, ...axisViews[view] }, now);
  }

  /** Flies to where the box fills the picture and stands in its middle; the direction stays. */
  frame(box: Box3, now: number): void {
    if (!box.isEmpty()) this.fly(this.fitted(box), now);
  }

  /** Share of the picture that a world box takes, of its height or its width, whichever is more; more than 1 where it does not fit. */
  share(box: Box3): number {
    const { wide, high } = this.seen(box, this.target, this.distance);
    return Math.max(wide, high);
  }

  /** How far a world box reaches from the middle of the picture: 1 is its edge. */
  reach(box: Box3): number {
    const { x, y, wide, high } = this.seen(box, this.target, this.distance);
    return Math.max(Math.abs(x) + wide, Math.abs(y) + high);
  }

  /** The view in which the corners of a box, as they are projected, fill the picture. */
  private fitted(box: Box3): CameraView {
    const target = box.getCenter(new Vector3());
    const radius = Math.max(box.getSize(new Vector3()).length() / 2, NEAREST);
    const turn = this.perspective.quaternion;
    const [right, up] = [new Vector3(1, 0, 0), new Vector3(0, 1, 0)].map((axis) => axis.applyQuaternion(turn));
    const tangent = Math.tan(this.fieldOfView / 2);
    let distance = radius;
    for (let step = 0; step < FIT_STEPS; step++) {
      // Farther away the box is smaller.
      let [near, far] = [0.01 * radius, (20 * radius) / tangent / Math.min(1, this.aspect)];
      for (let k = 0; k < HALVINGS; k++) {
        distance = Math.sqrt(near * far);
        const { wide, high } = this.seen(box, target, distance);
        if (Math.max(wide, high) > FRAME_SHARE) near = distance;
        else far = distance;
      }
      const { x, y } = this.seen(box, target, distance);
      target.addScaledVector(right, x * distance * tangent * this.aspect).addScaledVector(up, y * distance * tangent);
    }
    return { ...this.view, target: target.toArray(), distance };
  }

  /** Middle of the projected box in the picture (-1..1), and its shares of width and height. */
  private seen({ min, max }: Box3, target: Vector3, distance: number): Record<'x' | 'y' | 'wide' | 'high', number> {
    const back = this.perspective.quaternion.clone().invert();
    const tangent = Math.tan(this.fieldOfView / 2);
    const [low, high] = [
      [Infinity, Infinity],
      [-Infinity, -Infinity],
    ];
    const corner = new Vector3();
    for (let k = 0; k < 8; k++) {
      corner.set(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z);
      corner.sub(target).applyQuaternion(back);
      // What stands beside the eye or behind it counts as far out.
      const depth = this.projection === 'perspective' ? Math.max(distance - corner.z, 0.02 * distance) : distance;
      const place = [corner.x / (depth * tangent * this.aspect), corner.y / (depth * tangent)];
      for (const axis of [0, 1]) {
        low[axis] = Math.min(low[axis], place[axis]);
        high[axis] = Math.max(high[axis], place[axis]);
      }
    }
    return {
      x: (low[0] + high[0]) / 2,
      y: (low[1] + high[1]) / 2,
      wide: (high[0] - low[0]) / 2,
      high: (high[1] - low[1]) / 2,
    };
  }

  /** Whether all of a world box lies in the picture, away from the bars along its edges. */
  holds({ min, max }: Box3): boolean {
    this.camera.updateMatrixWorld();
    const corner = new Vector3();
    for (let k = 0; k < 8; k++) {
      corner.set(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z).project(this.camera);
      if (!(Math.max(Math.abs(corner.x), Math.abs(corner.y)) <= CLEAR && Math.abs(corner.z) <= 1)) return false;
    }
    return true;
  }

  /** Stands at `position` and looks at `target`, at once. */
  lookFrom(position: Vector3, target: Vector3): void {
    const offset = position.clone().sub(target);
    const distance = Math.max(offset.length(), NEAREST);
    this.set({
      target: target.toArray(),
      azimuth: Math.atan2(offset.x, offset.z),
      elevation: Math.asin(MathUtils.clamp(offset.y / distance, -1, 1)),
      distance,
    });
  }

  fly(to: CameraView, now: number): void {
    if (this.instant) return this.set(to);
    const from = this.view;
    // The short way round.
    const turn = MathUtils.euclideanModulo(to.azimuth - from.azimuth + Math.PI, 2 * Math.PI) - Math.PI;
    this.flight = { from, to: { ...to, azimuth: from.azimuth + turn }, start: now };
    this.place();
  }

  /** Moves on with a flight; true while one goes on. */
  advance(now: number): boolean {
    const { flight } = this;
    if (flight === undefined) return false;
    const s = MathUtils.clamp((now - flight.start) / MOVE_TIME, 0, 1);
    this.take(between(flight.from, flight.to, MathUtils.smoothstep(s, 0, 1)));
    if (s === 1) this.flight = undefined;
    return s < 1;
  }

  /** Size of a pixel at the target, m. */
  metresPerPixel(): number {
    return (2 * this.distance * Math.tan(this.fieldOfView / 2)) / this.height;
  }

  private take({ target, azimuth, elevation, distance }: CameraView): void {
    this.target.fromArray(target);
    this.azimuth = azimuth;
    this.elevation = elevation;
    this.distance = distance;
    this.place();
  }

  private place(): void {
    const { perspective, orthographic, distance, target } = this;
    const turn = new Quaternion()
      .setFromAxisAngle(new Vector3(0, 1, 0), this.azimuth)
      .multiply(new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -this.elevation));
    const eye = new Vector3(0, 0, distance).applyQuaternion(turn).add(target);
    for (const camera of [perspective, orthographic]) {
      camera.position.copy(eye);
      camera.quaternion.copy(turn);
    }
    perspective.fov = MathUtils.radToDeg(this.fieldOfView);
    perspective.aspect = this.aspect;
    perspective.near = distance * 0.01;
    perspective.far = distance * 60 + 60;
    const half = distance * Math.tan(this.fieldOfView / 2);
    Object.assign(orthographic, { left: -half * this.aspect, right: half * this.aspect, top: half, bottom: -half });
    orthographic.near = -distance * 20 - 20;
    orthographic.far = distance * 40 + 40;
    for (const camera of [perspective, orthographic]) {
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld();
    }
    for (const listener of this.listeners) listener();
  }
}

function between(from: CameraView, to: CameraView, s: number): CameraView {
  const target = from.target.map((value, k) => MathUtils.lerp(value, to.target[k], s));
  return {
    target: [target[0], target[1], target[2]],
    azimuth: MathUtils.lerp(from.azimuth, to.azimuth, s),
    elevation: MathUtils.lerp(from.elevation, to.elevation, s),
    distance: Math.exp(MathUtils.lerp(Math.log(from.distance), Math.log(to.distance), s)),
  };
}
