import { CoreError } from '../base/errors.ts';
import type { BodyStats, FrameBody, FrameField } from '../frames/Frame.ts';
import type { ShellMesh } from '../geometry/TetMesh.ts';
import type { Cloth, ShellPlasticity } from '../scene/entities/cloth.ts';
import { isKind, type QualityName, type Scene } from '../scene/Scene.ts';
import { ClothBody } from '../solids/cloth/ClothBody.ts';
import type { ShellOperatorsFactory } from '../solids/cloth/ShellOperators.ts';
import type { ShellYield } from '../solids/cloth/ShellPlasticity.ts';
import { SubstepLoop } from '../solids/SubstepLoop.ts';
import { frameReport, type FrameReport } from '../solids/SubstepLog.ts';
import { accelerationFields } from './accelerationFields.ts';
import type { SolidState } from './checkpointArrays.ts';
import { checkStorable } from './checkStorable.ts';
import { clothColliders } from './clothColliders.ts';
import type { CarryingBody } from './grownPoints.ts';
import type { KeyedCollider } from './KeyedCollider.ts';
import type { KeyedInputs } from './KeyedInputs.ts';
import { clothWarnings } from './liquids/coupledWarnings.ts';
import { pinTargets } from './pinTargets.ts';
import { placePoints, spinVelocities, unscaledPoints } from './placement.ts';
import type { SimulatedBody, TouchingBody } from './SimulatedBody.ts';

export interface SimulatedClothInput {
  readonly scene: Scene;
  readonly cloth: Cloth;
  /** In the cloth's own frame, scaled. */
  readonly shell: ShellMesh;
  readonly colliders: readonly KeyedCollider[];
  /** Solids that it is grown to. */
  readonly carriers: readonly CarryingBody[];
  readonly inputs: KeyedInputs;
  readonly quality: QualityName;
  readonly createShell?: ShellOperatorsFactory;
}

/** One piece of cloth or shell of a shot. */
export class SimulatedCloth implements SimulatedBody {
  readonly id: string;
  readonly kind = 'cloth';
  readonly volume: ShellMesh;
  readonly body: ClothBody;
  private readonly scene: Scene;
  private readonly cloth: Cloth;
  private readonly loop: SubstepLoop;

  constructor({ scene, cloth, shell, colliders, carriers, inputs, quality, createShell }: SimulatedClothInput) {
    const settings = scene.quality[quality];
    const { id, fabric, transform } = cloth;
    this.id = id;
    this.scene = scene;
    this.cloth = cloth;
    const ownPositions = unscaledPoints(shell.mesh.positions, transform);
    const positions = placePoints(shell.mesh.positions, transform);
    const surface = { ...shell.surface, positions: placePoints(shell.surface.positions, transform) };
    this.volume = { ...shell, mesh: { ...shell.mesh, positions }, surface };
    const fields = accelerationFields(scene, id, inputs);
    const { triangles } = shell.mesh;
    const keyed = () => inputs.interval.cloths![id];
    const bodyInput = {
      shell: {
        restPositions: positions,
        triangles,
        areaDensity: fabric.areaDensity,
        membraneStiffness: fabric.membraneStiffness,
        poissonRatio: fabric.poissonRatio,
        bendingStiffness: fabric.bendingStiffness,
        dampingTime: fabric.dampingTime,
        warpFactor: fabric.warp,
        weftFactor: fabric.weft,
        warpDirections: grainAlongX(triangles, transform),
      },
      positions,
      gravityAt: (time: number, out: Float64Array) => fields.accelerationAt(time, out),
      dragAt: (time: number) => fields.dragAt(time) + inputs.value(keyed().drag, time),
      strengthAt: (time: number) => inputs.value(keyed().strength, time),
      colliders: clothColliders(colliders, fabric.thickness),
      tolerance: settings.solverTolerance,
      maxIterations: settings.maxIterations,
      minSubsteps: Math.max(settings.minSubsteps, cloth.substeps),
      maxSubsteps: settings.maxSubsteps,
      yields: cloth.plasticity.enabled ? yieldOf(cloth.plasticity) : undefined,
    };
    this.body = new ClothBody({
      ...bodyInput,
      createOperators: createShell,
      velocitiesOf: (masses) => spinVelocities(positions, masses, cloth.velocity, cloth.angularVelocity),
      targetsOf: (masses) =>
        scene.entities
          .filter(isKind('pin'))
          .filter(({ enabled, target }) => enabled && target === id)
          .map((pin) => pinTargets(pin, { positions, ownPositions, masses }, inputs, [...colliders, ...carriers])),
    });
    this.loop = new SubstepLoop([this.body]);
  }

  get motion(): { readonly positions: Float64Array; readonly velocities: Float64Array } {
    return this.body;
  }

  get touching(): TouchingBody {
    const { contact, fabric } = this.cloth;
    const { positions, triangles } = this.volume.mesh;
    const { masses } = this.body;
    return {
      contact: { ...contact, thickness: 0 },
      stepped: this.body,
      surface: () => ({ skin: triangles, positions, masses, thickness: fabric.thickness }),
      within: (frame, _start, _end, work) => this.within(frame, work),
      checkStorable: (time, dt) => this.checkStorable(time, dt),
    };
  }

  advance(frame: number, start: number, end: number, cancelled: () => boolean): FrameReport {
    return this.within(frame, () => {
      const report = frameReport(this.body.substeps, this.loop.advanceFrame(start, end, cancelled));
      this.checkStorable(end, report.substeps.at(-1)?.dt ?? end - start);
      return report;
    });
  }

  /** Does what belongs to a frame's interval; failures name the cloth and the frame. */
  private within<T>(frame: number, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof CoreError) || error.code === 'cancelled') throw error;
      throw error.within({ place: `cloth '${this.id}', frame ${frame}` });
    }
  }

  private checkStorable(time: number, dt: number): void {
    checkStorable(this.body, { elements: this.volume.mesh.triangles, elementKind: 'shell' }, time, dt);
  }

  frameBody(): FrameBody {
    const { positions, velocities } = this.body;
    return {
      id: this.id,
      positions: new Float32Array(positions),
      velocities: new Float32Array(velocities),
      fields: this.fields(),
    };
  }

  /** How far each triangle is deformed for good. */
  private fields(): FrameField[] {
    const { plasticity } = this.body;
    if (plasticity === undefined) return [];
    const { triangles } = this.volume.mesh;
    const values = new Float32Array(triangles.length / 3);
    plasticity.strains(triangles, values);
    return [{ name: 'plastic strain', unit: '', location: 'element', values }];
  }

  /** Energies of the present state at `time`, s. A surface has no volume, and no inside to be turned out. */
  stats(time: number): BodyStats {
    const { kinetic, elastic, gravitational } = this.body.energies(time);
    return { invertedElements: 0, volume: 0, energies: { kinetic, elastic, gravity: gravitational } };
  }

  warnings(isFirstFrame: boolean): readonly string[] {
    return isFirstFrame ? clothWarnings(this.scene, this.id, this.volume.mesh.positions) : [];
  }

  saveState(): SolidState {
    return { motion: this.body.saveState(), shell: this.body.plasticity?.saveState() };
  }

  loadState({ motion, shell }: SolidState): void {
    const { plasticity } = this.body;
    if (plasticity !== undefined && (shell === undefined || !plasticity.loadState(shell))) {
      throw new CoreError('cache-damaged', 'the saved dents are not of this cloth');
    }
    this.body.operators.renewRest();
    this.body.loadState(motion);
  }

  dispose(): void {
    this.body.operators.dispose();
  }
}

function yieldOf({ bendYield, stretchYield, sheetThickness }: ShellPlasticity): ShellYield {
  return { bendStrain: bendYield, stretchStrain: stretchYield, thickness: sheetThickness };
}

/** The grain of every triangle: the cloth's own x axis, turned as it is placed. */
function grainAlongX(triangles: Uint32Array, { rotation }: Cloth['transform']): Float64Array {
  const axis = placePoints(Float64Array.of(1, 0, 0), { position: [0, 0, 0], rotation });
  return Float64Array.from(triangles, (_, k) => axis[k % 3]);
}
