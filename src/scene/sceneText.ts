import { CoreError } from '../base/errors.ts';
import type { DefinitionCatalogue } from './DefinitionCatalogue.ts';
import { parseJsonText } from './jsonText.ts';
import { migrateDocument } from './migrations.ts';
import type { Scene } from './Scene.ts';
import { validateScene } from './validateScene.ts';

/** Largest document that is read: meshes and frames live elsewhere, so a real one has kilobytes. */
export const maxDocumentBytes = 32 * 1024 * 1024;

/** Longest line that a nested value is written on. */
const lineWidth = 100;

/**
 * The scene in the bytes of a `.ductile` file: UTF-8 with or without a byte order mark. Throws `limit-exceeded`,
 * `document-invalid` with line and column or JSON path, `format-unknown` or `document-newer`, each naming `file`.
 */
export function parseScene(bytes: Uint8Array, catalogue: DefinitionCatalogue, file?: string): Scene {
  const data = parseJsonText(decodeText(bytes, file), file);
  const document = migrateDocument(data, file);
  try {
    return validateScene(document, catalogue);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    const { code, message, place, remedy, cause } = error;
    throw new CoreError(code, message, { file, place, remedy, cause });
  }
}

function decodeText(bytes: Uint8Array, file: string | undefined): string {
  if (bytes.length > maxDocumentBytes) {
    throw new CoreError('limit-exceeded', `the document has ${bytes.length} bytes; the limit is ${maxDocumentBytes}`, {
      file,
      remedy: 'A shot refers to its meshes; it does not contain them.',
    });
  }
  if (bytes.length === 0) throw new CoreError('document-invalid', 'the file is empty', { file, place: 'byte 0' });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CoreError('document-invalid', 'the file is not UTF-8 text', {
      file,
      remedy: 'Save it as UTF-8.',
      cause,
    });
  }
}

/**
 * The text of a scene as it is saved: members in one fixed order however the scene was built, two spaces
 * per level, short values on one line, a newline at the end. Equal scenes give equal text.
 */
export function formatScene(scene: Scene): string {
  return `${formatValue(scene, '')}\n`;
}

function formatValue(value: unknown, indent: string): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`cannot save the number ${value}`);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => formatValue(item, inner))
    : orderedMembers(value as Record<string, unknown>).map(
        ([name, member]) => `${JSON.stringify(name)}: ${formatValue(member, inner)}`,
      );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  if (isList && value.length > 3 && value.every((item) => typeof item === 'number')) return numberLines(parts, indent);
  const padding = isList ? '' : ' ';
  const oneLine = `${open}${padding}${parts.join(', ')}${padding}${close}`;
  if (indent !== '' && indent.length + oneLine.length <= lineWidth && !oneLine.includes('\n')) return oneLine;
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}

/** Numbers, as many to a line as fit: lists of them are long. */
function numberLines(numbers: readonly string[], indent: string): string {
  const oneLine = `[${numbers.join(', ')}]`;
  if (indent.length + oneLine.length <= lineWidth) return oneLine;
  const inner = `${indent}  `;
  const lines: string[] = [];
  for (const number of numbers) {
    const line = lines.at(-1);
    if (line !== undefined && inner.length + line.length + number.length + 3 <= lineWidth) {
      lines[lines.length - 1] = `${line}, ${number}`;
    } else lines.push(number);
  }
  return `[\n${inner}${lines.join(`,\n${inner}`)}\n${indent}]`;
}

/** What a document says of itself first; then by name, so that the order never depends on how the scene was built. */
const leading = ['format', 'version', 'project', 'kind', 'id', 'name', 'shape', 'type', 'frame', 'value'];

function orderedMembers(record: Record<string, unknown>): [string, unknown][] {
  const rank = (name: string) => (leading.includes(name) ? leading.indexOf(name) : leading.length);
  return Object.entries(record)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
