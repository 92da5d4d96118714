import { expect, it, vi } from 'vitest';
import { createSession, type Session } from '../../../app/session/Session.ts';
import { bannerOf } from '../../../app/viewport/overlays/bannerOf.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { tinyShot } from '../../support/tinyShot.ts';
import { preparedMesh, torusInBox } from '../app-viewport/smallShot.ts';
import { closedSessions } from './closedSessions.ts';
import { FakeHost } from './FakeHost.ts';

const body = preparedMesh({ ...torusInBox(2, 12), entity: 'block' });

const PATH = '/shots/tiny.ductile';
const sessions = closedSessions();

/** A session with a shot that was not simulated, and the shapes of an earlier state of it. */
async function unsimulated(shot: Scene, staticsOf = shot): Promise<Session> {
  const host = new FakeHost();
  host.files.set(PATH, shot);
  const session = createSession(host.open);
  sessions.push(session);
  await session.connection.connect();
  await session.shot.open(PATH);
  await vi.waitFor(() => expect(session.frames.getState().cells).toHaveLength(6));
  const solid = shot.entities.find(({ id }) => id === body.statics.entity);
  session.frameSource.store.setState({
    statics: { colourings: [], streams: solid === undefined || staticsOf !== shot ? [] : [body.statics] },
    staticsOf,
  });
  return session;
}

it('a shot that was not simulated says so; one that has colliders alone asks for what could be', async () => {
  const shot = tinyShot(6);
  const { kind, text } = bannerOf(await unsimulated(shot), 'ready')!;
  expect(kind).toBe('unsimulated');
  expect(text).toMatch(/^Not simulated yet/);
  const colliders = { ...shot, entities: shot.entities.filter((entity) => entity.kind === 'collider') };
  expect(bannerOf(await unsimulated(colliders), 'ready')).toEqual({
    kind: 'empty',
    text: 'Nothing to simulate yet: add a solid, cloth or liquid',
  });
  // The first solid was added just now, and its elements are not there yet.
  expect(bannerOf(await unsimulated(shot, colliders), 'ready')?.kind).toBe('preparing');
  const nothing = bannerOf(await unsimulated({ ...shot, entities: [] }), 'ready');
  expect(nothing?.text).toMatch(/^This shot is empty/);
});
