import type { Color } from 'three';
import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Matrix4,
  Points,
  PointsMaterial,
  Vector3,
} from 'three';
import type { Entity, Scene } from '../../../src/scene/Scene.ts';
import { isShown, soloIn } from '../../document/shownEntities.ts';
import { viewportKind } from '../../entities/entityFacts.ts';
import type { Session } from '../../session/Session.ts';
import { entityOf, placementOf } from '../engine/placements.ts';
import type { SharedLook } from '../engine/SharedLook.ts';
import type { ShotObjects } from '../engine/ShotObjects.ts';
import type { MeshView } from '../meshes/MeshView.ts';
import type { MarkerContext, MarkerShape } from '../../entities/ViewportKind.ts';
import { trajectoryOf } from './trajectories.ts';

interface Marker {
  readonly entity: Entity;
  readonly shape: MarkerShape;
  readonly object: Group;
}

/** Dots on vertices of a mesh: they move with it as it is drawn. */
interface Dots {
  readonly mesh: string;
  readonly vertices: readonly number[];
  readonly points: Points;
  /** The mesh and its state that they were written for. */
  view: MeshView | undefined;
  version: number;
}

/** Number of its own lengths within which a marker that has a length is not drawn. */
const NEAR = 2;
/** Opacity of the marker of what is selected. */
const CHOSEN = 0.9;
/** Angle to its sight, radians, within which a camera stands between the eye and what it looks at. */
const IN_THE_WAY = 0.4;

/**
 * Markers of entities that have no shape of their own, and keyed paths: drawn over the shapes, never shadowed. Made anew when document or selection change, posed every frame.
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
    return this.markers.flatMap(({ entity, shape, object }) => {
      const { centre } = shape;
      return centre === undefined ? [] : [{ id: entity.id, point: centre.clone().applyMatrix4(object.matrixWorld) }];
    });
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
    const moved = frame !== this.builtFrame && this.markers.some(({ shape }) => shape.moves === true);
    const chosen = ids !== this.selected || solo !== this.solo;
    if (scene !== this.scene || chosen || statics !== this.statics || moved) {
      this.builtFrame = frame;
      this.scene = scene;
      this.selected = ids;
      this.solo = solo;
      this.statics = statics;
      this.rebuild();
    }
    for (const dots of this.dots) this.follow(dots);
    for (const { shape, object } of this.markers) {
      if (shape.shown !== undefined) object.visible = shape.shown();
      if (shape.pose === undefined) continue;
      object.matrixAutoUpdate = false;
      object.matrix.copy(shape.pose(frame));
      object.updateMatrixWorld(true);
    }
  }

  /** Puts dots where their vertices are drawn. */
  private follow(dots: Dots): void {
    const view = this.objects.views.find(dots.mesh, 'mesh');
    if (view === undefined) return;
    const { points, vertices } = dots;
    points.matrix.copy(view.object.matrix);
    points.matrixWorldNeedsUpdate = true;
    if (view === dots.view && view.version === dots.version) return;
    dots.view = view;
    dots.version = view.version;
    const position = points.geometry.getAttribute('position');
    const { volumePositions: from } = view;
    vertices.forEach((vertex, k) => position.setXYZ(k, from[3 * vertex], from[3 * vertex + 1], from[3 * vertex + 2]));
    position.needsUpdate = true;
  }

  /** What the shot can be seen through and (nearly) is, or over whose shoulder one looks, would only frame the picture. */
  hideCamerasAt(eye: Vector3, lookThrough: string | undefined): void {
    const frame = this.frame();
    for (const { entity, shape, object } of this.markers) {
      const view = viewportKind(entity).view?.(entity, frame);
      if (view === undefined) continue;
      const away = new Vector3(...view.from).sub(eye);
      const sight = new Vector3(...view.to).sub(eye).sub(away);
      const between = !this.selected.includes(entity.id) && away.angleTo(sight) < IN_THE_WAY;
      object.visible = entity.id !== lookThrough && away.length() > NEAR * (shape.reach ?? 0) && !between;
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
    const context = this.context();
    for (const entity of scene.entities) {
      if (!isShown(entity, solo) || !entity.enabled) continue;
      const selected = this.selected.includes(entity.id);
      const shapes = viewportKind(entity).marker?.(entity, context) ?? [];
      for (const shape of [shapes].flat()) this.addMarker(entity, shape, selected);
      if (selected) this.addTrajectory(entity, scene);
    }
  }

  /** What markers and handles are made from now. */
  context(): MarkerContext {
    const { staticsOf } = this.session.frameSource.store.getState();
    return {
      frame: this.frame(),
      firstFrame: this.scene?.range.first ?? 0,
      size: this.objects.boxes.bounds().radius,
      isSelected: (id) => this.selected.includes(id),
      restOf: (id) => {
        const [mesh, entity] = [this.objects.views.find(id, 'mesh')?.statics, entityOf(staticsOf, id)];
        return mesh && entity && { restVolume: mesh.restVolume, surface: mesh.surface, entity };
      },
      motionOf: (id) => this.motionOf(id),
      statisticsOf: (id) => this.session.frameSource.store.getState().shown?.stats.entities[id],
    };
  }

  private motionOf(id: string): Matrix4 | undefined {
    const { scene } = this;
    const entity = entityOf(scene, id);
    const start = scene && entity && placementOf(entity, scene.range.first);
    if (start === undefined) return undefined;
    const pose = this.objects.views.find(id, 'transform')?.pose ?? placementOf(entity!, this.frame());
    return pose?.clone().multiply(start.invert());
  }

  private addMarker(entity: Entity, shape: MarkerShape, selected: boolean): void {
    const { colours } = this.shared;
    const colour = selected && shape.keepsColour !== true ? colours.accent : colours[shape.colour];
    const object = new Group();
    const opacity = selected ? CHOSEN : shape.opacity;
    if (shape.lines.length > 0) object.add(this.lines(shape.lines, colour, opacity, shape.showsThrough));
    this.object.add(object);
    this.markers.push({ entity, shape, object });
    if (shape.dots === undefined) return;
    const { mesh, vertices } = shape.dots;
    const places = new Float32Array(3 * vertices.length);
    const points = this.points(places, colour, selected ? 5 : 3, selected ? 1 : 0.65);
    points.matrixAutoUpdate = false;
    this.object.add(points);
    this.dots.push({ mesh, vertices, points, view: undefined, version: -1 });
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

  private lines(segments: readonly number[], colour: Color, opacity: number, through = false): LineSegments {
    const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(segments, 3));
    const material = this.material(`line ${colour.getHexString()} ${opacity} ${through}`, () =>
      lineMaterial(colour, opacity, through),
    );
    const lines = new LineSegments(geometry, material);
    lines.frustumCulled = false;
    lines.renderOrder = 30;
    return lines;
  }

  private points(places: ArrayLike<number>, colour: Color, size: number, opacity: number): Points {
    const geometry = new BufferGeometry().setAttribute(
      'position',
      new Float32BufferAttribute(Float32Array.from(places), 3),
    );
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

function lineMaterial(color: Color, opacity: number, through: boolean): LineBasicMaterial {
  return new LineBasicMaterial({ color, opacity, transparent: true, depthTest: !through, depthWrite: false });
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
