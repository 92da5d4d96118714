import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const vector = z.array(z.number());
const value = z.union([z.number(), z.string()]);

/** x = R S x0 + translation; rotations in degrees, about the axes that `rotation_mode` names, in its order. */
const transformation = z.strictObject({
  translation: vector.default([0, 0, 0]),
  rotation: vector.default([0, 0, 0]),
  rotation_mode: z.string().default('xyz'),
  scale: z.union([z.number(), vector]).default(1),
  /** Size of the whole mesh along each axis; an axis without extent is left alone. */
  dimensions: vector.optional(),
});
export type Transformation = z.output<typeof transformation>;

/** Vertices beyond a plane across an axis (-3 to 3, or 'x', '-y', ...), or in a box; relative ones in shares of the bounding box. */
const selection = z.strictObject({
  id: z.number(),
  axis: z.union([z.number(), z.string()]).optional(),
  position: z.number().optional(),
  box: z.tuple([vector, vector]).optional(),
  relative: z.boolean().default(false),
});
export type Selection = z.output<typeof selection>;

const geometry = z.strictObject({
  mesh: z.string(),
  type: z.literal('mesh_array').optional(),
  array: z.strictObject({ offset: z.number(), relative: z.boolean(), size: vector }).optional(),
  enabled: z.boolean().default(true),
  is_obstacle: z.boolean().default(false),
  transformation: transformation.prefault({}),
  volume_selection: z.number().optional(),
  surface_selection: z.union([z.number(), selection, z.array(selection)]).optional(),
});
export type Geometry = z.output<typeof geometry>;

const material = z.strictObject({
  id: z.number().optional(),
  E: z.number(),
  nu: z.number(),
  rho: z.number(),
  type: z.literal('NeoHookean'),
});
export type PeerMaterial = z.output<typeof material>;

const boundary = z.strictObject({
  id: z.number(),
  value: z.tuple([value, value, value]),
  dimension: z.array(z.boolean()).optional(),
});
export type Boundary = z.output<typeof boundary>;

/** A scene of PolyFEM's contact suite, as far as it says what moves: what solvers and outputs are told is left out. */
const sceneFile = z.object({
  geometry: z.array(geometry),
  materials: z.union([material, z.array(material)]),
  boundary_conditions: z.strictObject({
    rhs: vector.default([0, 0, 0]),
    dirichlet_boundary: z.union([boundary, z.array(boundary)]).optional(),
    obstacle_displacements: z.array(boundary).default([]),
  }),
  contact: z
    .object({
      dhat: z.number().default(1e-3),
      friction_coefficient: z.number().default(0),
      epsv: z.number().optional(),
    })
    .prefault({}),
  time: z.union([
    z.strictObject({ tend: z.number(), dt: z.number() }),
    z.strictObject({ tend: z.number(), time_steps: z.number() }),
  ]),
});
export type SceneFile = z.output<typeof sceneFile>;

/** Reads a scene and the file that lies below it (`common`). Throws where it says something of bodies that is not understood. */
export function readSceneFile(path: string): SceneFile {
  return sceneFile.parse(merged(path));
}

function merged(path: string): Record<string, unknown> {
  const own = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  if (typeof own.common !== 'string') return own;
  return below(merged(join(dirname(path), own.common)), own);
}

/** What `over` says, and what it leaves out as `under` says it. */
function below(under: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const out = { ...under };
  for (const [key, entry] of Object.entries(over)) {
    const [lower, upper] = [out[key], entry].map(asRecord);
    out[key] = lower !== undefined && upper !== undefined ? below(lower, upper) : entry;
  }
  return out;
}

function asRecord(entry: unknown): Record<string, unknown> | undefined {
  const isRecord = typeof entry === 'object' && entry !== null && !Array.isArray(entry);
  return isRecord ? (entry as Record<string, unknown>) : undefined;
}
