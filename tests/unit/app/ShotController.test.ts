import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSession, type Session } from '../../../app/session/Session.ts';
import { playSample } from '../../../app/start/openSample.ts';
import { isOffered, keysOfWithdrawn, runCommand } from '../../../app/commands/Command.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { tinyShot } from '../../support/tinyShot.ts';
import { FakeHost, keyOf } from './FakeHost.ts';

const PATH = '/shots/tiny.ductile';
const sessions: Session[] = [];

/** A session on a fake host whose shot is open. */
async function opened(host = new FakeHost()): Promise<{ host: FakeHost; session: Session }> {
  host.files.set(PATH, tinyShot(6));
  const session = createSession(host.open);
  sessions.push(session);
  await session.connection.connect();
  await session.shot.open(PATH);
  await vi.waitFor(() => expect(session.frames.getState().cells).toHaveLength(6));
  return { host, session };
}

/** Warnings and errors of the log. */
function problems(session: Session) {
  return session.log.store.getState().entries.filter(({ severity }) => severity !== 'info');
}

function setDensity({ document }: Session, density: number): void {
  document.edit(`change density to ${density}`, (scene) => {
    const [block] = scene.entities;
    if (block.kind === 'solid') block.material.density = density;
  });
}

const states = ({ frames }: Session) => frames.getState().cells.map(({ state }) => state);
const density = (scene: Scene | undefined) => {
  const block = scene?.entities[0];
  return block?.kind === 'solid' ? block.material.density : undefined;
};

// Playback asks for the next picture; there is none here.
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  for (const session of sessions.splice(0)) session.connection.close();
});

describe('a shot and its host', () => {
  it('asks for the catalogue and the preferences before anybody else may ask', async () => {
    const { host } = await opened();
    expect(host.asked.map(({ name }) => name).slice(0, 4)).toEqual(['hello', 'catalogue', 'preferences', 'openShot']);
  });

  it('answers what is asked once the catalogue is shown, though the host is not set up yet', async () => {
    let ready: () => void = () => undefined;
    const preferences = new Promise<void>((resolve) => (ready = resolve)).then(() => ({ value: null }));
    const host = new FakeHost({ preferences: () => preferences });
    host.files.set(PATH, tinyShot(6));
    const session = createSession(host.open);
    sessions.push(session);
    const connected = session.connection.connect();
    await vi.waitFor(() => expect(session.program.getState().catalogue).toBeDefined());
    // A card of the start page is clicked now.
    const shot = session.shot.open(PATH);
    await vi.waitFor(() => expect(host.count('preferences')).toBe(1));
    expect(host.count('openShot')).toBe(0);
    ready();
    await connected;
    expect((await shot).path).toBe(PATH);
  });

  it('refuses what is asked of a host that ends before it is set up', async () => {
    const host = new FakeHost({ preferences: () => new Promise(() => undefined) });
    const session = createSession(host.open);
    sessions.push(session);
    void session.connection.connect();
    await vi.waitFor(() => expect(host.count('preferences')).toBe(1));
    const shot = session.shot.open(PATH);
    host.down = true;
    host.die();
    await expect(shot).rejects.toThrow('the simulation process is not running');
  });

  it('gives every edit to the host, and shows frames as stale at once and as valid again after undo', async () => {
    const { host, session } = await opened();
    for (let frame = 1; frame <= 6; frame++) host.stored.set(keyOf(host.scene!, frame), frame);
    host.notify('framesChanged', {});
    await vi.waitFor(() => expect(states(session)).toEqual(Array(6).fill('cached')));
    setDensity(session, 500);
    await vi.waitFor(() => expect(states(session)).toEqual(Array(6).fill('stale')));
    expect(density(host.scene)).toBe(500);
    expect(session.frames.getState().cells[0].storedKey).not.toBe(session.frames.getState().cells[0].key);
    session.document.undo();
    await vi.waitFor(() => expect(states(session)).toEqual(Array(6).fill('cached')));
    expect(session.document.dirty).toBe(false);
  });

  it('shows frames as they are made, the one being computed, and what they cost', async () => {
    const { host, session } = await opened();
    const jobId = await session.shot.simulate();
    expect(states(session)[0]).toBe('computing');
    host.notify('jobProgress', { jobId, stage: 'frame 1', fraction: 0, etaSeconds: { low: 1, high: 2 } });
    host.makeFrame(jobId, 1);
    host.makeFrame(jobId, 2);
    await vi.waitFor(() => expect(states(session).slice(0, 4)).toEqual(['cached', 'cached', 'computing', 'missing']));
    expect(session.shot.simulation.job).toMatchObject({ state: 'running', framesDone: 2, lastFrame: 2 });
    expect(session.costs.getState().samples.draft).toEqual([0.5, 0.5]);
    for (let frame = 3; frame <= 6; frame++) host.makeFrame(jobId, frame);
    host.notify('jobEnded', { jobId, outcome: 'done', result: { kind: 'simulate', simulated: 6, cached: 0 } });
    await vi.waitFor(() => expect(session.shot.simulation.running).toBe(false));
    expect(states(session)).toEqual(Array(6).fill('cached'));
  });

  it('does not take frames of an earlier state of the document for those of the present one', async () => {
    const { host, session } = await opened();
    const before = host.scene!;
    const jobId = await session.shot.simulate();
    host.makeFrame(jobId, 2, before);
    await vi.waitFor(() => expect(session.shot.simulation.job?.hasComputed).toBe(true));
    setDensity(session, 500);
    await vi.waitFor(() => expect(density(host.scene)).toBe(500));
    host.makeFrame(jobId, 1, before);
    await vi.waitFor(() => expect(states(session)[0]).not.toBe('computing'));
    const cell = () => session.frames.getState().cells[0];
    await vi.waitFor(() => expect(cell().storedKey).toBe(keyOf(before, 1)));
    await vi.waitFor(() => expect(cell().key).not.toBe(keyOf(before, 1)));
    expect(cell().storedKey).toBe(keyOf(before, 1));
  });

  it('keeps frames of a cancelled simulation and resumes it', async () => {
    const { host, session } = await opened();
    const jobId = await session.shot.simulate({ first: 2, last: 5 });
    host.makeFrame(jobId, 2);
    await vi.waitFor(() => expect(session.shot.simulation.job?.framesDone).toBe(1));
    runCommand(session, 'simulate.cancel');
    await vi.waitFor(() => expect(session.shot.simulation.job?.state).toBe('cancelled'));
    expect(problems(session)).toEqual([]);
    await session.shot.simulation.resume();
    const asked = host.asked.filter(({ name }) => name === 'simulate');
    expect(asked.at(-1)?.params).toMatchObject({ first: 2, last: 5, quality: 'draft' });
  });

  it('resumes within the range that the shot has now', async () => {
    const { host, session } = await opened();
    const asked = () => host.asked.findLast(({ name }) => name === 'simulate')?.params;
    const stop = async (jobId: string) => {
      host.makeFrame(jobId, 1);
      await session.shot.simulation.cancel();
      await vi.waitFor(() => expect(session.shot.simulation.running).toBe(false));
    };
    await stop(await session.shot.simulate());
    session.document.edit('shorten', (scene) => void (scene.range.last = 4));
    await session.shot.simulation.resume();
    expect(asked()).toMatchObject({ first: 1, last: 4 });
    await stop(session.shot.simulation.job!.jobId);
    session.document.edit('lengthen', (scene) => void (scene.range.last = 9));
    await session.shot.simulation.resume();
    expect(asked()).toMatchObject({ first: 1, last: 9 });
    await stop(await session.shot.simulate({ first: 6, last: 9 }));
    session.document.edit('shorten', (scene) => void (scene.range.last = 7));
    await session.shot.simulation.resume();
    expect(asked()).toMatchObject({ first: 6, last: 7 });
    session.timeline.setState({ inFrame: 8, outFrame: 9 });
    await expect(session.shot.simulation.inOut()).rejects.toThrow('outside');
  });

  it('takes an edit up while nothing is computed yet, and after that goes on until it is restarted', async () => {
    const { host, session } = await opened();
    const first = await session.shot.simulate();
    // The frame that is set up is no work yet.
    host.makeFrame(first, 1);
    setDensity(session, 500);
    await vi.waitFor(() => expect(session.shot.simulation.job?.jobId).not.toBe(first));
    const second = session.shot.simulation.job!.jobId;
    expect(
      host.asked.some(({ name, params }) => name === 'cancelJob' && (params as { jobId: string }).jobId === first),
    ).toBe(true);
    host.makeFrame(second, 2);
    setDensity(session, 600);
    await vi.waitFor(() => expect(session.shot.simulation.job).toMatchObject({ jobId: second, differsFrom: 1 }));
    runCommand(session, 'simulate.restart');
    await vi.waitFor(() => expect(session.shot.simulation.job?.jobId).not.toBe(second));
    expect(session.shot.simulation.job).toMatchObject({ first: 1, last: 6, differsFrom: undefined });
  });

  it('pauses, sees that it is paused, and goes on', async () => {
    const { session } = await opened();
    await session.shot.simulate();
    await session.shot.simulation.pause();
    expect(session.shot.simulation.job?.state).toBe('paused');
    await session.shot.simulation.resume();
    expect(session.shot.simulation.job?.state).toBe('running');
  });

  it('marks the failed frame and offers to say why', async () => {
    const { host, session } = await opened();
    const jobId = await session.shot.simulate();
    const failure = {
      frame: 3,
      time: 0.1,
      entity: 'block',
      element: 4,
      cause: 'inverted' as const,
      unit: '',
      suggestions: [],
    };
    const error = { code: 'simulation-failed' as const, message: 'element 4 of block is inside out', failure };
    host.notify('jobEnded', { jobId, outcome: 'failed', error });
    await vi.waitFor(() => expect(problems(session)).toHaveLength(1));
    const [entry] = problems(session);
    expect(entry).toMatchObject({ severity: 'error', frame: 3, entity: 'block' });
    // By its name, and without a message that comes and goes.
    expect(entry).toMatchObject({ message: expect.stringContaining('Element 4 of block') as string, toast: false });
    expect(entry.action?.command).toBe('simulate.showFailure');
  });

  it('tells why an edit was refused, offers to undo it until the next edit, and takes it back when it is undone', async () => {
    const { host, session } = await opened();
    host.refuse = (scene) => (density(scene) === 13 ? 'thirteen is no density' : undefined);
    setDensity(session, 13);
    await vi.waitFor(() => expect(session.program.getState().refusal?.place).toBe('entities[0]'));
    await expect(session.shot.simulate()).rejects.toThrow('thirteen');
    const { action } = problems(session)[0];
    expect(action?.command).toBe('edit.undo');
    expect(isOffered(session, action!)).toBe(true);
    session.document.edit('rename', (scene) => void (scene.name = 'another edit'));
    expect(isOffered(session, action!)).toBe(false);
    session.document.undo();
    session.document.undo();
    await vi.waitFor(() => expect(session.program.getState().refusal).toBeUndefined());
  });

  it('saves what is on the screen even when it is edited a moment before', async () => {
    const { host, session } = await opened();
    setDensity(session, 321);
    await session.shot.save();
    expect(density(host.files.get(PATH))).toBe(321);
    expect(session.document.dirty).toBe(false);
    session.document.undo();
    expect(session.document.dirty).toBe(true);
  });
});

describe('sample shots', () => {
  /** A workspace with what is in `files`; a new shot is made of every template. */
  function workspace(): FakeHost {
    const host: FakeHost = new FakeHost({
      openSample: ({ template }: { template: string }) => {
        const path = `/work/${template}.ductile`;
        if (!host.files.has(path)) host.files.set(path, tinyShot(3));
        return { path };
      },
    });
    return host;
  }

  async function connected(host: FakeHost): Promise<Session> {
    const session = createSession(host.open);
    sessions.push(session);
    await session.connection.connect();
    return session;
  }

  const sample = { type: 'tiny', label: 'Tiny' };

  it('play what is there at once and the rest as it is simulated', async () => {
    const host = workspace();
    const session = await connected(host);
    await playSample(session, sample);
    expect(session.timeline.getState()).toMatchObject({ playing: true, heldAt: 1 });
    const { jobId } = session.shot.simulation.job!;
    host.makeFrame(jobId, 1);
    host.makeFrame(jobId, 2);
    await vi.waitFor(() => expect(session.timeline.getState().heldAt).toBe(2));
    host.makeFrame(jobId, 3);
    host.notify('jobEnded', { jobId, outcome: 'done', result: { kind: 'simulate', simulated: 3, cached: 0 } });
    await vi.waitFor(() => expect(session.timeline.getState()).toMatchObject({ playing: true, heldAt: undefined }));
    await session.shot.close();
    await playSample(session, sample);
    expect(host.count('openSample')).toBe(2);
    expect(host.count('simulate')).toBe(1);
    expect(session.timeline.getState().playing).toBe(true);
  });

  it('simulate what is missing once what is there can be seen, and not where the artist has left', async () => {
    const host = workspace();
    const session = await connected(host);
    const tiny = tinyShot(3);
    host.stored.set(keyOf(tiny, 1), 1);
    const opening = playSample(session, sample);
    await vi.waitFor(() => expect(session.timeline.getState().playing).toBe(true));
    expect(host.count('simulate')).toBe(0);
    // The shapes of this host never come: it simulates all the same in the end.
    await opening;
    expect(host.count('simulate')).toBe(1);
    await session.shot.close();
    session.timeline.setState({ playing: false });
    const left = playSample(session, sample);
    await vi.waitFor(() => expect(session.timeline.getState().playing).toBe(true));
    await session.shot.close();
    await left;
    expect(host.count('simulate')).toBe(1);
  });

  it('leave the playhead to the artist who moved it', async () => {
    const host = workspace();
    const session = await connected(host);
    await playSample(session, sample);
    const { jobId } = session.shot.simulation.job!;
    session.timeline.setState({ frame: 3 });
    host.makeFrame(jobId, 1);
    host.notify('jobEnded', { jobId, outcome: 'done', result: { kind: 'simulate', simulated: 3, cached: 0 } });
    await vi.waitFor(() => expect(session.shot.simulation.running).toBe(false));
    expect(session.timeline.getState()).toMatchObject({ frame: 3, playing: false });
  });
});

describe('what is lost when something dies', () => {
  it('gives the document to the next host and says that the simulation was interrupted', async () => {
    const { host, session } = await opened();
    await session.shot.simulate();
    setDensity(session, 777);
    await vi.waitFor(() => expect(density(host.scene)).toBe(777));
    host.down = true;
    host.die();
    await vi.waitFor(() => expect(session.program.getState().connection.kind).toBe('lost'));
    session.document.edit('rename', (scene) => void (scene.name = 'edited without a host'));
    host.down = false;
    await vi.waitFor(() => expect(session.program.getState().connection.kind).toBe('connected'));
    await vi.waitFor(() => expect(host.scene?.name).toBe('edited without a host'));
    expect(density(host.scene)).toBe(777);
    expect(session.shot.simulation.job).toMatchObject({ state: 'failed' });
    const last = session.log.store.getState().entries.at(-1);
    expect(last?.action?.command).toBe('simulate.resume');
    // What offers it goes once a run goes on.
    const offers = new Map([[7, last!.action!]]);
    expect(keysOfWithdrawn(session, offers)).toEqual([]);
    await session.shot.simulation.resume();
    expect(keysOfWithdrawn(session, offers)).toEqual([7]);
  });

  it('restores unsaved edits of a killed page as one step that can be undone', async () => {
    const host = new FakeHost();
    host.journals.set(PATH, { ...tinyShot(6), name: 'unsaved' });
    const { session } = await opened(host);
    expect(session.document.scene?.name).toBe('unsaved');
    expect(session.document.dirty).toBe(true);
    await vi.waitFor(() => expect(host.scene?.name).toBe('unsaved'));
    runCommand(session, 'edit.undo');
    expect(session.document.scene?.name).toBe('tiny');
    expect(session.document.dirty).toBe(false);
    session.document.redo();
    expect(session.document.scene?.name).toBe('unsaved');
  });

  it('finds the simulation that a killed page had started, and resumes it', async () => {
    const { host, session } = await opened();
    session.view.setState({ quality: 'final' });
    await session.shot.simulate({ first: 2, last: 5 });
    await vi.waitFor(() => expect(host.preferences).toMatchObject({ run: { path: PATH, first: 2, last: 5 } }));
    const page = createSession(host.open);
    sessions.push(page);
    await page.connection.connect();
    await page.shot.open(PATH);
    expect(page.shot.simulation.job).toMatchObject({ state: 'failed', first: 2, last: 5 });
    expect(page.view.getState().quality).toBe('final');
    await page.shot.simulation.resume();
    expect(host.asked.findLast(({ name }) => name === 'simulate')?.params).toMatchObject({
      quality: 'final',
      first: 2,
      last: 5,
    });
  });

  it('journals the last edit of a shot before another is opened', async () => {
    const { host, session } = await opened();
    host.files.set('/shots/other.ductile', { ...tinyShot(3), name: 'other' });
    setDensity(session, 432);
    await session.shot.open('/shots/other.ductile');
    expect(density(host.journals.get(PATH))).toBe(432);
  });

  it('never sends the document of one shot to another that is being opened', async () => {
    const { host, session } = await opened();
    host.files.set('/shots/other.ductile', { ...tinyShot(3), name: 'other', project: crypto.randomUUID() });
    const opening = session.shot.open('/shots/other.ductile');
    setDensity(session, 999);
    await opening;
    await vi.waitFor(() => expect(session.frames.getState().cells).toHaveLength(3));
    expect(host.scene?.name).toBe('other');
    expect(density(host.scene)).not.toBe(999);
    expect(session.document.store.getState().open?.past).toEqual([]);
  });
});
