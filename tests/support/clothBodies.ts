import { colliderShapes } from '../../src/collision/CollisionBody.ts';
import type { ContactCollider } from '../../src/collision/contactCollider.ts';
import { constitutiveModels, type CreatedModel } from '../../src/materials/ConstitutiveModel.ts';
import { triangulate } from '../../src/geometry/triangulate.ts';
import type { SurfaceMesh } from '../../src/geometry/TriMesh.ts';
import { ClothBody, type ClothBodyInput } from '../../src/solids/cloth/ClothBody.ts';
import type { ShellInput } from '../../src/solids/cloth/ShellInput.ts';

/** A constitutive model of a sheet with its default parameters; `stiffness` E t in N/m. */
export function sheetModel(type: string, stiffness = 500, poissonRatio = 0.3): CreatedModel {
  const definition = constitutiveModels.get(type);
  return definition.create({ youngsModulus: stiffness, poissonRatio }, definition.params.parse({}));
}

/** The models that a sheet takes: those of stretches without fibres. */
export const sheetModels = constitutiveModels.types().filter((type) => {
  const { hasFibres, measure } = constitutiveModels.get(type);
  return hasFibres !== true && measure === undefined;
});

/** Cotton on a surface, the grain along x. */
export function shellOf(surface: SurfaceMesh, changes: Partial<ShellInput> = {}): ShellInput {
  const { positions, triangles } = triangulate(surface).mesh;
  return {
    restPositions: positions,
    triangles,
    areaDensity: 0.2,
    membraneStiffness: 500,
    poissonRatio: 0.3,
    bendingStiffness: 5e-5,
    dampingTime: 0.002,
    warpFactor: 1,
    weftFactor: 1,
    warpDirections: Float64Array.from({ length: triangles.length }, (_, k) => (k % 3 === 0 ? 1 : 0)),
    ...changes,
  };
}

/** Returns a cloth at rest in space without gravity, unless `changes` say otherwise. */
export function clothBody(shell: ShellInput, changes: Partial<ClothBodyInput> = {}): ClothBody {
  return new ClothBody({
    shell,
    positions: shell.restPositions,
    gravityAt: (_, out) => void out.fill(0),
    dragAt: () => 0,
    strengthAt: () => 1,
    colliders: [],
    tolerance: 1e-2,
    maxIterations: 2000,
    minSubsteps: 1,
    maxSubsteps: 1000,
    ...changes,
  });
}

/** Moves a body that nothing else touches through `steps` substeps of `dt`, s, from `start`. */
export function runCloth(body: ClothBody, dt: number, steps: number, start = 0): void {
  body.beginInterval();
  for (let k = 0; k < steps; k++) {
    body.predict(start + k * dt, start + (k + 1) * dt);
    body.integratePositions(true);
    body.integrateVelocities();
    body.commit();
  }
}

/** The plane y = 0, at rest. */
export function planeCollider(friction: number): ContactCollider {
  return stillCollider('plane', {}, friction);
}

/** A registered shape at rest, its origin at `place`. */
export function stillCollider(
  shape: string,
  params: Readonly<Record<string, number>>,
  friction: number,
  place: readonly [number, number, number] = [0, 0, 0],
): ContactCollider {
  const pose = {
    rotation: Float64Array.of(0, 0, 0, 1),
    translation: Float64Array.from(place),
    linearVelocity: new Float64Array(3),
    angularVelocity: new Float64Array(3),
  };
  const definition = colliderShapes.get(shape);
  return { shape: definition.create(definition.params.parse(params)), friction, poseAt: () => pose };
}
