import type { ContactCollider } from '../../collision/contactCollider.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { isKind } from '../../scene/Scene.ts';
import { elasticStress } from './elasticStress.ts';
import { coupledSolids } from '../../simulation/immersion/coupledSolids.ts';
import { closedSides, liquidGrid } from '../../liquids/liquidGrid.ts';
import { tankWalls } from '../liquid/tankWalls.ts';
import { noPresser, pressedGoal } from '../../simulation/goals/pressedGoal.ts';
import { SimulatedSolid } from './SimulatedSolid.ts';
import { TearingSolid } from './TearingSolid.ts';
import { requiredAsset } from '../assets.ts';
import { collidersOf } from '../collider/system.ts';
import { changingCollidersOf, prescribedSurfacesOf } from '../importedAnimation/system.ts';
import { rigidParentsOf } from '../rigidBody/rigidParents.ts';
import type { SystemContext, SystemKind } from '../SystemKind.ts';

/** The walls of the liquid that a solid moves with; undefined where it moves with none. */
function tankOf({ id }: Solid, { scene, quality }: SystemContext): ContactCollider[] | undefined {
  const liquidId = coupledSolids(scene).get(id);
  const liquid = scene.entities.filter(isKind('liquid')).find((other) => other.id === liquidId);
  if (liquid === undefined) return undefined;
  return tankWalls(liquidGrid(liquid, scene.quality[quality].edgeScale), closedSides(liquid));
}

const kind: SystemKind<'solid'> = {
  type: 'solid',
  after: ['collider', 'importedAnimation', 'rigidBody'],
  create(solid, context) {
    const { scene, assets, inputs, quality, createOperators } = context;
    const { id, fracture } = solid;
    const volume = requiredAsset(assets.volumes, id);
    const colliders = collidersOf(context);
    const shapeOf = (collider: string) =>
      colliders.find((other) => other.id === collider)?.shape ?? noPresser(id, collider);
    const goal = assets.goals?.get(id) ?? pressedGoal(solid, scene, volume, shapeOf);
    const fibreSamples = assets.fibres?.get(id);
    const tank = tankOf(solid, context);
    const surfaces = prescribedSurfacesOf(context);
    const rigid = rigidParentsOf(context);
    const deformingColliders = changingCollidersOf(id, context);
    const made = { volume, colliders, deformingColliders, surfaces, rigid, goal, fibreSamples, tank };
    const input = { scene, solid, ...made, inputs, quality, createOperators };
    return fracture?.enabled === true ? new TearingSolid(input, fracture) : new SimulatedSolid(input);
  },
  requested: [elasticStress],
};

export default kind;
