import {
  AmbientLight,
  Box3,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Color,
  DirectionalLight,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { TransformStatics } from '../../state/DisplayStatics.ts';
import { MarkedFaces } from '../../viewport/preview/MarkedFaces.ts';
import { boxOfTriangles, boxInWorld } from '../../tasks/import/markedFaces.ts';

/** What the picture shows of a mesh. */
export interface ShownMesh {
  readonly surface: TransformStatics;
  /** What would close its holes, while these are looked at. */
  readonly patches: TransformStatics | undefined;
  /** Matrix from the file to metres with Y up, column-major. */
  readonly matrix: readonly number[];
  /** Min xyz, max xyz in metres with Y up. */
  readonly box: readonly number[];
  /** Triangles of the finding that is shown. */
  readonly faces: readonly number[] | undefined;
}

/** Height of the figure that stands beside a mesh, and length of the hand beside a small one, m. */
export const FIGURE = 1.8;
const HAND = 0.18;
/** Longest side below which a hand says more than a figure, m. */
const SMALL = 0.3;
/** Longest side above which a figure could not be seen, m. */
const LARGE = 60;

/** What stands beside a mesh for its size: of its own length, m; undefined where nothing could be seen beside it. */
export function scaleFor(longest: number): { readonly what: 'figure' | 'hand'; readonly length: number } | undefined {
  if (longest > LARGE || longest < 0.002) return undefined;
  return longest < SMALL ? { what: 'hand', length: HAND } : { what: 'figure', length: FIGURE };
}

/** Draws a mesh with its box, something to compare its size with, and the faces of a finding; only when something has changed. */
export class MeshScene {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(35, 1, 0.001, 1e6);
  private readonly content = new Group();
  private readonly style: CSSStyleDeclaration;
  private marked: MarkedFaces | undefined;
  private target = new Vector3();
  private distance = 1;
  private turn = 0.7;
  private lift = 0.35;
  private asked = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.style = getComputedStyle(canvas);
    const key = new DirectionalLight(0xffffff, 2.2);
    key.position.set(1, 2, 3);
    this.camera.add(key);
    this.scene.add(new AmbientLight(0xffffff, 0.9), this.camera, this.content);
  }

  /** Shows a mesh; the view is set anew where it is another one than before, or stands otherwise. */
  show({ surface, patches, matrix, box, faces }: ShownMesh, frames: boolean): void {
    this.clear();
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(surface.positions, 3));
    geometry.setAttribute('normal', new BufferAttribute(surface.normals, 3));
    geometry.setIndex(new BufferAttribute(surface.triangles, 1));
    const body = new Group();
    body.matrixAutoUpdate = false;
    body.matrix.fromArray([...matrix]);
    body.add(new Mesh(geometry, new MeshLambertMaterial({ color: this.colour('--sample-light'), side: 2 })));
    if (patches !== undefined) body.add(this.patch(patches));
    if (faces !== undefined && faces.length > 0) {
      this.marked = new MarkedFaces(surface, Uint32Array.from(faces), this.colour('--danger'));
      body.add(this.marked.object);
      const part = boxOfTriangles(surface, faces);
      if (part !== undefined) this.frame(boxInWorld(part, matrix));
    }
    this.content.add(body, this.edgesOf(box), ...this.scaleBeside(box));
    if (frames) this.frame(box);
    this.draw();
  }

  /** Puts a box of the world in the middle of the picture. */
  frame(box: readonly number[]): void {
    const whole = new Box3(new Vector3(box[0], box[1], box[2]), new Vector3(box[3], box[4], box[5]));
    whole.getCenter(this.target);
    this.distance = 1.35 * Math.max(1e-6, whole.getSize(new Vector3()).length());
    this.draw();
  }

  orbit(right: number, up: number): void {
    this.turn -= 0.008 * right;
    this.lift = Math.min(1.5, Math.max(-1.5, this.lift + 0.008 * up));
    this.draw();
  }

  zoom(steps: number): void {
    this.distance *= Math.exp(0.0012 * steps);
    this.draw();
  }

  resize(width: number, height: number): void {
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(1, height);
    this.draw();
  }

  dispose(): void {
    cancelAnimationFrame(this.asked);
    this.clear();
    this.renderer.dispose();
  }

  private draw(): void {
    cancelAnimationFrame(this.asked);
    this.asked = requestAnimationFrame(() => {
      const { camera, target, distance, turn, lift } = this;
      const level = Math.cos(lift);
      camera.position.set(Math.sin(turn) * level, Math.sin(lift), Math.cos(turn) * level);
      camera.position.multiplyScalar(distance).add(target);
      camera.near = distance / 200;
      camera.far = distance * 50;
      camera.lookAt(target);
      camera.updateProjectionMatrix();
      this.renderer.render(this.scene, camera);
    });
  }

  /** The box: its edges along x, y and z at its lowest corner in the colours of the axes, the others faint. */
  private edgesOf([x0, y0, z0, x1, y1, z1]: readonly number[]): Group {
    const group = new Group();
    const line = (ends: readonly number[], colour: Color, opacity = 1) => {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(Float32Array.from(ends), 3));
      group.add(
        new LineSegments(geometry, new LineBasicMaterial({ color: colour, transparent: opacity < 1, opacity })),
      );
    };
    line([x0, y0, z1, x1, y0, z1], this.colour('--axis-x'));
    line([x1, y0, z1, x1, y1, z1], this.colour('--axis-y'));
    line([x1, y0, z0, x1, y0, z1], this.colour('--axis-z'));
    const others = [
      [x0, y0, z0, x1, y0, z0],
      [x0, y1, z0, x1, y1, z0],
      [x0, y1, z1, x1, y1, z1],
      [x0, y0, z0, x0, y1, z0],
      [x1, y0, z0, x1, y1, z0],
      [x0, y0, z1, x0, y1, z1],
      [x0, y0, z0, x0, y0, z1],
      [x0, y1, z0, x0, y1, z1],
      [x1, y1, z0, x1, y1, z1],
    ];
    line(others.flat(), this.colour('--text-tertiary'), 0.4);
    return group;
  }

  /** The figure or the hand, to the left of the box, on its floor. */
  private scaleBeside([x0, y0, z0, x1, y1, z1]: readonly number[]): Group[] {
    const scale = scaleFor(Math.max(x1 - x0, y1 - y0, z1 - z0));
    if (scale === undefined) return [];
    const material = new MeshBasicMaterial({
      color: this.colour('--link'),
      transparent: true,
      opacity: 0.28,
      depthWrite: false,
    });
    const shape = scale.what === 'figure' ? figure(material) : hand(material);
    shape.scale.setScalar(scale.length);
    const gap = 0.12 * Math.max(x1 - x0, 0.4 * scale.length);
    shape.position.set(x0 - gap - 0.16 * scale.length, y0, (z0 + z1) / 2);
    return [shape];
  }

  private patch({ positions, triangles }: TransformStatics): Mesh {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setIndex(new BufferAttribute(triangles, 1));
    const material = new MeshBasicMaterial({
      color: this.colour('--success'),
      side: 2,
      transparent: true,
      opacity: 0.75,
    });
    return new Mesh(geometry, material);
  }

  private colour(token: string): Color {
    return new Color(this.style.getPropertyValue(token).trim() || undefined);
  }

  private clear(): void {
    this.marked?.dispose();
    this.marked = undefined;
    this.content.traverse((object) => {
      if (!(object instanceof Mesh) && !(object instanceof LineSegments)) return;
      (object.geometry as BufferGeometry).dispose();
      (object.material as MeshBasicMaterial).dispose();
    });
    this.content.clear();
  }
}

/** Somebody who stands, of height 1. */
function figure(material: MeshBasicMaterial): Group {
  const group = new Group();
  const part = (radius: number, length: number, x: number, y: number, lean = 0) => {
    const limb = new Mesh(new CapsuleGeometry(radius, length, 4, 12), material);
    limb.position.set(x, y, 0);
    limb.rotation.z = lean;
    group.add(limb);
  };
  const head = new Mesh(new SphereGeometry(0.065, 16, 12), material);
  head.position.set(0, 0.935, 0);
  group.add(head);
  part(0.085, 0.24, 0, 0.65);
  for (const side of [-1, 1]) {
    part(0.045, 0.4, 0.055 * side, 0.245);
    part(0.032, 0.3, 0.135 * side, 0.63, 0.14 * side);
  }
  return group;
}

/** A hand that stands on its wrist, of length 1. */
function hand(material: MeshBasicMaterial): Group {
  const group = new Group();
  const palm = new Mesh(new BoxGeometry(0.42, 0.5, 0.12), material);
  palm.position.y = 0.27;
  group.add(palm);
  for (const [k, length] of [0.32, 0.4, 0.38, 0.28].entries()) {
    const finger = new Mesh(new CapsuleGeometry(0.045, length - 0.09, 4, 8), material);
    finger.position.set(-0.155 + 0.104 * k, 0.52 + length / 2, 0);
    group.add(finger);
  }
  const thumb = new Mesh(new CapsuleGeometry(0.05, 0.22, 4, 8), material);
  thumb.position.set(-0.28, 0.34, 0);
  thumb.rotation.z = 0.5;
  group.add(thumb);
  return group;
}
