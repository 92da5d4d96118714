import { CoreError } from '../base/errors.ts';
import { defaultExports } from '../base/registry.ts';
import type { JsonRecord, Migration } from './migrations/Migration.ts';
import { documentFormat, documentVersion } from './Scene.ts';

/** All steps, by the version they start from. */
export const migrations: readonly Migration[] = defaultExports<Migration>(
  import.meta.glob('./migrations/[0-9]*.ts', { eager: true }),
).sort((a, b) => a.from - b.from);

/**
 * The document brought to the current version. Throws `format-unknown` for JSON that is no shot, `document-newer` for one
 * of a newer program (which must not be written over) and `document-invalid` for a version that never was.
 */
export function migrateDocument(data: unknown, file?: string): JsonRecord {
  if (typeof data !== 'object' || data === null || Array.isArray(data) || !('format' in data)) throw notAShot(file);
  let document = data as JsonRecord;
  if (document['format'] !== documentFormat) throw notAShot(file);
  const version = document['version'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new CoreError('document-invalid', `${JSON.stringify(version) ?? 'nothing'} is not a document version`, {
      file,
      place: 'version',
      remedy: `This program writes version ${documentVersion}.`,
    });
  }
  if (version > documentVersion) {
    throw new CoreError('document-newer', `the shot has version ${version}; this program knows ${documentVersion}`, {
      file,
      place: 'version',
      remedy: 'Open it with a newer Ductile; the file is left as it is.',
    });
  }
  for (const step of migrations.filter(({ from }) => from >= version)) {
    document = { ...step.migrate(document), version: step.from + 1 };
  }
  return document;
}

function notAShot(file: string | undefined): CoreError {
  return new CoreError('format-unknown', 'the file is JSON but not a Ductile shot', {
    file,
    place: 'format',
    remedy: `A shot starts with "format": "${documentFormat}".`,
  });
}
