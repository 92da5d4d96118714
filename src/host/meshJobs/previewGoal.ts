import { elementsOfVolume } from '../../geometry/elements/elementTypes.ts';
import { CoreError } from '../../base/errors.ts';
import { checkCancelled, type JobContext } from '../../base/job.ts';
import { colliderShapes, type ColliderShape } from '../../collision/CollisionBody.ts';
import { embedPositions, type VolumeMesh } from '../../geometry/TetMesh.ts';
import { triangulate } from '../../geometry/triangulate.ts';
import { goalCages } from '../../plasticity/goalCages.ts';
import { plasticGoal } from '../../plasticity/PlasticGoal.ts';
import { yieldLaws } from '../../plasticity/YieldLaw.ts';
import type { GoalPreview } from '../../protocol/requests/meshes.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { obstaclesOf } from '../../scene/capabilities.ts';
import type { Scene } from '../../scene/Scene.ts';
import { formulaGoal } from '../../simulation/goals/formulaGoal.ts';
import { placePoints } from '../../simulation/rest/placement.ts';
import { noPresser, pressedGoal } from '../../simulation/goals/pressedGoal.ts';
import { elementQuadrature } from '../../solids/elementQuadrature.ts';
import { meshGoal, shapeLevelSet } from '../simulation/prepareAssets.ts';
import { previewVolume, type PreviewRequest } from './previewMesh.ts';

export interface GoalRequest extends PreviewRequest {
  /** Absolute, where the goal is a mesh. */
  readonly goalPath: string | undefined;
  /** The shot, and absolute where the meshes of its colliders lie, by their ids, where they press the goal. */
  readonly scene: Scene;
  readonly meshPaths: Readonly<Record<string, string>>;
}

/**
 * The goal of a solid as it stands at the first frame, and what is wrong with it. Throws `usage` where the solid has none, what reading and meshing
 * throw, naming the file, and `cancelled`.
 */
export async function previewGoal(request: GoalRequest, job: JobContext): Promise<GoalPreview> {
  const { volume } = await previewVolume(request, job);
  checkCancelled(job);
  const { solid } = request;
  const goal = await goalOf(request, volume, job);
  checkCancelled(job);
  const surface = new Float64Array(volume.surface.positions.length);
  embedPositions(volume.embedding, goal, surface);
  const { mesh } = triangulate({ ...volume.surface, positions: placePoints(surface, solid.transform) });
  return {
    ...describeGoal(solid, volume, goal),
    positions: new Uint8Array(Float32Array.from(mesh.positions).buffer),
    triangles: new Uint8Array(Uint32Array.from(mesh.triangles).buffer),
    cages: cagesOf(solid, volume),
  };
}

async function goalOf(request: GoalRequest, volume: VolumeMesh, job: JobContext): Promise<Float64Array> {
  const { solid, goalPath } = request;
  const shape = solid.plasticity?.goal?.shape;
  if (shape === undefined) {
    throw new CoreError('usage', `'${solid.id}' has no goal`, { remedy: 'Choose one under Plasticity.' });
  }
  const formula = formulaGoal(shape, volume.mesh.positions);
  if (formula !== undefined) return formula;
  if (shape.kind === 'pressed') {
    const shapes = await presserShapes(request, job);
    const pressed = pressedGoal(solid, request.scene, volume, (id) => shapes.get(id) ?? noPresser(solid.id, id));
    if (pressed !== undefined) return pressed;
  }
  if (shape.kind === 'animation') {
    throw new CoreError('usage', 'a goal that follows an animation is another shape in every frame', {
      remedy: 'Simulate the shot: its frames show the distance to the goal.',
    });
  }
  if (goalPath === undefined) throw new Error(`the goal of '${solid.id}' was not located`);
  try {
    return await meshGoal(solid, goalPath, volume, job);
  } catch (error) {
    if (!(error instanceof CoreError) || error.code === 'cancelled') throw error;
    throw error.within({ file: goalPath, place: `the goal of solid '${solid.id}'` });
  }
}

/** Shapes of the colliders that are on. */
async function presserShapes({ scene, meshPaths }: GoalRequest, job: JobContext): Promise<Map<string, ColliderShape>> {
  const shapes = new Map<string, ColliderShape>();
  for (const { id, shape } of obstaclesOf(scene.entities).filter(({ enabled }) => enabled)) {
    const path = meshPaths[id];
    if (shape.kind === 'registered') shapes.set(id, colliderShapes.get(shape.type).create(shape.params));
    else if (path !== undefined) shapes.set(id, await shapeLevelSet(shape, path, job));
  }
  return shapes;
}

/** The lattices of the steps, where the solid stands. */
function cagesOf({ plasticity, transform }: Solid, { mesh }: VolumeMesh): GoalPreview['cages'] {
  const shape = plasticity?.goal?.shape;
  if (shape?.kind !== 'sculpted' && shape?.kind !== 'registered') return [];
  const steps = shape.kind === 'sculpted' ? shape.steps : [shape];
  return goalCages(steps, mesh.positions).map(({ centre, half, lines }) => ({
    centre: [centre[0], centre[1], centre[2]],
    half: [half[0], half[1], half[2]],
    lines: new Uint8Array(Float32Array.from(placePoints(lines, transform)).buffer),
  }));
}

/** Counts of elements as the simulation will find them. */
function describeGoal(solid: Solid, volume: VolumeMesh, positions: Float64Array) {
  const { plasticity } = solid;
  const { type, vertices: elements } = elementsOfVolume(volume);
  const quadrature = elementQuadrature({
    elementKind: type.kind,
    elements,
    restPositions: volume.mesh.positions,
  });
  const law = plasticity && yieldLaws.get(plasticity.law).create(plasticity.params);
  const { clamped, inverted, noisy, largestStretch } = plasticGoal({
    body: { ...quadrature, elements, frequencySquares: new Float64Array(quadrature.weights.length) },
    positions,
    stretchLimit: plasticity?.stretchLimit ?? 1,
    deviatoric: law?.deviatoric ?? true,
    strengthOf: () => 0,
    guidance: 0,
    smoothing: plasticity?.goal?.smoothing,
  });
  const count = elements.length / quadrature.verticesPerElement;
  return { elements: count, clamped, inverted, noisy, largestStretch };
}
