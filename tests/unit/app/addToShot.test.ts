import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../app/commands/Command.ts';
import { createSession, type Session } from '../../../app/session/Session.ts';
import { isBody, type Scene } from '../../../src/scene/Scene.ts';
import { smallScene } from '../../support/scenes.ts';

const withShot = (scene: Scene): Session => {
  const session = createSession(() => Promise.reject(new Error('no host here')));
  session.document.load('/shot.ductile', scene);
  return session;
};
const bodies = ({ document }: Session) => document.scene!.entities.filter(isBody);
const touching = (session: Session) => bodies(session).map(({ contact }) => contact?.others === true);

/** A unit cube about the origin, 2 m up, as the host draws it. */
function drawn(session: Session, id: string): void {
  const corners = [-0.5, 0.5].flatMap((x) => [-0.5, 0.5].flatMap((z) => [1.5, 2.5].flatMap((y) => [x, y, z])));
  const statics = { streams: [{ entity: id, type: 'mesh', restVolume: new Float32Array(corners) }] };
  session.frameSource.store.setState({ statics, staticsOf: session.document.scene } as never);
}

describe('what is added to a shot', () => {
  it('touches the bodies that are there, in one step of undo', () => {
    const session = withShot(smallScene());
    expect(touching(session)).toEqual([false]);
    runCommand(session, 'add.cloth.sheet');
    expect(touching(session)).toEqual([true, true]);
    expect(session.document.store.getState().open!.past).toHaveLength(1);
    session.document.undo();
    expect(touching(session)).toEqual([false]);
  });

  it('leaves bodies alone that were told to pass through others, where some touch', () => {
    const session = withShot(smallScene());
    runCommand(session, 'add.cloth.sheet');
    session.document.edit('pass through', (scene) => {
      const [solid] = scene.entities.filter(isBody);
      solid.contact!.others = false;
    });
    runCommand(session, 'add.solid.box');
    expect(touching(session)).toEqual([false, true, true]);
  });

  it('alone it asks for no contact, and stands where it always does', () => {
    const scene = smallScene();
    const session = withShot({ ...scene, entities: scene.entities.filter((entity) => !isBody(entity)) });
    runCommand(session, 'add.cloth.sheet');
    expect(touching(session)).toEqual([false]);
    expect(bodies(session)[0].transform.position[1]).toBe(1);
  });

  it('stands over what is drawn where it would stand', () => {
    const session = withShot(smallScene());
    drawn(session, bodies(session)[0].id);
    runCommand(session, 'add.cloth.sheet');
    expect(bodies(session)[1].transform.position[1]).toBeCloseTo(2.5 * 1.05, 12);
    runCommand(session, 'add.solid.box');
    expect(bodies(session)[2].transform.position[1]).toBeGreaterThan(2.5);
  });
});
