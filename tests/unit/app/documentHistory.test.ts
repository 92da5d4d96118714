import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentStore } from '../../../app/document/documentStore.ts';
import { duplicateEntities, removeEntities } from '../../../app/document/entityEdits.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { tinyShot } from '../../support/tinyShot.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

/** A history that is kept as whole documents. */
class Model {
  past: { scene: string; label: string; gesture: string | undefined }[] = [];
  future: { scene: string; label: string; gesture: string | undefined }[] = [];
  saved: string;

  constructor(public scene: string) {
    this.saved = scene;
  }

  edit(next: string, label: string, gesture: string | undefined): void {
    if (next === this.scene) return;
    const last = this.past.at(-1);
    if (gesture !== undefined && last?.gesture === gesture && this.future.length === 0) last.label = label;
    else this.past.push({ scene: this.scene, label, gesture });
    this.future = [];
    this.scene = next;
  }

  undo(): void {
    const entry = this.past.pop();
    if (entry === undefined) return;
    this.future.unshift({ ...entry, scene: this.scene });
    this.scene = entry.scene;
  }

  redo(): void {
    const entry = this.future.shift();
    if (entry === undefined) return;
    this.past.push({ ...entry, scene: this.scene });
    this.scene = entry.scene;
  }

  endGesture(): void {
    const last = this.past.at(-1);
    if (last?.gesture === undefined) return;
    last.gesture = undefined;
    if (last.scene === this.scene) this.past.pop();
  }

  /** What was done until a save is a step of its own. */
  save(): void {
    this.saved = this.scene;
    const last = this.past.at(-1);
    if (last !== undefined) last.gesture = undefined;
  }
}

/** Independent of the order of members: undo may put a removed one at the end. */
function text(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

type Edit = (scene: Scene) => void;

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.integer({ min: 1, max: 5 }).map((value): Edit => (scene) => {
    for (const entity of scene.entities) if (entity.kind === 'solid') entity.material.density = 100 * value;
  }),
  fc.nat(5).map((value): Edit => (scene) => {
    const entity = scene.entities[value % Math.max(1, scene.entities.length)];
    if (entity !== undefined) entity.display.visible = !entity.display.visible;
  }),
  fc.string({ maxLength: 8 }).map((name): Edit => (scene) => {
    scene.name = name;
  }),
  fc.nat(20).map((index): Edit => (scene) => {
    const entity = scene.entities[index % Math.max(1, scene.entities.length)];
    if (entity !== undefined && scene.entities.length < 12) duplicateEntities(scene, [entity.id]);
  }),
  fc.nat(20).map((index): Edit => (scene) => {
    const entity = scene.entities[index % Math.max(1, scene.entities.length)];
    if (entity !== undefined && scene.entities.length > 1) removeEntities(scene, new Set([entity.id]));
  }),
  fc.integer({ min: 5, max: 50 }).map((last): Edit => (scene) => {
    scene.range.last = last;
  }),
  fc.nat(3).map((value): Edit => (scene) => {
    const keys = [0, 1].map((frame) => ({ frame, value, interpolation: 'linear' as const }));
    if (value === 0) scene.physics.gravity = [0, -9.81, 0];
    else (scene.physics.gravity as unknown[])[1] = { keys };
  }),
  fc.constant<Edit>((scene) => {
    if (scene.take.parent === undefined) scene.take.parent = 'main';
    else delete scene.take.parent;
  }),
  fc.constant<Edit>(() => undefined),
);

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      edit,
      gesture: fc.constantFrom(undefined, undefined, 'a', 'b'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('save' as const, 'endGesture' as const) }) },
);

describe('the history of a document', () => {
  it('agrees with whole copies over 10,000 random edits, undos, redos and saves', () => {
    let done = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 200, maxLength: 200, size: 'max' }), (steps) => {
        const store = new DocumentStore();
        const scene = tinyShot(10);
        store.load('/shot.ductile', scene);
        const model = new Model(text(scene));
        const texts = new WeakMap<Scene, string>();
        /** The text of a document of the store, which never changes one but makes another. */
        const textOf = (open: Scene) => texts.get(open) ?? texts.set(open, text(open)).get(open)!;
        steps.forEach((next, index) => {
          done++;
          if (next.kind === 'edit') {
            const label = `edit ${index}`;
            const copy = structuredClone(store.scene!);
            next.edit(copy);
            store.edit(label, next.edit as never, { gesture: next.gesture });
            model.edit(text(copy), label, next.gesture);
          } else if (next.kind === 'undo') {
            store.undo();
            model.undo();
          } else if (next.kind === 'redo') {
            store.redo();
            model.redo();
          } else if (next.kind === 'save') {
            store.markSaved('/shot.ductile', store.scene!);
            model.save();
          } else {
            store.endGesture();
            model.endGesture();
          }
          const open = store.store.getState().open!;
          const labels = (steps: readonly { label: string }[]) => steps.map(({ label }) => label).join(', ');
          // One assertion for all, since each takes as long as many edits.
          expect([textOf(open.scene), labels(open.past), labels(open.future), store.dirty].join('\n')).toBe(
            [model.scene, labels(model.past), labels(model.future), model.scene !== model.saved].join('\n'),
          );
        });
      }),
      { seed: 20260704, numRuns: 50 },
    );
    expect(done).toBeGreaterThanOrEqual(10_000);
  });

  it('makes one step of a drag, and keeps only its first and last values', () => {
    const store = new DocumentStore();
    store.load('/shot.ductile', tinyShot(10));
    for (let value = 1; value <= 500; value++) {
      store.edit(
        'change density of block',
        (scene) => {
          const [block] = scene.entities;
          if (block.kind === 'solid') block.material.density = value;
        },
        { gesture: 'density' },
      );
    }
    const { past } = store.store.getState().open!;
    expect(past).toHaveLength(1);
    expect(past[0].forwards).toHaveLength(1);
    expect(past[0].forwards[0].value).toBe(500);
    store.undo();
    expect(store.dirty).toBe(false);
    store.redo();
    expect(store.scene?.entities[0]).toMatchObject({ material: { density: 500 } });
  });

  it('starts a new step after the gesture has ended, after an undo and after a save', () => {
    const store = new DocumentStore();
    store.load('/shot.ductile', tinyShot(10));
    const name = (value: string) => store.edit('rename', (scene) => void (scene.name = value), { gesture: 'name' });
    const steps = () => store.store.getState().open!.past.length;
    name('a');
    name('b');
    expect(steps()).toBe(1);
    store.endGesture();
    name('c');
    expect(steps()).toBe(2);
    store.markSaved('/shot.ductile', store.scene!);
    name('d');
    expect(steps()).toBe(3);
    store.undo();
    expect(store.dirty).toBe(false);
    name('e');
    expect(steps()).toBe(3);
    expect(store.store.getState().open!.future).toEqual([]);
  });

  it('takes over what the host completed when it saved, unless the document was edited meanwhile', () => {
    const store = new DocumentStore();
    const scene = tinyShot(10);
    store.load('/shot.ductile', scene);
    store.edit('rename', (draft) => void (draft.name = 'sent'));
    const sent = store.scene!;
    const written = { ...sent, notes: 'completed' };
    store.markSaved('/other.ductile', sent, written);
    expect(store.scene).toBe(written);
    expect(store.dirty).toBe(false);
    store.edit('rename', (draft) => void (draft.name = 'later'));
    store.markSaved('/other.ductile', written, { ...written, notes: 'again' });
    expect(store.scene?.name).toBe('later');
    expect(store.dirty).toBe(true);
  });

  it('replaces a document by another as one step with few patches', () => {
    const store = new DocumentStore();
    const scene = tinyShot(10);
    store.load('/shot.ductile', scene);
    store.replace('restore unsaved edits', { ...structuredClone(scene), name: 'restored' });
    const { past } = store.store.getState().open!;
    expect(past.map(({ label }) => label)).toEqual(['restore unsaved edits']);
    expect(past[0].forwards).toHaveLength(1);
    store.undo();
    expect(store.scene).toBe(scene);
  });
});
