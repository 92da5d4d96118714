import extraKinds from '#extra-kinds/importers';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';
import type { ElementGroup, HexMesh, TetMesh } from '../geometry/TetMesh.ts';
import type { SurfaceMesh } from '../geometry/TriMesh.ts';

/** What a file turned out to hold. Tet files also carry their boundary as `surface`. */
export interface ImportedMesh {
  readonly surface: SurfaceMesh;
  readonly tets?: TetMesh;
  readonly hexes?: HexMesh;
  /** Groups of the elements, where the file has some; their names are also materials of the surface. */
  readonly elementGroups?: readonly ElementGroup[];
  /** Things the reader passed over or repaired, as sentences (`line 12: zero index ignored`); at most a few dozen. */
  readonly warnings: readonly string[];
}

/** The file being read, in memory, and its neighbours on disk (external buffers, `.ele` beside `.node`). */
export interface ImportSource {
  /** Path as given by the user; for messages. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Reads a file named relative to this one; undefined when it is not there. Refuses paths that leave the folder. */
  sibling(relativePath: string): Promise<Uint8Array | undefined>;
}

/** Registered by adding a file to `importers/` that default-exports one. */
export interface ImporterDefinition extends Definition {
  /** Lower-case endings without the dot. */
  readonly extensions: readonly string[];
  /** True when the first bytes say that this importer should read the file, whatever its name. */
  recognises(bytes: Uint8Array): boolean;
  read(source: ImportSource): Promise<ImportedMesh>;
  /** Asks `source.sibling` for every file that `read` would ask for, in the same order; left out where `read` asks for none. */
  companions?(source: ImportSource): Promise<unknown>;
}

export const importers = new Registry<ImporterDefinition>(
  'importer',
  defaultExports<ImporterDefinition>({ ...import.meta.glob('./importers/*.ts', { eager: true }), ...extraKinds }),
);
