import { Constraint } from '../../src/collision/VelocityConstraints.ts';
import { constitutiveModels } from '../../src/materials/ConstitutiveModel.ts';
import { DirectSolve } from '../../src/solids/implicit/DirectSolve.ts';
import { ReferenceSolidOperators } from '../../src/solids/ReferenceSolidOperators.ts';
import type { SolidBodyInput } from '../../src/solids/SolidOperators.ts';
import { elementsOfVolume, elementTypes } from '../../src/geometry/elements/elementTypes.ts';
import { boxSurface } from '../../src/geometry/primitives/surfaces.ts';
import { meshers } from '../../src/meshing/Mesher.ts';
import { quietJob } from '../../src/base/job.ts';
import { boxOfHexes, boxOfTets, mixedBox, quadratic, type TestBody } from './bodies.ts';

const YOUNGS_MODULUS = 1e6;
const DENSITY = 1000;
/** Edge of the section of every bar, m. */
const HEIGHT = 0.1;
/** s. M / STEP^2 is nothing beside the stiffness. */
const STEP = 1e4;

/** What beams are made of: Kuhn's tetrahedra, linear or quadratic, hexahedra, and slices of hexahedra, prisms and pyramids by turns. */
export const beamElements = ['tet', 'tet10', 'hex', 'mixed'] as const;
export type BeamElement = (typeof beamElements)[number];

/** A bar along x of square section with `across` cubic cells across it, its clamped end at x = 0. */
export function beam(element: BeamElement, across: number, slenderness: number): TestBody {
  const cells = [slenderness * across, across, across] as const;
  const size = [slenderness * HEIGHT, HEIGHT, HEIGHT] as const;
  if (element === 'hex') return boxOfHexes(cells, size);
  if (element === 'mixed') return mixedBox(cells, size, (i) => (['hex', 'prism', 'pyramid'] as const)[i % 3]);
  const tets = boxOfTets(cells, size);
  return element === 'tet' ? tets : quadratic(tets);
}

/** Returns a bar filled by a registered mesher with a long edge of 1 / `across` of its height. */
export async function meshedBeam(method: string, across: number, slenderness: number, order: 1 | 2): Promise<TestBody> {
  const height = HEIGHT;
  const length = slenderness * height;
  const centred = boxSurface([length, height, height], [2 * slenderness, 2, 2]);
  const positions = centred.positions.map((x, k) => x + [length, height, height][k % 3] / 2);
  const mesher = meshers.get(method);
  const edge = height / across;
  const volume = await mesher.mesh({ ...centred, positions }, edge, mesher.params.parse({}), quietJob);
  const { type, vertices } = elementsOfVolume(volume);
  // Vertices that are on an end up to rounding are on it.
  const restPositions = volume.mesh.positions.map((x, k) =>
    k % 3 !== 0 ? x : Math.abs(x) < 1e-3 * height ? 0 : Math.abs(x - length) < 1e-3 * height ? length : x,
  );
  const body = { elementKind: type.kind, restPositions, elements: vertices };
  return order === 1 ? body : quadratic(body);
}

/** Tip deflection of a cantilever under its own weight over that of Euler and Bernoulli, w L^4 / (8 E I); small displacements. */
export function relativeDroop(mesh: TestBody, poissonRatio: number): number {
  const [length, height] = [lengthOf(mesh), HEIGHT];
  const body = elastic(mesh, poissonRatio);
  const operators = new ReferenceSolidOperators(body);
  const force = new Float64Array(mesh.restPositions.length);
  operators.masses.forEach((mass, v) => (force[3 * v + 1] = -mass));
  const moved = displacements(body, operators, force);
  const expected = (DENSITY * height ** 2 * length ** 4) / (8 * YOUNGS_MODULUS * (height ** 4 / 12));
  const tip = verticesAt(mesh, length);
  return -tip.reduce((sum, v) => sum + moved[3 * v + 1], 0) / tip.length / expected;
}

/** Torsion constant of a square over its edge to the fourth (Timoshenko and Goodier 1970, article 109). */
const SQUARE_TORSION = 0.140577;

/** Torsional stiffness of a bar over Saint-Venant's, G J / L; small displacements, measured between sections a diagonal away from the ends. */
export function relativeTorsion(mesh: TestBody, poissonRatio: number): number {
  const [length, height] = [lengthOf(mesh), HEIGHT];
  const body = elastic(mesh, poissonRatio);
  const operators = new ReferenceSolidOperators(body);
  const force = new Float64Array(mesh.restPositions.length);
  const arm = (v: number) => [mesh.restPositions[3 * v + 1] - height / 2, mesh.restPositions[3 * v + 2] - height / 2];
  let torque = 0;
  for (const v of verticesAt(mesh, length)) {
    const [y, z] = arm(v);
    force[3 * v + 1] = -z;
    force[3 * v + 2] = y;
    torque += y * y + z * z;
  }
  const moved = displacements(body, operators, force);
  const twistAt = (x: number) => {
    let [turn, inertia] = [0, 0];
    for (const v of verticesAt(mesh, x)) {
      const [y, z] = arm(v);
      turn += y * moved[3 * v + 2] - z * moved[3 * v + 1];
      inertia += y * y + z * z;
    }
    return turn / inertia;
  };
  const [from, to] = [2 * height, length - 2 * height];
  const shear = YOUNGS_MODULUS / (2 * (1 + poissonRatio));
  const rate = (twistAt(to) - twistAt(from)) / (to - from);
  return torque / rate / (shear * SQUARE_TORSION * height ** 4);
}

function elastic(mesh: TestBody, poissonRatio: number): SolidBodyInput {
  const moduli = { youngsModulus: YOUNGS_MODULUS, poissonRatio };
  return {
    ...mesh,
    models: [constitutiveModels.get('rotated-linear').create(moduli, {})],
    density: DENSITY,
    dampingBeta: 0,
    dampingAlpha: 0,
    dampingForm: 'robust',
    implicit: { typicalStep: STEP },
  };
}

/** Returns by how much forces (N) move the vertices of a bar that is clamped at x = 0, m, by its stiffness at rest. */
function displacements(body: SolidBodyInput, operators: ReferenceSolidOperators, force: Float64Array): Float64Array {
  const solver = new DirectSolve(operators, body.elements, elementTypes[body.elementKind].size);
  const count = operators.vertexCount;
  const constraints = { kinds: new Uint8Array(count), normals: new Float64Array(3 * count) };
  for (let v = 0; v < count; v++) if (body.restPositions[3 * v] === 0) constraints.kinds[v] = Constraint.fixed;
  operators.updateElastic(body.restPositions, 1);
  solver.updateStiffness(STEP);
  const impulse = force.map((value) => STEP * value);
  const velocity = new Float64Array(force.length);
  solver.solveVelocity({ h: STEP, tolerance: 1e-12, maxIterations: 1 }, impulse, constraints, velocity);
  return velocity.map((value) => STEP * value);
}

function lengthOf({ restPositions }: TestBody): number {
  return restPositions.reduce((most, x, k) => (k % 3 === 0 ? Math.max(most, x) : most), 0);
}

function verticesAt({ restPositions }: TestBody, x: number): number[] {
  const found: number[] = [];
  for (let v = 0; 3 * v < restPositions.length; v++) if (Math.abs(restPositions[3 * v] - x) < 1e-9) found.push(v);
  return found;
}
