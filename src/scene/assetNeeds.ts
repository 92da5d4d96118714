import type { Cloth } from './kinds/cloth.ts';
import type { Solid } from './kinds/solid.ts';
import type { MeshShape } from './properties/closedShape.ts';

/** What has to be made of the files and forms of an entity before it can be simulated. */
export type AssetNeed =
  /** Elements that fill a surface; where its goal or its fibres come from files, these too. */
  | { readonly type: 'volume'; readonly solid: Solid }
  /** Triangles that are a surface. */
  | { readonly type: 'shell'; readonly cloth: Cloth }
  /** The signed distance to a closed mesh. */
  | { readonly type: 'level set'; readonly shape: MeshShape };
