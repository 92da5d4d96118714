import { z } from 'zod';
import { frameStats, type FrameStats } from './FrameStats.ts';
import { malformed } from './namedArrays.ts';

/** Version of statistics as frames store them. Frames without one are of version 1, which had a record of bodies and one of liquids. */
const STATS_VERSION = 2;

type Fields = Readonly<Record<string, unknown>>;

/** Names of the sections that bodies of version 1 had as members. */
const BODY_SECTIONS: Readonly<Record<string, string>> = {
  kept: 'volumeConservation',
  drawn: 'surfaceStretch',
  equilibrium: 'equilibrium',
  torn: 'fracture',
  plastic: 'plasticity',
};
/** Members that liquids of version 1 had in no section. */
const LIQUID_NUMBERS = ['particles', 'largestSpeed', 'volumeDrift', 'emitted', 'drained', 'vortices'] as const;

/** The statistics as frames store them. */
export function packStats(stats: FrameStats): Record<string, unknown> {
  return { version: STATS_VERSION, ...stats };
}

/** Statistics that a frame stored, of this version or an older one. Throws `format-malformed` for anything else. */
export function unpackStats(found: unknown): FrameStats {
  const { version = 1, ...stored } = isFields(found) ? found : {};
  if (version !== 1 && version !== STATS_VERSION) throw malformed('header: statistics of an unknown version');
  const parsed = frameStats.safeParse(version === 1 ? ofVersion1(stored) : stored);
  if (parsed.success) return parsed.data;
  throw malformed(`header: statistics: ${z.prettifyError(parsed.error)}`);
}

function ofVersion1({ bodies, liquids, ...rest }: Fields): Fields {
  const entities = { ...mapped(bodies ?? {}, bodyOfVersion1), ...mapped(liquids ?? {}, liquidOfVersion1) };
  return { ...rest, entities };
}

function bodyOfVersion1(body: Fields): Fields {
  const { explicitSubsteps, ...rest } = body;
  const general = Object.entries(rest).filter(([name]) => BODY_SECTIONS[name] === undefined);
  const sections = Object.entries(BODY_SECTIONS)
    .filter(([name]) => rest[name] !== undefined)
    .map(([name, section]) => [section, rest[name]] as const);
  if (explicitSubsteps !== undefined) sections.push(['integration', { explicitSubsteps }]);
  return { ...Object.fromEntries(general), ...(sections.length > 0 && { sections: Object.fromEntries(sections) }) };
}

function liquidOfVersion1({ pressureIterations, divergence, spray, ...rest }: Fields): Fields {
  const own = LIQUID_NUMBERS.filter((name) => rest[name] !== undefined).map((name) => [name, rest[name]]);
  const general = Object.entries(rest).filter(([name]) => !LIQUID_NUMBERS.some((number) => number === name));
  const sections = {
    liquid: Object.fromEntries(own),
    ...(divergence !== undefined && { divergence }),
    ...(spray !== undefined && { spray }),
  };
  return { ...Object.fromEntries(general), iterations: pressureIterations, sections };
}

/** The members of a record, each through `map`; what is no record is left to the schema to refuse. */
function mapped(found: unknown, map: (fields: Fields) => Fields): Fields {
  if (!isFields(found)) throw malformed('header: statistics of entities are no record');
  return Object.fromEntries(Object.entries(found).map(([id, one]) => [id, isFields(one) ? map(one) : one]));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
