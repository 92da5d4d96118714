import { z } from 'zod';
import { openGltf, readGltf } from './gltf/readGltf.ts';
import { isGlb } from './gltf/container.ts';
import type { ImporterDefinition } from '../Importer.ts';

/** glTF 2.0, .gltf and .glb: the default scene with node transforms applied. Draco and meshopt compression are undone. */
const gltf: ImporterDefinition = {
  type: 'gltf',
  label: 'glTF 2.0',
  reference: 'Khronos Group, glTF 2.0 Specification (2021)',
  params: z.strictObject({}),
  extensions: ['gltf', 'glb'],
  recognises: (bytes) => isGlb(bytes) || looksLikeGltf(bytes),
  read: readGltf,
  companions: openGltf,
};

/** Returns whether JSON text contains keys that only glTF has. */
function looksLikeGltf(bytes: Uint8Array): boolean {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 8192));
  return /^[\s\u00ef\u00bb\u00bf]*\{/.test(start) && /"(?:bufferViews|accessors|asset)"\s*:/.test(start);
}

export default gltf;
