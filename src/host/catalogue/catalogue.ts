import { colliderShapes } from '../../collision/CollisionBody.ts';
import { liquidTransports } from '../../liquids/LiquidTransport.ts';
import { meshers } from '../../meshing/Mesher.ts';
import { createCatalogue } from '../../scene/DefinitionCatalogue.ts';

/** Everything that documents of this program may name. */
export const catalogue = createCatalogue({ meshers, colliderShapes, liquidTransports });
