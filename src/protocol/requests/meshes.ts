import { z } from 'zod';
import { groupKinds } from '../../geometry/meshGroups.ts';
import { bytes, jobId, path, quality } from './values.ts';

const fileUnits = { metresPerUnit: z.number().positive().max(1e9).default(1), upAxis: z.enum(['y', 'z']).default('y') };

/** Most triangles that one finding lists. */
export const mostListedFaces = 10_000;

/** Most groups of one kind that are listed: as many as a solid may have regions. */
export const mostListedGroups = 255;

/** One thing that preflight found, or that reading the file gave notice of. */
const finding = z.strictObject({
  /** `open`, `self-intersections`, ... (see `FindingCode` of the preflight), or `import`. */
  code: z.string(),
  severity: z.enum(['info', 'warning', 'error']),
  /** A sentence with numbers. */
  message: z.string(),
  /** Edges, faces, vertices, pairs or pieces concerned, as the code says. */
  count: z.int().min(0),
  /** Triangles of `surface` concerned, ascending; the first 10,000. */
  faces: z.array(z.int().min(0)).max(mostListedFaces),
  /** The registered repair that cures it. */
  repair: z.string().optional(),
});

/** The groups of one kind that a mesh has, by their names: the first of very many. */
const meshGroups = z.strictObject({
  of: z.enum(groupKinds),
  count: z.int().min(1),
  names: z.array(z.string()).max(mostListedGroups),
});

/** What a mesh file holds, told by `jobEnded` of an `inspect` or `repair` job. */
export const meshReport = z.strictObject({
  path: z.string(),
  format: z.string(),
  vertices: z.int().min(0),
  triangles: z.int().min(0),
  components: z.int().min(0),
  closed: z.boolean(),
  manifold: z.boolean(),
  /** Min xyz, max xyz in metres with Y up. */
  bounds: z.array(z.number()).length(6),
  /** m3; 0 where the surface is open. */
  volume: z.number(),
  /** m2. */
  area: z.number(),
  /** Tetrahedra or hexahedra that the file brings. */
  elements: z.strictObject({ kind: z.enum(['tet', 'tet10', 'hex', 'mixed']), count: z.int().min(1) }).optional(),
  /**
   * It has an inside that a mesher can fill as it is (holes are closed on the way), or brings its own elements. Sheets without an inside
   * are not fillable, though meshers that cover the surface carry them.
   */
  fillable: z.boolean(),
  /** Groups that tell parts of the mesh from each other, by their kinds. */
  groups: z.array(meshGroups),
  /** The unit that the file's numbers speak for, whatever was asked for. */
  likelyMetresPerUnit: z.number().positive(),
  findings: z.array(finding),
  /** The triangles in metres with Y up for display: `encodeStatics` of a collider named `mesh`, and of one named `patches` where its holes can be closed. */
  surface: bytes,
});
export type MeshReport = z.output<typeof meshReport>;

/** Distribution of a quality over all elements: counts of equal bins from `from` to `to`. */
const histogram = z.strictObject({ from: z.number(), to: z.number(), counts: z.array(z.int().min(0)) });

/** A solid filled on trial, told by `jobEnded` of a `mesh` job. */
export const meshPreview = z.strictObject({
  kind: z.enum(['tet', 'hex']),
  /** Elements. */
  tets: z.int().min(0),
  vertices: z.int().min(0),
  /** Long edge that was asked of the mesher, m; left out for a solid that brings its own elements. */
  edgeLength: z.number().positive().optional(),
  /** What the elements can carry in bending. */
  bending: z.strictObject({
    order: z.enum(['linear', 'quadratic']),
    /** Elements across the thinnest bending part at this quality; left out where it has no other side. */
    across: z.number().positive().optional(),
    /** About how many times too stiff that part is. */
    stiffness: z.number().min(1),
    /** Edge length at which linear elements would be at most a tenth too stiff there, in percent of the diagonal. */
    linearPercent: z.number().positive().optional(),
    /** Edges across thin parts with which they would be, where halving edges there alone is enough. */
    linearAcross: z.int().positive().optional(),
  }),
  /** It was in the shot's cache already. */
  cached: z.boolean(),
  seconds: z.number().min(0),
  /** Bytes that simulating it takes in memory. */
  simulationBytes: z.number().min(0),
  /** Size of one stored frame, bytes. */
  frameBytes: z.number().min(0),
  minDihedral: z.number(),
  maxDihedral: z.number(),
  worstAspect: z.number(),
  /** Dihedral angles in degrees. */
  dihedrals: histogram,
  /** What it weighs at the first frame, kg, and by how much mass and inertia differ from those of the drawn surface, relative; left out where that encloses nothing. */
  mass: z.strictObject({ kilograms: z.number(), error: z.number(), inertiaError: z.number().min(0) }).optional(),
  warnings: z.array(z.string()),
  /** `encodeStatics` of the one body. */
  statics: bytes,
});
export type MeshPreview = z.output<typeof meshPreview>;

const triple = z.tuple([z.number(), z.number(), z.number()]);

/** The goal of a solid, told by `jobEnded` of a `goal` job. */
export const goalPreview = z.strictObject({
  elements: z.int().min(0),
  /** Elements beyond the stretch limit, those turned inside out, which are not directed, and those far from what is around them. */
  clamped: z.int().min(0),
  inverted: z.int().min(0),
  noisy: z.int().min(0),
  /** Stretch limit at which none would be beyond it. */
  largestStretch: z.number().min(1),
  /** The goal's surface as it stands at the first frame: f32 xyz per vertex in world axes, m, and u32 triangles. */
  positions: bytes,
  triangles: bytes,
  /**
   * Cage of each step that the goal is made in, none where it is a mesh: the box that the step deforms, in the body's own axes, m, and its lattice deformed: f32 xyz of both ends per line, in world
   * axes, m.
   */
  cages: z.array(z.strictObject({ centre: triple, half: triple, lines: bytes })),
});
export type GoalPreview = z.output<typeof goalPreview>;

/** Meshes before and while they become solids. */
export const meshRequests = {
  /** Stores one piece of a file that was dropped into the editor under `meshes` beside the open shot, else in the workspace. The last piece gives its path. */
  uploadFile: {
    params: z.strictObject({
      /** Chosen by the client, the same for all pieces. */
      upload: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
      name: z.string().min(1).max(255),
      offset: z.number().int().min(0),
      bytes: z
        .instanceof(Uint8Array)
        .refine((piece) => piece.byteLength <= 8 * 1024 * 1024, { message: 'more than 8 MiB in one piece' }),
      last: z.boolean(),
    }),
    result: z.strictObject({ path: z.string().optional() }),
  },
  /** Reads a mesh file and looks at it (`inspect` job, see `meshReport`). */
  inspectMesh: { params: z.strictObject({ path, ...fileUnits }), result: z.strictObject({ jobId }) },
  /** Writes a repaired copy beside the file (`repair` job, see `meshReport`). */
  repairMesh: {
    params: z.strictObject({ path, repairs: z.array(z.string().max(64)).min(1).max(16), ...fileUnits }),
    result: z.strictObject({ jobId }),
  },
  /** The reference to a mesh file that a document holds: relative to the open shot, with its hash. */
  referMesh: { params: z.strictObject({ path }), result: z.strictObject({ path: z.string(), sha256: z.string() }) },
  /** Groups that tell parts of a mesh file from each other, by their kinds. */
  meshGroups: { params: z.strictObject({ path }), result: z.strictObject({ groups: z.array(meshGroups) }) },
  /** The reference to a file of fibre directions, once it could be read: how many it holds, one per element or at points. */
  referFibres: {
    params: z.strictObject({ path }),
    result: z.strictObject({
      path: z.string(),
      sha256: z.string(),
      directions: z.int().min(0),
      at: z.enum(['elements', 'points']),
    }),
  },
  /** Fills one solid of `scene` on trial (`mesh` job, see `meshPreview`); the document and its frames stay as they are. */
  previewMesh: {
    params: z.strictObject({ scene: z.unknown(), entity: z.string().max(64), quality }),
    result: z.strictObject({ jobId }),
  },
  /** The goal that a solid of `scene` has for its plastic flow (`goal` job, see `goalPreview`); a mesh that does not fit it fails the job. */
  previewGoal: {
    params: z.strictObject({ scene: z.unknown(), entity: z.string().max(64), quality }),
    result: z.strictObject({ jobId }),
  },
  /**
   * Principal stress P(stretch) of a constitutive model, Pa, stretched along one axis with the others held at 1 (Irving 2007, figure
   * 2.3), at `count` stretches from..to. Fibres, where the model has any, run along that axis: relaxed in `stress`, fully active in `active`.
   */
  materialCurve: {
    params: z.strictObject({
      model: z.string().max(64),
      params: z.record(z.string(), z.json()),
      youngsModulus: z.number().positive(),
      poissonRatio: z.number().min(-0.99).max(0.499),
      from: z.number().min(-10).max(10),
      to: z.number().min(-10).max(10),
      count: z.int().min(2).max(1000),
    }),
    result: z.strictObject({
      stretch: z.array(z.number()),
      stress: z.array(z.number()),
      active: z.array(z.number()).optional(),
    }),
  },
} as const;
