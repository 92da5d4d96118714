import { join } from 'node:path';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { documentVersion } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import type { ContactScene, ReadOptions } from './ContactScene.ts';
import { isStillValue, keyedMotion } from './keyedMotion.ts';
import { placeGeometries, type PlacedGeometry } from './placeGeometries.ts';
import { clothOf, colliderOf, isBox, isFlat, rigidBodyOf, solidOf } from './entities.ts';
import { selectedVertices } from './placement.ts';
import { readSceneFile, type Boundary, type SceneFile, type Selection } from './SceneFile.ts';

/** Young's modulus, Pa, from which on a body may count as rigid. */
const STIFF = 1e8;
/** Holds all of a body. */
const EVERYWHERE = { kind: 'box', min: [-9e3, -9e3, -9e3], max: [9e3, 9e3, 9e3] };

/** A member of the scene that is being written. */
type Entity = Record<string, unknown> & { id: string };

/** Reads a scene of the suite. `folder` is that of `examples` and `meshes`, `name` the file without its ending below `examples/3D`. */
export async function readContactScene(folder: string, name: string, options: ReadOptions = {}): Promise<ContactScene> {
  const path = join(folder, 'examples/3D', `${name}.json`);
  const file = readSceneFile(path);
  const { tend } = file.time;
  const dt = 'dt' in file.time ? file.time.dt : tend / file.time.time_steps;
  const writer = new SceneWriter(name, file, dt, Math.round(tend / dt), options);
  return writer.write(await placeGeometries(path, file));
}

class SceneWriter {
  private readonly entities: Entity[] = [];
  private readonly sources = new Map();
  private readonly sheets = new Map();
  private readonly colliders = new Map();
  private readonly notes = new Set<string>();
  private readonly boundaries: readonly Boundary[];
  private isDriven = false;

  constructor(
    private readonly name: string,
    private readonly file: SceneFile,
    private readonly dt: number,
    private readonly frames: number,
    private readonly options: ReadOptions,
  ) {
    const { dirichlet_boundary: fixed = [], obstacle_displacements: moved } = file.boundary_conditions;
    this.boundaries = [...(Array.isArray(fixed) ? fixed : [fixed]), ...moved];
  }

  write(geometries: readonly PlacedGeometry[]): ContactScene {
    const bodies = geometries.filter((one) => !this.isFixed(one));
    const middle = [0, 1, 2].map((axis) => bodies.reduce((sum, { middle: m }) => sum + m[axis], 0) / bodies.length);
    geometries.forEach((one, k) => {
      if (!this.isFixed(one)) this.writeBody(one, `body-${k + 1}`);
      else this.writeObstacle(one, `obstacle-${k + 1}`, middle);
    });
    const { name, dt, sources, sheets, colliders, isDriven } = this;
    const scene = validateScene(this.document(), catalogue);
    return { name, scene, dt, sources, sheets, colliders, isDriven, notes: [...this.notes] };
  }

  /** Obstacles, and bodies that are fixed as a whole. */
  private isFixed({ given }: PlacedGeometry): boolean {
    if (given.is_obstacle) return true;
    const { surface_selection: selected } = given;
    return typeof selected === 'number' && this.boundaries.some(({ id }) => id === selected);
  }

  private writeBody(body: PlacedGeometry, id: string): void {
    const { contact } = this.file;
    const material = this.materialOf(body);
    if (this.options.rigid === true && material.E >= STIFF && isBox(body)) {
      this.entities.push(rigidBodyOf(body, id, material, contact.friction_coefficient));
      this.notes.add('bodies of 100 MPa and more are rigid');
      return;
    }
    this.sources.set(id, body.file.mesh);
    this.entities.push(solidOf(body, id, material, contact));
    const { surface_selection: selected = [] } = body.given;
    if (typeof selected === 'number') return;
    for (const one of Array.isArray(selected) ? selected : [selected]) this.writePins(body, id, one);
  }

  private writePins({ points }: PlacedGeometry, target: string, chosen: Selection): void {
    const found = this.boundaries.filter(({ id }) => id === chosen.id);
    const indices = selectedVertices(chosen, points);
    if (found.length > 0 && indices.length === 0) throw new Error(`selection ${chosen.id} of '${target}' is empty`);
    found.forEach((boundary, k) => {
      if (boundary.dimension?.includes(false) === true) {
        this.notes.add('vertices that are held along some axes are held along all: a pin has no axes');
      }
      this.entities.push({
        kind: 'pin',
        id: `${target}-${chosen.id}-${k + 1}`,
        target,
        selection: { kind: 'vertices', indices },
        motion: this.motionOf(boundary),
      });
    });
  }

  private writeObstacle(one: PlacedGeometry, id: string, middle: readonly number[]): void {
    const { surface_selection: selected } = one.given;
    const boundary = this.boundaries.find((candidate) => candidate.id === selected);
    const motion = boundary && this.motionOf(boundary);
    const { friction_coefficient: friction, dhat } = this.file.contact;
    if (this.options.sheets !== true && (isFlat(one) || isBox(one))) {
      this.entities.push(colliderOf(one, id, friction, { motion, middle }));
      this.colliders.set(id, { positions: one.points, triangles: one.triangles });
      this.notes.add('flat obstacles and boxes are colliders: half-spaces and boxes');
      return;
    }
    this.sheets.set(id, one.file.mesh.surface);
    this.entities.push(clothOf(one, id, friction, dhat));
    this.entities.push({ kind: 'pin', id: `${id}-pin`, target: id, selection: EVERYWHERE, ...(motion && { motion }) });
    this.notes.add('other obstacles are cloth with all vertices pinned: edges of colliders touch nothing');
  }

  private motionOf(boundary: Boundary) {
    if (!isStillValue(boundary)) this.isDriven = true;
    return keyedMotion(boundary, this.dt, this.frames);
  }

  private materialOf({ given }: PlacedGeometry) {
    const { materials } = this.file;
    if (!Array.isArray(materials)) return materials;
    const found = materials.find(({ id }) => id === (given.volume_selection ?? 1));
    if (found === undefined) throw new Error(`'${given.mesh}' has no material ${given.volume_selection}`);
    return found;
  }

  private document(): unknown {
    const held = this.entities.filter(({ id }) => this.sheets.has(id)).map(({ id }) => id);
    const pairs = held.flatMap((a, k) => held.slice(0, k).map((b) => ({ bodies: [b, a], enabled: false })));
    const rate = 1 / this.dt;
    return {
      format: 'ductile-shot',
      version: documentVersion,
      project: '5d1c3c1e-0d0b-4c57-9a53-8f0f6a0a6b11',
      name: this.name,
      frameRate: { numerator: Math.round(1000 * rate), denominator: 1000 },
      range: { first: 0, last: this.frames },
      physics: { gravity: this.file.boundary_conditions.rhs.map((x) => 0 - x), contactPairs: pairs },
      entities: this.entities,
    };
  }
}
