/** Metadata of an object or property: text keys and values. */
export type Metadata = ReadonlyMap<string, string>;

/** Longest text that fits the shared table, and the most entries that it holds. */
const TABLE_TEXT_BYTES = 255;
const TABLE_ENTRIES = 254;

/** Index for metadata that is stored in the header itself. */
export const INLINE_METADATA = 255;

/**
 * Joins `key=value` by `;`, keys in byte order, without empty values. The format has no escaping, so `=` and `;` in user
 * text become `_`.
 */
export function formatMetadata(entries: Readonly<Record<string, string>>): string {
  const clean = (text: string) => text.replace(/[=;\0]/g, '_');
  return Object.keys(entries)
    .filter((key) => entries[key] !== '')
    .sort()
    .map((key) => `${clean(key)}=${clean(entries[key])}`)
    .join(';');
}

/** Parses metadata; pieces without `=` are ignored, as in the reference library. */
export function parseMetadata(text: string): Metadata {
  const entries = new Map<string, string>();
  for (const piece of text.split(';')) {
    const equals = piece.indexOf('=');
    if (equals > 0) entries.set(piece.slice(0, equals), piece.slice(equals + 1));
  }
  return entries;
}

/** The archive's table of metadata texts, which several headers share. */
export class MetadataTable {
  private readonly indices = new Map<string, number>();

  /** Returns 0 for none, 1-254 for an entry, `INLINE_METADATA` where the text is too long or the table full. */
  indexOf(text: string): number {
    if (text === '') return 0;
    const known = this.indices.get(text);
    if (known !== undefined) return known;
    const length = new TextEncoder().encode(text).length;
    if (length > TABLE_TEXT_BYTES || this.indices.size >= TABLE_ENTRIES) return INLINE_METADATA;
    this.indices.set(text, this.indices.size + 1);
    return this.indices.size;
  }

  encode(): Uint8Array {
    const bytes: number[] = [];
    for (const text of this.indices.keys()) {
      const encoded = new TextEncoder().encode(text);
      bytes.push(encoded.length, ...encoded);
    }
    return Uint8Array.from(bytes);
  }
}
