import { z } from 'zod';
import { CoreError } from '../base/errors.ts';
import { energies } from './frameEnergies.ts';
import { type FrameLiquid, liquidStats, packLiquid, unpackLiquid } from './FrameLiquid.ts';
import { judgement } from './judgements.ts';
import { malformed, namedArray } from './namedArrays.ts';
import type { TopologyChange } from '../geometry/tearing/TopologyChange.ts';
import { packArrays, unpackArrays, unpackMeta, type PackableArray, type PackedContent } from './packedArrays.ts';
import { packTopology, topologyMeta, unpackTopology } from './topologyArrays.ts';

/** A colour map's numbers: one per vertex or element of the volume mesh. */
export interface FrameField {
  /** `speed`, `stress`, `plasticStrain`, `quality` ... */
  readonly name: string;
  /** SI unit, for legends; empty for a pure number. */
  readonly unit: string;
  readonly location: 'vertex' | 'element';
  readonly values: Float32Array;
}

/** One deformable body at one frame: world space, xyz per volume vertex. */
export interface FrameBody {
  /** Entity id. */
  readonly id: string;
  /** m. */
  readonly positions: Float32Array;
  /** m/s. */
  readonly velocities: Float32Array;
  readonly fields: readonly FrameField[];
  /** Of a torn body: positions, velocities and fields are then of what it is now. */
  readonly topology?: TopologyChange;
}

export interface FrameCollider {
  readonly id: string;
  /** Unit quaternion x, y, z, w. */
  readonly rotation: Float64Array;
  /** m. */
  readonly translation: Float64Array;
}

const bodyStats = z.strictObject({
  /** Elements with a negative signed singular value. */
  invertedElements: z.int().min(0),
  /** m3, sum over elements (inverted ones count negative). */
  volume: z.number(),
  energies,
  /** Of bodies that keep their volume; shares of what it is at rest. */
  kept: z
    .strictObject({
      /** Change of the whole volume, negative where some is lost. */
      volumeError: z.number(),
      /** Largest change of one one-ring, of either sign. */
      worstRing: z.number().min(0),
    })
    .optional(),
  /** How far the drawn surface is stretched, of bodies whose elements leave it behind somewhere (see `DrawnStretch`). */
  drawn: z
    .strictObject({
      /** Longest edge over its length at rest. */
      largest: z.number().min(0),
      /** Stretch of an edge over that of the elements that carry its ends, where that is largest. */
      relative: z.number().min(0),
      /** Share of the edges that are stretched too far. */
      share: z.number().min(0),
    })
    .optional(),
  /** Substeps a frame that the semi-implicit scheme would have needed; only of bodies that were integrated implicitly. */
  explicitSubsteps: z.int().min(1).optional(),
  /** Of quasistatic bodies: what finding the frame's equilibrium took. */
  equilibrium: z
    .strictObject({
      newtonIterations: z.int().min(0),
      /** Norm of the forces that are out of balance, over that which shears the body by its own size. */
      residual: z.number().min(0),
    })
    .optional(),
  /** Of bodies that tear. */
  torn: z
    .strictObject({
      pieces: z.int().min(0),
      /** Share of the volume that the smallest piece has. */
      smallestPiece: z.number().min(0),
      cracks: z.int().min(0),
      cutElements: z.int().min(0),
    })
    .optional(),
  /** Of plastic bodies. */
  plastic: z
    .strictObject({
      /** |log F_p|. */
      largestStrain: z.number().min(0),
      /** By volume. */
      meanStrain: z.number().min(0),
      /** Quadrature points at the stretch limit. */
      pointsAtLimit: z.int().min(0),
      /** Mean of |log F_p,goal - log F_p| by volume, of bodies with a goal. */
      goalDistance: z.number().min(0).optional(),
    })
    .optional(),
});

/** Contact between deformable bodies, and of bodies with themselves, over the frame's interval. */
const frameContact = z.strictObject({
  /** Pairs of surface elements nearer than their thickness, in the last substep. */
  contacts: z.int().min(0),
  /** Rigid impact zones that nothing gentler could spare, and the vertices of the largest. */
  zones: z.int().min(0),
  largestZone: z.int().min(0),
  /** Vertices that were kept where they were because nothing else would do. */
  stopped: z.int().min(0),
  /** Pairs of surface triangles that intersect at the end of the frame, as it is stored. */
  intersectingPairs: z.int().min(0),
});
export type FrameContact = z.output<typeof frameContact>;

/** What the frame's interval took and where it ended. Results only: wall-clock time never enters, so equal runs give equal bytes. */
export const frameStats = z.strictObject({
  substeps: z.int().min(0),
  /** s; 0 at the first frame. */
  shortestStep: z.number().min(0),
  longestStep: z.number().min(0),
  /** Iterations of all velocity solves of the interval. */
  cgIterations: z.int().min(0),
  invertedElements: z.int().min(0),
  /** m3. */
  volume: z.number(),
  energies,
  /** Vertices in contact at the end. */
  contacts: z.int().min(0).default(0),
  /** Of shots with bodies that touch each other or themselves. */
  bodyContact: frameContact.optional(),
  /** By entity id. */
  bodies: z.record(z.string(), bodyStats),
  /** The same of shots with liquids. */
  liquids: z.record(z.string(), liquidStats).optional(),
  warnings: z.array(z.string()).default([]),
  /** What is broken in the frame; left out where nothing is. */
  judgements: z.array(judgement).optional(),
});
export type FrameStats = z.output<typeof frameStats>;
export type BodyStats = z.output<typeof bodyStats>;

export interface Frame {
  /** In the scene's order of entities. */
  readonly bodies: readonly FrameBody[];
  /** The same. */
  readonly liquids: readonly FrameLiquid[];
  readonly colliders: readonly FrameCollider[];
  readonly stats: FrameStats;
}

const frameMagic = 'DUCTFRAM';
const name = z.string().min(1).max(256);
const metaSchema = z.strictObject({
  bodies: z.array(
    z.strictObject({
      id: name,
      fields: z.array(z.strictObject({ name, unit: z.string().max(32), location: z.enum(['vertex', 'element']) })),
      topology: topologyMeta.optional(),
    }),
  ),
  /** Left out where there are none. */
  liquids: z.array(name).optional(),
  colliders: z.array(name),
  stats: frameStats,
});

/**
 * The bytes of a frame: the same frame gives the same bytes. Throws `simulation-failed`, naming entity and vertex, for a
 * number that is not finite: it is never stored.
 */
export function encodeFrame(frame: Frame): Uint8Array {
  const arrays = new Map<string, PackableArray>();
  for (const body of frame.bodies) {
    checkFinite(body.positions, body.id, 'the position', 3);
    checkFinite(body.velocities, body.id, 'the velocity', 3);
    arrays.set(`${body.id}/positions`, body.positions);
    arrays.set(`${body.id}/velocities`, body.velocities);
    body.fields.forEach((field, k) => {
      checkFinite(field.values, body.id, `the field '${field.name}'`, 1, field.location);
      arrays.set(`${body.id}/field${k}`, field.values);
    });
  }
  for (const liquid of frame.liquids) {
    checkFinite(liquid.positions, liquid.id, 'the position', 3, 'particle');
    checkFinite(liquid.velocities, liquid.id, 'the velocity', 3, 'particle');
    if (liquid.levelSet !== undefined) {
      checkFinite(liquid.levelSet.distances, liquid.id, 'the distance', 1, 'cell');
      checkFinite(liquid.levelSet.velocities, liquid.id, 'the velocity', 3, 'cell');
    }
    packLiquid(liquid, arrays);
  }
  const topologies = frame.bodies.map(
    ({ id, topology }) => topology && packTopology(topology, `${id}/topology`, arrays),
  );
  const poses = new Float64Array(7 * frame.colliders.length);
  frame.colliders.forEach((collider, k) => {
    poses.set(collider.rotation, 7 * k);
    poses.set(collider.translation, 7 * k + 4);
    checkFinite(poses.subarray(7 * k, 7 * k + 7), collider.id, 'the pose');
  });
  arrays.set('poses', poses);
  const meta = {
    bodies: frame.bodies.map(({ id, fields }, k) => ({
      id,
      fields: fields.map(({ name: fieldName, unit, location }) => ({ name: fieldName, unit, location })),
      ...(topologies[k] && { topology: topologies[k] }),
    })),
    ...(frame.liquids.length > 0 && { liquids: frame.liquids.map(({ id }) => id) }),
    colliders: frame.colliders.map(({ id }) => id),
    stats: frame.stats,
  };
  return packArrays(frameMagic, { meta, arrays });
}

/** Views on the bytes of a frame (nothing is copied). Throws `format-*` as `unpackArrays` does, or for members that do not fit. */
export function decodeFrame(bytes: Uint8Array): Frame {
  const content = unpackArrays(frameMagic, bytes);
  const meta = metaSchema.safeParse(content.meta);
  if (!meta.success) throw malformed(`header: ${z.prettifyError(meta.error)}`);
  const bodies = meta.data.bodies.map((body) => decodeBody(content, body));
  const poses = namedArray(content, 'poses', Float64Array);
  if (poses.length !== 7 * meta.data.colliders.length) throw malformed('the poses do not match the colliders');
  const colliders = meta.data.colliders.map((id, k) => ({
    id,
    rotation: poses.subarray(7 * k, 7 * k + 4),
    translation: poses.subarray(7 * k + 4, 7 * k + 7),
  }));
  const liquids = (meta.data.liquids ?? []).map((id) => unpackLiquid(content, id));
  return { bodies, liquids, colliders, stats: meta.data.stats };
}

/** The statistics of a frame from the first `headerBytes` of its bytes. Throws `format-*`. */
export function decodeFrameStats(start: Uint8Array): FrameStats {
  const meta = metaSchema.safeParse(unpackMeta(frameMagic, start));
  if (!meta.success) throw malformed(`header: ${z.prettifyError(meta.error)}`);
  return meta.data.stats;
}

function decodeBody(content: PackedContent, body: z.output<typeof metaSchema>['bodies'][number]): FrameBody {
  const positions = namedArray(content, `${body.id}/positions`, Float32Array);
  const velocities = namedArray(content, `${body.id}/velocities`, Float32Array);
  if (positions.length % 3 !== 0 || velocities.length !== positions.length) {
    throw malformed(`positions and velocities of '${body.id}' do not match`);
  }
  const fields = body.fields.map((field, k) => {
    const values = namedArray(content, `${body.id}/field${k}`, Float32Array);
    if (field.location === 'vertex' && values.length * 3 !== positions.length) {
      throw malformed(`field '${field.name}' of '${body.id}' does not have one value per vertex`);
    }
    return { ...field, values };
  });
  const { topology } = body;
  const changed = topology && unpackTopology(content, `${body.id}/topology`, topology, positions.length / 3);
  return { id: body.id, positions, velocities, fields, ...(changed && { topology: changed }) };
}

/** `perPlace`: numbers of each vertex or element; left out where the numbers are of the whole entity. */
function checkFinite(
  values: Float32Array | Float64Array,
  entity: string,
  what: string,
  perPlace?: number,
  place: 'vertex' | 'element' | 'particle' | 'cell' = 'vertex',
): void {
  for (let k = 0; k < values.length; k++) {
    if (Number.isFinite(values[k])) continue;
    const where = perPlace === undefined ? '' : ` of ${place} ${Math.floor(k / perPlace)}`;
    throw new CoreError(
      'simulation-failed',
      `${what}${where} of '${entity}' is ${values[k]}, which no frame may hold`,
      {
        place: entity,
        remedy:
          'Look for a number that is far too large: a place, a speed, a pin or a force. Else use more substeps or softer settings.',
      },
    );
  }
}
