/** Plain JSON of a document: what migrations read and write, before any schema sees it. */
export type JsonRecord = Record<string, unknown>;

/**
 * One step between document versions: a pure function from a document of version `from` to one of version `from + 1`. It
 * never changes its argument and leaves what it does not know as it is; the schema judges the result.
 */
export interface Migration {
  readonly from: number;
  /** What changed, in one sentence. */
  readonly summary: string;
  migrate(document: JsonRecord): JsonRecord;
}
