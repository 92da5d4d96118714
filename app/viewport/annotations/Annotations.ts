import type { Color } from 'three';
import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Points,
  PointsMaterial,
  Vector3,
} from 'three';
import { evaluate } from '../../../src/scene/curves.ts';
import { isCurve } from '../../../src/scene/keyable.ts';
import { isShaped, type Entity, type Scene } from '../../../src/scene/Scene.ts';
import { isShown, soloIn } from '../../document/shownEntities.ts';
import type { Session } from '../../state/Session.ts';
import { bodyOf, keyedMatrix, pinMatrix, solidMatrix } from '../engine/placements.ts';
import type { SharedLook } from '../engine/SharedLook.ts';
import type { ShotObjects } from '../engine/ShotObjects.ts';
import type { SolidView } from '../solids/SolidView.ts';
import { boxLines, cameraLines, sphereLines } from './markerShapes.ts';
import { heldVertices } from './heldVertices.ts';
import { trajectoryOf } from './trajectories.ts';

type Pin = Extract<Entity, { kind: 'pin' }>;

interface Marker {
  readonly entity: Entity;
  readonly object: Group;
  /** How large it is drawn, m. */
  readonly reach: number;
  /** Where a click finds it, before its pose; left out, where its entity says. */
  readonly centre?: Vector3;
}

/** Dots on what a pin holds: they move with the body as it is drawn. */
interface Dots {
  readonly target: string;
  /** Vertices of the body's elements. */
  readonly held: readonly number[];
  readonly points: Points;
  /** The body and its state that they were written for. */
  view: SolidView | undefined;
  version: number;
}

/** Within how many of its own lengths a camera's marker is not drawn. */
const NEAR_CAMERA = 2;
/** Angle to its sight, radians, within which a camera stands between the eye and what it looks at. */
const IN_THE_WAY = 0.4;

/**
 * Pins, cameras and keyed paths: drawn over the shapes, never shadowed. Made anew when document or selection change, posed every frame.
 * Materials stay: with the last one of its kind its program would go, and linking it again holds up the next picture.
 */
export class Annotations {
  readonly object = new Group();
  private readonly materials = new Map<string, LineBasicMaterial | PointsMaterial>();
  private readonly session: Session;
  private readonly shared: SharedLook;
  private readonly objects: ShotObjects;
  private markers: Marker[] = [];
  private dots: Dots[] = [];
  private scene: Scene | undefined;
  private selected: readonly string[] = [];
  private solo: readonly string[] = [];
  private statics: unknown;
  private builtFrame: number | undefined;

  constructor(session: Session, shared: SharedLook, objects: ShotObjects) {
    this.session = session;
    this.shared = shared;
    this.objects = objects;
    this.object.renderOrder = 30;
  }

  /** Ids of the markers with the points that a click can find them by. */
  places(): { readonly id: string; readonly point: Vector3 }[] {
    return this.markers
      .filter(({ entity }) => entity.kind === 'pin' || entity.kind === 'camera')
      .map(({ entity, object, centre }) => ({
        id: entity.id,
        point: (centre?.clone() ?? markerCentre(entity, this.frame())).applyMatrix4(object.matrixWorld),
      }));
  }

  private frame(): number {
    return this.session.timeline.getState().frame;
  }

  update(): void {
    const { scene } = this.session.document;
    const { ids } = this.session.selection.getState();
    const { statics } = this.session.frameSource.store.getState();
    const { solo } = this.session.view.getState();
    const frame = this.frame();
    const cameraMoved = frame !== this.builtFrame && scene?.entities.some(isMovingCamera) === true;
    const chosen = ids !== this.selected || solo !== this.solo;
    if (scene !== this.scene || chosen || statics !== this.statics || cameraMoved) {
      this.builtFrame = frame;
      this.scene = scene;
      this.selected = ids;
      this.solo = solo;
      this.statics = statics;
      this.rebuild();
    }
    for (const dots of this.dots) this.follow(dots);
    for (const { entity, object } of this.markers) {
      const matrix = poseOf(entity, frame);
      object.matrixAutoUpdate = false;
      object.matrix.copy(matrix);
      object.updateMatrixWorld(true);
    }
  }

  /** Puts dots where their vertices are drawn. */
  private follow(dots: Dots): void {
    const view = this.objects.solids.get(dots.target);
    if (view === undefined) return;
    const { points, held } = dots;
    points.matrix.copy(view.object.matrix);
    points.matrixWorldNeedsUpdate = true;
    if (view === dots.view && view.version === dots.version) return;
    dots.view = view;
    dots.version = view.version;
    const position = points.geometry.getAttribute('position');
    const { volumePositions: from } = view;
    held.forEach((vertex, k) => position.setXYZ(k, from[3 * vertex], from[3 * vertex + 1], from[3 * vertex + 2]));
    position.needsUpdate = true;
  }

  /** A camera that is (nearly) looked through, or over whose shoulder one looks, would only frame the picture. */
  hideCamerasAt(eye: Vector3, lookThrough: string | undefined): void {
    const frame = this.frame();
    for (const { entity, object, reach } of this.markers) {
      if (entity.kind !== 'camera') continue;
      const away = markerCentre(entity, frame).sub(eye);
      const sight = new Vector3(...entity.target.map((curve) => evaluate(curve, frame))).sub(eye).sub(away);
      const between = !this.selected.includes(entity.id) && away.angleTo(sight) < IN_THE_WAY;
      object.visible = entity.id !== lookThrough && away.length() > NEAR_CAMERA * reach && !between;
    }
  }

  dispose(): void {
    this.clear();
    for (const material of this.materials.values()) material.dispose();
    this.materials.clear();
  }

  private clear(): void {
    for (const child of [...this.object.children]) {
      this.object.remove(child);
      child.traverse((part) => {
        if (part instanceof LineSegments || part instanceof Points) (part.geometry as BufferGeometry).dispose();
      });
    }
    this.markers = [];
    this.dots = [];
  }

  private rebuild(): void {
    this.clear();
    const { scene } = this;
    if (scene === undefined) return;
    const solo = soloIn(scene, this.solo);
    for (const entity of scene.entities) {
      if (!isShown(entity, solo) || !entity.enabled) continue;
      const selected = this.selected.includes(entity.id);
      if (entity.kind === 'pin') this.addPin(entity, selected);
      else if (entity.kind === 'camera') this.addCamera(entity, selected);
      else if (entity.kind === 'liquid') this.addDomain(entity, selected);
      if (selected) this.addTrajectory(entity, scene);
    }
  }

  private addPin(pin: Pin, selected: boolean): void {
    const { colours } = this.shared;
    const colour = selected ? colours.accent : colours.pin;
    const group = new Group();
    const { selection } = pin;
    if (selection.kind === 'sphere')
      group.add(this.lines(sphereLines(selection.centre, selection.radius), colour, selected ? 0.9 : 0.5));
    else if (selection.kind === 'box')
      group.add(this.lines(boxLines(selection.min, selection.max), colour, selected ? 0.9 : 0.5));
    const target = this.objects.solids.get(pin.target);
    const { staticsOf } = this.session.frameSource.store.getState();
    const solid = bodyOf(staticsOf, pin.target);
    let centre: Vector3 | undefined;
    if (target !== undefined && solid !== undefined) {
      const { restVolume } = target.statics;
      const held = heldVertices(pin, restVolume, solidMatrix(solid));
      const places = held.flatMap((vertex) => [...restVolume.subarray(3 * vertex, 3 * vertex + 3)]);
      const points = this.points(places, colour, selected ? 5 : 3, selected ? 1 : 0.65);
      points.matrixAutoUpdate = false;
      this.object.add(points);
      this.dots.push({ target: pin.target, held, points, view: undefined, version: -1 });
      if (selection.kind === 'painted' || selection.kind === 'vertices') centre = meanOf(places);
    }
    this.object.add(group);
    this.markers.push({ entity: pin, object: group, reach: 0, centre });
  }

  /** The box of a liquid. */
  private addDomain(liquid: Extract<Entity, { kind: 'liquid' }>, selected: boolean): void {
    const { colours } = this.shared;
    const { centre, size } = liquid.domain;
    const [min, max] = [-0.5, 0.5].map((share) => centre.map((middle, axis) => middle + share * size[axis]));
    const group = new Group();
    group.add(this.lines(boxLines(min, max), selected ? colours.accent : colours.ghost, selected ? 0.9 : 0.35));
    this.object.add(group);
    this.markers.push({ entity: liquid, object: group, reach: 0 });
  }

  private addCamera(camera: Extract<Entity, { kind: 'camera' }>, selected: boolean): void {
    const { colours } = this.shared;
    const { frame } = this.session.timeline.getState();
    const group = new Group();
    const distance = this.objects.bounds().radius;
    group.add(
      this.lines(
        cameraLines(camera, frame, 0.25 * distance),
        selected ? colours.accent : colours.ghost,
        selected ? 0.9 : 0.3,
      ),
    );
    this.object.add(group);
    this.markers.push({ entity: camera, object: group, reach: 0.25 * distance });
  }

  /** The path of what is keyed, with a tick per frame and a dot per key. */
  private addTrajectory(entity: Entity, scene: Scene): void {
    const path = trajectoryOf(entity, scene.range);
    if (path === undefined) return;
    const { colours } = this.shared;
    const group = new Group();
    group.add(
      this.lines(path.segments, colours.trajectory, 0.85),
      this.points(path.frames, colours.trajectory, 3, 0.8),
      this.points(path.keys, colours.accent, 7, 1),
    );
    this.object.add(group);
  }

  private lines(segments: readonly number[], colour: Color, opacity: number): LineSegments {
    const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(segments, 3));
    const material = this.material(`line ${colour.getHexString()} ${opacity}`, () => lineMaterial(colour, opacity));
    const lines = new LineSegments(geometry, material);
    lines.frustumCulled = false;
    lines.renderOrder = 30;
    return lines;
  }

  private points(places: readonly number[], colour: Color, size: number, opacity: number): Points {
    const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(places, 3));
    const pixels = size * this.shared.pixelRatio;
    const material = this.material(`dot ${colour.getHexString()} ${pixels} ${opacity}`, () =>
      dotMaterial(colour, pixels, opacity),
    );
    const points = new Points(geometry, material);
    points.frustumCulled = false;
    points.renderOrder = 31;
    return points;
  }

  private material<M extends LineBasicMaterial | PointsMaterial>(key: string, make: () => M): M {
    const found = this.materials.get(key) ?? make();
    this.materials.set(key, found);
    return found as M;
  }
}

function lineMaterial(color: Color, opacity: number): LineBasicMaterial {
  return new LineBasicMaterial({ color, opacity, transparent: true, depthWrite: false });
}

/** Dots that are seen through everything, `size` in pixels of the screen. */
function dotMaterial(color: Color, size: number, opacity: number): PointsMaterial {
  const material = new PointsMaterial({
    color,
    size,
    sizeAttenuation: false,
    opacity,
    transparent: true,
    depthTest: false,
    depthWrite: false,
  });
  // Round, not square.
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <clipping_planes_fragment>',
      '#include <clipping_planes_fragment>\nif (length(gl_PointCoord - 0.5) > 0.5) discard;',
    );
  };
  return material;
}

function poseOf(entity: Entity, frame: number): Matrix4 {
  if (entity.kind === 'pin') return pinMatrix(entity, frame);
  return isShaped(entity) ? keyedMatrix(entity.transform, frame) : new Matrix4();
}

function isMovingCamera(entity: Entity): boolean {
  if (entity.kind !== 'camera') return false;
  return [...entity.position, ...entity.target, entity.verticalFieldOfView].some(isCurve);
}

/** The middle of points, xyz each. */
function meanOf(points: readonly number[]): Vector3 {
  const sum = new Vector3();
  for (let at = 0; at < points.length; at += 3) sum.add(new Vector3(points[at], points[at + 1], points[at + 2]));
  return points.length === 0 ? sum : sum.multiplyScalar(3 / points.length);
}

/** Where the marker of an entity has its middle, before its pose. */
function markerCentre(entity: Entity, frame: number): Vector3 {
  if (entity.kind === 'camera') return new Vector3(...entity.position.map((curve) => evaluate(curve, frame)));
  if (entity.kind !== 'pin') return new Vector3();
  const { selection } = entity;
  if (selection.kind === 'sphere') return new Vector3(...selection.centre);
  if (selection.kind === 'box')
    return new Vector3(...selection.min).add(new Vector3(...selection.max)).multiplyScalar(0.5);
  return new Vector3();
}
