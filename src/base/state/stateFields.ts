import { gatherRows, haveSameType, type NumberArray } from './numberArrays.ts';

/** A copy of a state: its arrays by name. */
export type SavedState = ReadonlyMap<string, NumberArray>;

/** The item that a row of an array belongs to, where rows follow a mesh whose topology changes. */
export type StateItem = 'vertex' | 'element';

/** Index of the ancestor before a change of topology, for every item after it. */
export type Ancestors = Readonly<Record<StateItem, Uint32Array>>;

/** The arrays of one field of a saved state, in the order of its names. */
type FieldArrays = readonly NumberArray[];

/** A declared part of a state: the names of its saved arrays, and how they are read and written. */
export interface StateField {
  readonly names: readonly string[];
  /** Returns copies of the present arrays. */
  save(): FieldArrays;
  /** Returns whether saved arrays have the types and lengths of this field. */
  fits(saved: FieldArrays): boolean;
  /** Copies saved arrays that fit into the present ones. */
  load(saved: FieldArrays): void;
  /** Present arrays themselves, where they have a fixed length: a rollback copies these. */
  readonly live?: readonly NumberArray[];
  /** Returns the arrays that this field, of the mesh after a change of topology, takes over from those saved before it. */
  inherit(saved: FieldArrays, ancestors: Ancestors): FieldArrays;
}

/** A column of a table, with `width` numbers per row. `array` may be replaced when the table grows. */
export interface StateColumn {
  readonly name: string;
  readonly width: number;
  array(): NumberArray;
}

/** A table whose number of rows changes. */
export interface StateList {
  readonly columns: readonly StateColumn[];
  count(): number;
  /** Allocates `count` rows, which the caller then writes. */
  resize(count: number): void;
}

/** A table of which only marked rows carry data. */
export interface StateRows {
  readonly columns: readonly StateColumn[];
  /** Non-zero for the rows to save. It must be one of the columns. */
  readonly marks: Uint8Array;
  readonly per: StateItem;
  /** Resets all rows to the values of an unmarked row. */
  clear(): void;
}

/** A value that is converted to an array when it is saved. */
export interface StateValue<T extends NumberArray> {
  readonly type: new (length: number) => T;
  read(): T;
  write(values: T): void;
  fits?(values: T): boolean;
}

/** Makes the field of a live array of constant length. */
export function arrayField(name: string, live: NumberArray, per: StateItem | undefined): StateField {
  return {
    names: [name],
    live: [live],
    save: () => [live.slice()],
    fits: ([saved]) => haveSameType(saved, live) && saved.length === live.length,
    load: ([saved]) => live.set(saved),
    inherit: ([saved], ancestors) => {
      if (per === undefined) return [saved];
      const sources = ancestors[per];
      return [gatherRows(saved, sources, live.length / sources.length)];
    },
  };
}

/** Makes the field of an array that is computed when it is saved. A change of topology does not change it. */
export function valueField<T extends NumberArray>(name: string, value: StateValue<T>): StateField {
  const { type } = value;
  return {
    names: [name],
    save: () => [value.read()],
    fits: ([saved]) => saved instanceof type && value.fits?.(saved) !== false,
    load: ([saved]) => {
      if (saved instanceof type) value.write(saved);
    },
    inherit: (saved) => saved,
  };
}

/** Makes the field of a table whose number of rows changes. A change of topology does not change it. */
export function listField({ columns, count, resize }: StateList): StateField {
  const rowsOf = (saved: FieldArrays) => saved[0].length / columns[0].width;
  return {
    names: columns.map(({ name }) => name),
    save: () => columns.map(({ width, array }) => array().slice(0, width * count())),
    fits: (saved) => Number.isInteger(rowsOf(saved)) && columnsFit(columns, saved, rowsOf(saved)),
    load: (saved) => {
      resize(rowsOf(saved));
      columns.forEach(({ array }, k) => array().set(saved[k]));
    },
    inherit: (saved) => saved,
  };
}

/** Makes the field of the marked rows of a table; its first saved array lists the indices of those rows, ascending. */
export function rowsField(name: string, { columns, marks, per, clear }: StateRows): StateField {
  return {
    names: [name, ...columns.map((column) => column.name)],
    live: columns.map(({ array }) => array()),
    save: () => {
      const rows = markedRows(marks);
      return [rows, ...columns.map(({ width, array }) => gatherRows(array(), rows, width))];
    },
    fits: ([rows, ...saved]) =>
      rows instanceof Uint32Array &&
      rows.every((row, k) => row < marks.length && (k === 0 || row > rows[k - 1])) &&
      columnsFit(columns, saved, rows.length),
    load: ([rows, ...saved]) => {
      clear();
      columns.forEach(({ width, array }, k) => scatterRows(saved[k], rows, width, array()));
    },
    inherit: ([rows, ...saved], ancestors) => {
      const placeOf = new Map(Array.from(rows, (row, place) => [row, place]));
      const places: number[] = [];
      const inherited: number[] = [];
      ancestors[per].forEach((ancestor, item) => {
        const place = placeOf.get(ancestor);
        if (place === undefined) return;
        inherited.push(item);
        places.push(place);
      });
      return [Uint32Array.from(inherited), ...columns.map(({ width }, k) => gatherRows(saved[k], places, width))];
    },
  };
}

function columnsFit(columns: readonly StateColumn[], saved: FieldArrays, rows: number): boolean {
  return columns.every(({ width, array }, k) => haveSameType(saved[k], array()) && saved[k].length === width * rows);
}

function markedRows(marks: Uint8Array): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < marks.length; row++) if (marks[row] !== 0) rows.push(row);
  return Uint32Array.from(rows);
}

function scatterRows(saved: NumberArray, rows: NumberArray, width: number, out: NumberArray): void {
  for (let place = 0; place < rows.length; place++) {
    for (let k = 0; k < width; k++) out[width * rows[place] + k] = saved[width * place + k];
  }
}
