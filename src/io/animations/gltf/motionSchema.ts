import { z } from 'zod';
import { CoreError } from '../../../base/errors.ts';
import type { GltfJson } from '../../importers/gltf/gltfSchema.ts';

const index = z.int().min(0);
const weights = z.array(z.number()).optional();

/** The parts of a glTF document that move its meshes; the rest is checked by `gltfSchema`. */
const motionSchema = z.object({
  nodes: z.array(z.object({ skin: index.optional(), weights })).optional(),
  meshes: z
    .array(
      z.object({
        weights,
        primitives: z.array(z.object({ targets: z.array(z.record(z.string(), index)).optional() })),
      }),
    )
    .optional(),
  skins: z.array(z.object({ joints: z.array(index).min(1), inverseBindMatrices: index.optional() })).optional(),
  animations: z
    .array(
      z.object({
        name: z.string().optional(),
        channels: z.array(z.object({ sampler: index, target: z.object({ node: index.optional(), path: z.string() }) })),
        samplers: z.array(
          z.object({
            input: index,
            output: index,
            interpolation: z.enum(['LINEAR', 'STEP', 'CUBICSPLINE']).default('LINEAR'),
          }),
        ),
      }),
    )
    .optional(),
});

export type GltfMotion = z.infer<typeof motionSchema>;
export type GltfAnimation = NonNullable<GltfMotion['animations']>[number];

/** Validates the moving parts of a document that `checkGltf` has passed. Throws `format-malformed` with the JSON path. */
export function checkMotion(json: unknown, gltf: GltfJson): GltfMotion {
  const parsed = motionSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw malformed(
      issue.message,
      issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join(''),
    );
  }
  const motion = parsed.data;
  const check = (at: number | undefined, list: readonly unknown[] | undefined, place: string): void => {
    if (at !== undefined && at >= (list?.length ?? 0)) throw malformed(`${at} names nothing`, place);
  };
  motion.nodes?.forEach(({ skin }, at) => check(skin, motion.skins, `nodes[${at}].skin`));
  motion.meshes?.forEach(({ primitives }, mesh) =>
    primitives.forEach(({ targets }, at) =>
      targets?.forEach((target, k) => {
        check(target['POSITION'], gltf.accessors, `meshes[${mesh}].primitives[${at}].targets[${k}].POSITION`);
      }),
    ),
  );
  motion.skins?.forEach(({ joints, inverseBindMatrices }, at) => {
    for (const joint of joints) check(joint, gltf.nodes, `skins[${at}].joints`);
    check(inverseBindMatrices, gltf.accessors, `skins[${at}].inverseBindMatrices`);
  });
  motion.animations?.forEach(({ channels, samplers }, at) => {
    for (const { sampler, target } of channels) {
      check(sampler, samplers, `animations[${at}].channels`);
      check(target.node, gltf.nodes, `animations[${at}].channels`);
    }
    for (const { input, output } of samplers) {
      check(input, gltf.accessors, `animations[${at}].samplers`);
      check(output, gltf.accessors, `animations[${at}].samplers`);
    }
  });
  return motion;
}

export function malformed(message: string, place: string): CoreError {
  return new CoreError('format-malformed', message, {
    place: place.replace(/^\./, ''),
    remedy: 'Export the file again.',
  });
}
