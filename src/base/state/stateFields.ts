import { gatherRows, haveSameType, type NumberArray } from './numberArrays.ts';

/** A copy of a state: its arrays by their names. */
export type SavedState = ReadonlyMap<string, NumberArray>;

/** What a row of an array belongs to, where rows follow a mesh whose topology changes. */
export type StateItem = 'vertex' | 'element';

/** The item of the mesh before a change of topology that each item after it was a part of. */
export type Ancestors = Readonly<Record<StateItem, Uint32Array>>;

/** The arrays of one field of a saved state, in the order of its names. */
type FieldArrays = readonly NumberArray[];

/** A declared part of a state: which arrays it is saved as, and how they are read and written. */
export interface StateField {
  readonly names: readonly string[];
  /** Returns copies of the present arrays. */
  save(): FieldArrays;
  /** Returns whether saved arrays are of this field. */
  fits(saved: FieldArrays): boolean;
  /** Makes arrays that fit the present ones. */
  load(saved: FieldArrays): void;
  /** The present arrays themselves, where those are of fixed length: what a rollback copies. */
  readonly live?: readonly NumberArray[];
  /** Returns what the field would have saved after a change of topology; it is the field of the mesh after it. */
  inherit(saved: FieldArrays, ancestors: Ancestors): FieldArrays;
}

/** A column of a table: `width` numbers per row. `array` may be another one after the table has grown. */
export interface StateColumn {
  readonly name: string;
  readonly width: number;
  array(): NumberArray;
}

/** A table whose number of rows changes. */
export interface StateList {
  readonly columns: readonly StateColumn[];
  count(): number;
  /** Makes room for so many rows, which are then written. */
  resize(count: number): void;
}

/** A table of which only some rows say anything. */
export interface StateRows {
  readonly columns: readonly StateColumn[];
  /** A row is saved where this is not 0. It must be one of the columns. */
  readonly marks: Uint8Array;
  readonly per: StateItem;
  /** Brings all rows to what those are that are not saved. */
  clear(): void;
}

/** A value that is made into an array to be saved. */
export interface StateValue<T extends NumberArray> {
  readonly type: new (length: number) => T;
  read(): T;
  write(values: T): void;
  fits?(values: T): boolean;
}

/** A live array of a length that never changes. */
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

/** An array that is made when it is saved. A change of topology leaves it as it is. */
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

/** All rows of a table that grows and shrinks. A change of topology leaves it as it is. */
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

/** The marked rows of a table, and as its first array which those are, ascending. */
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
