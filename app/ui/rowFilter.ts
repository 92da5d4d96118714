import { createContext } from 'react';

/** Which rows of a form are shown. */
export interface RowFilter {
  /** Rows whose label holds the text, in small letters; empty: all. */
  readonly search: string;
  /** Whether only rows are shown whose value differs from the initial one. */
  readonly modifiedOnly: boolean;
}

export const everyRow: RowFilter = { search: '', modifiedOnly: false };

/** The filter that `FieldRow` reads: rows that it leaves out are not rendered. */
export const RowFilterContext = createContext<RowFilter>(everyRow);

/** Whether a row is shown; `words` are its label and what else it is found by. */
export function passesFilter({ search, modifiedOnly }: RowFilter, words: string, modified: boolean): boolean {
  return (!modifiedOnly || modified) && words.toLowerCase().includes(search);
}
