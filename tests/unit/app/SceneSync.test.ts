import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SceneSync } from '../../../app/client/SceneSync.ts';
import { CoreError } from '../../../src/base/errors.ts';
import type { RequestResult } from '../../../src/protocol/requests.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { tinyShot } from '../../support/tinyShot.ts';

const base = tinyShot(10);
const named = (name: string): Scene => ({ ...base, name });

/** A document, and a host that answers when it is told to. */
function setUp() {
  const sent: { scene: Scene; answer: () => void; refuse: (error: Error) => void }[] = [];
  const world = { scene: base as Scene | undefined, connected: true, applied: 0, refusals: [] as string[], sent };
  const sync = new SceneSync({
    scene: () => world.scene,
    connected: () => world.connected,
    send: (scene) =>
      new Promise<RequestResult<'applyScene'>>((resolve, reject) =>
        sent.push({ scene, answer: () => resolve({ scene, warnings: [], missing: [] }), refuse: reject }),
      ),
    applied: () => void world.applied++,
    refused: (error) => void world.refusals.push(error.message),
  });
  sync.reset(base);
  const edit = (name: string) => {
    world.scene = named(name);
    sync.schedule();
  };
  return { world, sent, sync, edit };
}

const names = (sent: readonly { scene: Scene }[]) => sent.map(({ scene }) => scene.name);
const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('sending the document', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends nothing that the host has', async () => {
    const { sync, sent } = setUp();
    sync.schedule();
    await later(1000);
    expect(sent).toEqual([]);
  });

  it('has one sending under way and then sends the newest document only', async () => {
    const { sent, edit } = setUp();
    edit('a');
    await later(0);
    for (const name of ['b', 'c', 'd']) edit(name);
    await later(1000);
    expect(names(sent)).toEqual(['a']);
    sent[0].answer();
    await later(1000);
    expect(names(sent)).toEqual(['a', 'd']);
  });

  it('sends at most 30 times a second', async () => {
    const { sent, edit } = setUp();
    for (let millisecond = 0; millisecond < 1000; millisecond += 5) {
      edit(`at ${millisecond}`);
      sent.at(-1)?.answer();
      await later(5);
    }
    expect(sent.length).toBeGreaterThan(20);
    expect(sent.length).toBeLessThanOrEqual(31);
  });

  it('tells a refusal and does not send the refused document again', async () => {
    const { world, sent, edit, sync } = setUp();
    edit('bad');
    await later(0);
    sent[0].refuse(new CoreError('document-invalid', 'not so'));
    await later(1000);
    expect(world.refusals).toEqual(['not so']);
    expect(sent).toHaveLength(1);
    await expect(sync.flush()).rejects.toThrow('not so');
    edit('good');
    await later(100);
    sent[1].answer();
    await expect(sync.flush()).resolves.toBeUndefined();
  });

  it('keeps an edit for the next host when this one is lost', async () => {
    const { world, sent, edit, sync } = setUp();
    edit('kept');
    await later(0);
    world.connected = false;
    sent[0].refuse(new CoreError('internal', 'the connection is closed'));
    edit('newer');
    await later(1000);
    expect(sent).toHaveLength(1);
    expect(world.refusals).toEqual([]);
    world.connected = true;
    sync.schedule();
    await later(100);
    expect(names(sent)).toEqual(['kept', 'newer']);
  });

  it('flushes what is still to be sent, and what is edited while it waits', async () => {
    const { sent, edit, sync, world } = setUp();
    edit('a');
    const flushed = sync.flush();
    world.scene = named('b');
    sent[0].answer();
    await later(0);
    expect(names(sent)).toEqual(['a', 'b']);
    sent[1].answer();
    await expect(flushed).resolves.toBeUndefined();
  });
});
