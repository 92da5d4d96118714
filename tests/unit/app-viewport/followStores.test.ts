import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Session } from '../../../app/session/Session.ts';
import { followStores } from '../../../app/viewport/engine/followStores.ts';
import type { ViewportStore } from '../../../app/viewport/viewportState.ts';

/** Stores of a shot whose frames 11 and 12 are stored, as far as the picture follows them. */
function shot() {
  const stores = {
    frameSource: { store: createStore(() => ({ shown: {}, statics: {}, staticsOf: '' })) },
    document: { store: createStore(() => ({ open: undefined })) },
    selection: createStore(() => ({})),
    view: createStore(() => ({ colouring: {} })),
    timeline: createStore(() => ({ frame: 11, playing: false })),
    frames: createStore(() => ({
      cells: [11, 12, 13].map((frame) => ({ frame, storedKey: frame < 13 ? `key ${frame}` : undefined })),
    })),
  };
  let changes = 0;
  followStores(stores as unknown as Session, createStore(() => ({})) as unknown as ViewportStore, {
    change: () => changes++,
    recolour: () => changes++,
  });
  return { ...stores, changes: () => changes };
}

test('a frame that plays is drawn once: when it is there', () => {
  const { timeline, frameSource, changes } = shot();
  timeline.setState({ frame: 12, playing: true });
  expect(changes()).toBe(0);
  frameSource.store.setState({ shown: {} });
  expect(changes()).toBe(1);
});

test('where nothing comes, or the playhead is moved by hand, the picture follows at once', () => {
  const { timeline, changes } = shot();
  timeline.setState({ frame: 12 });
  expect(changes()).toBe(1);
  timeline.setState({ frame: 13, playing: true });
  expect(changes()).toBe(2);
});
