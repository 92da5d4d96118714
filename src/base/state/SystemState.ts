import { assert, CoreError } from '../errors.ts';
import type { NumberArray } from './numberArrays.ts';
import {
  type Ancestors,
  arrayField,
  listField,
  rowsField,
  type SavedState,
  type StateField,
  type StateItem,
  type StateList,
  type StateRows,
  type StateValue,
  valueField,
} from './stateFields.ts';

/** The state of a part, or a function that returns it: called at every save and load, since a part may be replaced. */
type PartState = SystemState | (() => SystemState);

/**
 * The complete state of a system, declared once as named arrays: checkpoints, resumed runs, comparisons and changes of topology follow from
 * the declaration. Anything undeclared is scratch, which the system recomputes in every step.
 */
export class SystemState {
  private readonly fields: StateField[] = [];
  private readonly parts: { readonly prefix: string; readonly part: PartState }[] = [];
  private readonly savers: (() => void)[] = [];
  private readonly loaders: (() => void)[] = [];

  /** Declares a live array of fixed length. `per`: the item that its rows belong to, where a change of topology changes their number. */
  array(name: string, live: NumberArray, per?: StateItem): this {
    return this.add(arrayField(name, live, per));
  }

  /** Declares an array that is computed when the state is saved. */
  value<T extends NumberArray>(name: string, value: StateValue<T>): this {
    return this.add(valueField(name, value));
  }

  /** Declares a number. */
  number(name: string, read: () => number, write: (value: number) => void): this {
    return this.value(name, {
      type: Float64Array,
      read: () => Float64Array.of(read()),
      write: ([value]) => write(value),
      fits: ({ length }) => length === 1,
    });
  }

  /** Declares a table whose number of rows changes. */
  list(list: StateList): this {
    return this.add(listField(list));
  }

  /** Declares a table of which only marked rows are saved; `name` is the name of the array that lists the marked rows. */
  rows(name: string, rows: StateRows): this {
    return this.add(rowsField(name, rows));
  }

  /** Declares the state of a part; its arrays are saved under their names after `prefix` and a slash. Parts are loaded after arrays, in the order of their declaration. */
  include(prefix: string, part: PartState | undefined): this {
    if (part !== undefined) this.parts.push({ prefix: `${prefix}/`, part });
    return this;
  }

  /** Registers `work` to run before the state is saved. */
  beforeSave(work: () => void): this {
    this.savers.push(work);
    return this;
  }

  /** Registers `work` to run once the state is loaded, before the parts that the including state declares later. */
  afterLoad(work: () => void): this {
    this.loaders.push(work);
    return this;
  }

  /** Returns a copy of the state. */
  save(): SavedState {
    const saved = new Map<string, NumberArray>();
    this.saveTo(saved, '');
    return saved;
  }

  /** Restores a saved state, with the same bytes. Throws `cache-damaged` where it was saved by another system. */
  load(saved: SavedState): void {
    const taken = this.loadFrom(saved, '', true);
    if (taken !== saved.size) throw foreign('it has more arrays');
  }

  /** Restores the fields that `saved` contains; the others keep their values. */
  loadPart(saved: SavedState): void {
    this.loadFrom(saved, '', false);
  }

  /** Returns the live arrays themselves; throws where a field has none of fixed length. */
  liveArrays(): NumberArray[] {
    const own = this.fields.flatMap(({ names, live }) => {
      assert(live !== undefined, 'a rollback copies arrays of fixed length', { name: names[0] });
      return live;
    });
    return [...own, ...this.parts.flatMap(({ part }) => stateOf(part).liveArrays())];
  }

  /** Initialises the state after a change of topology from the one saved before it: every item inherits the values of its ancestor. */
  inherit(saved: SavedState, ancestors: Ancestors): void {
    const inherited = new Map<string, NumberArray>();
    this.inheritTo(inherited, saved, '', ancestors);
    this.load(inherited);
  }

  private add(field: StateField): this {
    this.fields.push(field);
    return this;
  }

  private saveTo(saved: Map<string, NumberArray>, prefix: string): void {
    for (const work of this.savers) work();
    for (const field of this.fields) {
      const arrays = field.save();
      field.names.forEach((name, k) => saved.set(prefix + name, arrays[k]));
    }
    for (const { prefix: own, part } of this.parts) stateOf(part).saveTo(saved, prefix + own);
  }

  /** Returns how many arrays of `saved` were used. */
  private loadFrom(saved: SavedState, prefix: string, whole: boolean): number {
    const found = this.fields.map((field) => arraysOf(field, saved, prefix, whole));
    this.fields.forEach((field, k) => {
      const arrays = found[k];
      if (arrays !== undefined && !field.fits(arrays)) throw foreign(`'${prefix}${field.names[0]}' does not fit`);
    });
    let taken = 0;
    this.fields.forEach((field, k) => {
      const arrays = found[k];
      if (arrays === undefined) return;
      field.load(arrays);
      taken += arrays.length;
    });
    for (const { prefix: own, part } of this.parts) taken += stateOf(part).loadFrom(saved, prefix + own, whole);
    for (const work of this.loaders) work();
    return taken;
  }

  private inheritTo(out: Map<string, NumberArray>, saved: SavedState, prefix: string, ancestors: Ancestors): void {
    for (const field of this.fields) {
      const inherited = field.inherit(arraysOf(field, saved, prefix, true) ?? [], ancestors);
      field.names.forEach((name, k) => out.set(prefix + name, inherited[k]));
    }
    for (const { prefix: own, part } of this.parts) stateOf(part).inheritTo(out, saved, prefix + own, ancestors);
  }
}

function stateOf(part: PartState): SystemState {
  return part instanceof SystemState ? part : part();
}

/** Returns the saved arrays of a field; undefined where one is missing and they are optional. */
function arraysOf(
  { names }: StateField,
  saved: SavedState,
  prefix: string,
  needed: boolean,
): NumberArray[] | undefined {
  const arrays = names.flatMap((name) => saved.get(prefix + name) ?? []);
  if (arrays.length === names.length) return arrays;
  if (needed) throw foreign(`'${prefix}${names[0]}' is missing`);
  return undefined;
}

function foreign(why: string): CoreError {
  return new CoreError('cache-damaged', `the saved state is not of this shot: ${why}`);
}
