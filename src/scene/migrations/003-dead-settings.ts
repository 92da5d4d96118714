import type { JsonRecord, Migration } from './Migration.ts';

const migration: Migration = {
  from: 3,
  summary:
    'Settings that no solver read went: `physics.conserveAngularMomentum`, which always is, and `courantNumber` of qualities, which came to be read and means cells of liquids now.',
  migrate(document) {
    const takes = document['takes'];
    return {
      ...withoutDeadSettings(document),
      ...(Array.isArray(takes) && { takes: takes.map(ofTake) }),
    };
  },
};

function ofTake(take: unknown): unknown {
  if (!isRecord(take) || !isRecord(take['contents'])) return take;
  return { ...take, contents: withoutDeadSettings(take['contents']) };
}

/** Takes the settings out of a shot, or out of what a take holds. */
function withoutDeadSettings(contents: JsonRecord): JsonRecord {
  const { physics, quality } = contents;
  return {
    ...contents,
    ...(isRecord(physics) && { physics: without(physics, 'conserveAngularMomentum') }),
    ...(isRecord(quality) && {
      quality: Object.fromEntries(
        Object.entries(quality).map(([name, settings]) => [
          name,
          isRecord(settings) ? without(settings, 'courantNumber') : settings,
        ]),
      ),
    }),
  };
}

function without(record: JsonRecord, member: string): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== member));
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export default migration;
