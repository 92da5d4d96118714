import { z } from 'zod';
import type { AnimationFormat } from '../AnimatedSource.ts';
import { openGltfAnimation } from './gltf/openGltfAnimation.ts';
import gltfMesh from '../importers/gltf.ts';

/** glTF 2.0 with skins, morph targets and animated nodes; one animation at a time. */
const gltf: AnimationFormat = {
  type: 'gltf',
  label: 'glTF 2.0',
  reference: 'Khronos Group, glTF 2.0 Specification (2021), 3.7 and appendix C',
  params: z.strictObject({}),
  extensions: ['gltf', 'glb'],
  options: ['clip'],
  isSequence: false,
  recognises: (start) => gltfMesh.recognises(start),
  open: openGltfAnimation,
};

export default gltf;
