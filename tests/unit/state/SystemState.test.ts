import { describe, expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { StateBackup } from '../../../src/base/state/StateBackup.ts';
import type { SavedState } from '../../../src/base/state/stateFields.ts';
import { SystemState } from '../../../src/base/state/SystemState.ts';

/** A system of two vertices with a list, marked rows, a number and a part that may be replaced. */
function makeSystem() {
  const live = {
    positions: Float64Array.of(1, 2, 3, 4, 5, 6),
    marks: Uint8Array.of(0, 2),
    forces: Float32Array.of(0.5, 1.5),
    drops: Float64Array.of(7, 8, 9, NaN, NaN),
    count: 3,
    volume: 0.1,
    part: new SystemState().array('kept', Int32Array.of(-1)),
    loads: 0,
  };
  const state = new SystemState()
    .array('positions', live.positions, 'vertex')
    .rows('touching', touchingRows(live.marks, live.forces))
    .list({
      columns: [{ name: 'drops', width: 1, array: () => live.drops }],
      count: () => live.count,
      resize: (count) => {
        live.drops = new Float64Array(count);
        live.count = count;
      },
    })
    .number(
      'volume',
      () => live.volume,
      (volume) => (live.volume = volume),
    )
    .include('part', () => live.part)
    .afterLoad(() => live.loads++);
  return { live, state };
}

function touchingRows(marks: Uint8Array, forces: Float32Array) {
  return {
    columns: [
      { name: 'marks', width: 1, array: () => marks },
      { name: 'forces', width: 1, array: () => forces },
    ],
    marks,
    per: 'vertex' as const,
    clear: () => marks.fill(0),
  };
}

function withArray(saved: SavedState, name: string, array: Float64Array | Float32Array | undefined): SavedState {
  const changed = new Map(saved);
  if (array === undefined) changed.delete(name);
  else changed.set(name, array);
  return changed;
}

describe('a state', () => {
  test('is saved as copies of what is in its arrays, and comes back from them', () => {
    const { live, state } = makeSystem();
    const saved = state.save();
    expect([...saved.keys()]).toEqual(['positions', 'touching', 'marks', 'forces', 'drops', 'volume', 'part/kept']);
    expect(saved.get('touching')).toEqual(Uint32Array.of(1));
    expect(saved.get('forces')).toEqual(Float32Array.of(1.5));
    expect(saved.get('drops')).toEqual(Float64Array.of(7, 8, 9));
    live.positions.fill(0);
    live.marks.set([1, 0]);
    live.forces.fill(0);
    live.drops = new Float64Array(9);
    live.count = 9;
    live.volume = 3;
    state.load(structuredClone(saved));
    expect(state.save()).toEqual(saved);
    expect(live.positions).toEqual(Float64Array.of(1, 2, 3, 4, 5, 6));
    expect(live.marks).toEqual(Uint8Array.of(0, 2));
    expect(live.count).toBe(3);
    expect(live.volume).toBe(0.1);
    expect(live.loads).toBe(1);
  });

  test.each<[string, (saved: SavedState) => SavedState]>([
    ['without an array', (saved) => withArray(saved, 'marks', undefined)],
    ['without a part', (saved) => withArray(saved, 'part/kept', undefined)],
    ['with an array that nobody declares', (saved) => withArray(saved, 'more', Float64Array.of(1))],
    ['with an array of another type', (saved) => withArray(saved, 'positions', new Float32Array(6))],
    ['with an array of another length', (saved) => withArray(saved, 'positions', new Float64Array(3))],
    ['with more rows than their places', (saved) => withArray(saved, 'forces', new Float32Array(2))],
    ['with two numbers for one', (saved) => withArray(saved, 'volume', new Float64Array(2))],
  ])('is not taken %s', (_, change) => {
    const { state } = makeSystem();
    const saved = change(state.save());
    expect(() => state.load(saved)).toThrow(CoreError);
    expect(() => state.load(saved)).toThrow(expect.objectContaining({ code: 'cache-damaged' }));
  });

  test('that does not fit changes none of its own arrays', () => {
    const { live, state } = makeSystem();
    const saved = withArray(state.save(), 'forces', new Float32Array(2));
    live.volume = 5;
    live.positions[0] = 9;
    expect(() => state.load(saved)).toThrow(/'touching' does not fit/);
    expect([live.volume, live.positions[0]]).toEqual([5, 9]);
  });

  test('takes what a part of it says, and keeps the rest', () => {
    const { live, state } = makeSystem();
    state.loadPart(new Map([['volume', Float64Array.of(2)]]));
    expect([live.volume, live.count, live.positions[0]]).toEqual([2, 3, 1]);
  });

  test('of a part that was replaced is that of the new part', () => {
    const { live, state } = makeSystem();
    live.part = new SystemState().array('kept', Int32Array.of(4, 5));
    expect(state.save().get('part/kept')).toEqual(Int32Array.of(4, 5));
  });

  test('goes on after a change of topology with what each item was a part of', () => {
    const { state } = makeSystem();
    const [marks, forces, positions] = [new Uint8Array(3), new Float32Array(3), new Float64Array(9)];
    const torn = new SystemState()
      .array('positions', positions, 'vertex')
      .rows('touching', touchingRows(marks, forces));
    const whole = new Map([...state.save()].filter(([name]) => /^(?:positions|touching|marks|forces)$/.test(name)));
    torn.inherit(whole, { vertex: Uint32Array.of(0, 1, 1), element: new Uint32Array(0) });
    expect(positions).toEqual(Float64Array.of(1, 2, 3, 4, 5, 6, 4, 5, 6));
    expect(marks).toEqual(Uint8Array.of(0, 2, 2));
    expect(forces).toEqual(Float32Array.of(0, 1.5, 1.5));
  });
});

describe('a backup', () => {
  test('brings all numbers of fixed arrays and rows back, marked or not', () => {
    const values = Float64Array.of(1, 2);
    const [marks, forces] = [Uint8Array.of(1, 0), Float32Array.of(3, 4)];
    const state = new SystemState().array('values', values).rows('touching', touchingRows(marks, forces));
    const backup = new StateBackup(state);
    backup.keep();
    values.fill(7);
    marks.set([0, 3]);
    forces.fill(8);
    backup.bringBack();
    expect([...values, ...marks, ...forces]).toEqual([1, 2, 1, 0, 3, 4]);
  });

  test('is not made of lists', () => {
    expect(() => new StateBackup(makeSystem().state)).toThrow(/fixed length.*drops/);
  });
});
