import { quietJob } from '../../../src/base/job.ts';
import type { ShellMesh, VolumeMesh } from '../../../src/geometry/TetMesh.ts';
import { createBackend, type SolverBackend } from '../../../src/host/simulation/solverBackend.ts';
import { TRANSLATION, valuesOf } from '../../../src/frames/Stream.ts';
import { isKind } from '../../../src/scene/Scene.ts';
import { surfaceTriangles } from '../../../src/simulation/contact/bodyContactSurface.ts';
import { clothMesh } from '../../../src/simulation/rest/clothMesh.ts';
import { fillSolid } from '../../../src/simulation/rest/fillSolid.ts';
import { ShotSimulation } from '../../../src/systems/ShotSimulation.ts';
import { crossingPairs, type Crossing } from '../crossings/crossingPairs.ts';
import { meshesIn } from '../streams.ts';
import type { ContactScene } from './ContactScene.ts';

/** A scene of the suite that runs, frame by frame, with what it is judged by. */
export class ContactRun {
  readonly simulation: ShotSimulation;
  private readonly backend: SolverBackend;
  /** Boundary triangles of solids and cloth, by entity. */
  private readonly triangles: ReadonlyMap<string, Uint32Array>;

  private constructor(
    readonly given: ContactScene,
    volumes: ReadonlyMap<string, VolumeMesh>,
    shells: ReadonlyMap<string, ShellMesh>,
  ) {
    this.triangles = new Map([
      ...[...volumes].map(([id, volume]) => [id, surfaceTriangles(volume)] as const),
      ...[...shells].map(([id, { mesh }]) => [id, mesh.triangles] as const),
    ]);
    this.backend = createBackend(undefined, 1);
    const { createOperators, createShell, createLiquidKernel, createShallowSteps, createPairKernel } = this.backend;
    this.simulation = new ShotSimulation(
      given.scene,
      { volumes, shells, meshShapes: new Map() },
      { quality: 'draft', createOperators, createShell, createLiquidKernel, createShallowSteps, createPairKernel },
    );
  }

  static async start(given: ContactScene): Promise<ContactRun> {
    const { scene, sources, sheets } = given;
    const volumes = new Map<string, VolumeMesh>();
    for (const solid of scene.entities.filter(isKind('solid')))
      volumes.set(solid.id, await fillSolid(solid, sources.get(solid.id)!, 1, quietJob));
    const shells = scene.entities
      .filter(isKind('cloth'))
      .map((cloth) => [cloth.id, clothMesh(cloth, sheets.get(cloth.id)!)] as const);
    return new ContactRun(given, volumes, new Map(shells));
  }

  get frame(): number {
    return this.simulation.frame;
  }

  get lastFrame(): number {
    return this.given.scene.range.last;
  }

  advance(): void {
    this.simulation.advance(() => false);
  }

  /** Whether anything is of elements or triangles: rigid bodies alone are not looked at for crossings. */
  get hasSurfaces(): boolean {
    return this.triangles.size > 0;
  }

  /** Kinetic, elastic and potential energy, J. */
  energy(): number {
    const { kinetic, elastic, gravity } = this.simulation.currentFrame().stats.energies;
    return kinetic + elastic + gravity;
  }

  /** World positions of the vertices of a body as the frame stores them, xyz, m; of a rigid body, of its middle. */
  positions(id: string): Float64Array {
    const { streams } = this.simulation.currentFrame();
    const mesh = meshesIn({ streams }).find((one) => one.id === id);
    if (mesh !== undefined) return Float64Array.from(mesh.positions);
    const pose = streams.find(({ entity }) => entity === id);
    if (pose === undefined) throw new Error(`the frame has no '${id}'`);
    return valuesOf(pose, TRANSLATION, Float64Array);
  }

  /** Crossings of solids and obstacles with each other and of solids with themselves, as the frame is stored, but those of obstacles. */
  crossings(): Crossing[] {
    const { sheets } = this.given;
    const meshes = meshesIn(this.simulation.currentFrame());
    const points = Float64Array.from(meshes.flatMap(({ positions }) => [...positions]));
    const corners: number[] = [];
    const owners: number[] = [];
    let first = 0;
    meshes.forEach(({ id, positions }, k) => {
      for (const v of this.triangles.get(id)!) corners.push(first + v);
      while (owners.length < corners.length / 3) owners.push(k);
      first += positions.length / 3;
    });
    return crossingPairs({
      points,
      triangles: Uint32Array.from(corners),
      owners: Int32Array.from(owners),
      looksAt: (a, b) => !sheets.has(meshes[a].id) || !sheets.has(meshes[b].id),
    });
  }

  dispose(): void {
    this.simulation.dispose();
    this.backend.dispose();
  }
}
