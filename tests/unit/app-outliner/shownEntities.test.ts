import { describe, expect, it } from 'vitest';
import { commandEnabled, commands, runCommand } from '../../../app/commands/Command.ts';
import { isShown, lockedIds, soloIn } from '../../../app/document/shownEntities.ts';
import { createSession, type Session } from '../../../app/session/Session.ts';
import { smallScene } from '../../support/scenes.ts';

/** A session without a host, on a shot with one entity of every kind. */
function withShot(): Session {
  const session = createSession(() => Promise.reject(new Error('no host here')));
  session.document.load('/small.ductile', smallScene());
  return session;
}

const shown = ({ document, view }: Session): string[] => {
  const solo = soloIn(document.scene, view.getState().solo);
  return document.scene!.entities.filter((entity) => isShown(entity, solo)).map(({ id }) => id);
};

describe('solo', () => {
  it('shows what is chosen with its pins, hidden or not, and ends where it was begun', () => {
    const session = withShot();
    session.selection.setState({ ids: ['torus'] });
    runCommand(session, 'edit.hide');
    expect(shown(session)).toEqual(['floor', 'hook', 'breeze', 'view']);
    runCommand(session, 'view.solo');
    expect(shown(session)).toEqual(['torus', 'hook']);
    runCommand(session, 'view.solo');
    expect(shown(session)).toEqual(['floor', 'hook', 'breeze', 'view']);
  });

  it('goes over to another selection, and ends where its entities are gone', () => {
    const session = withShot();
    session.selection.setState({ ids: ['torus'] });
    runCommand(session, 'view.solo');
    session.selection.setState({ ids: ['floor'] });
    runCommand(session, 'view.solo');
    expect(shown(session)).toEqual(['floor']);
    runCommand(session, 'edit.delete');
    expect(shown(session)).toEqual(['torus', 'hook', 'breeze', 'view']);
  });

  it('is left by hiding what is alone, and by showing everything', () => {
    const session = withShot();
    session.selection.setState({ ids: ['torus', 'floor'] });
    runCommand(session, 'view.solo');
    session.selection.setState({ ids: ['floor'] });
    runCommand(session, 'edit.hide');
    expect(shown(session)).toEqual(['torus', 'hook']);
    runCommand(session, 'edit.showAll');
    expect(shown(session)).toHaveLength(5);
  });

  it('changes nothing in the document', () => {
    const session = withShot();
    const before = session.document.scene;
    session.selection.setState({ ids: ['torus'] });
    runCommand(session, 'view.solo');
    expect(session.document.scene).toBe(before);
  });
});

describe('a lock', () => {
  it('keeps from being removed and from being selected with everything', () => {
    const session = withShot();
    session.selection.setState({ ids: ['floor'] });
    runCommand(session, 'edit.lock');
    expect([...lockedIds(session.document.scene)]).toEqual(['floor']);
    expect(commandEnabled(session, commands().get('edit.delete')!)).toBe('The selection is locked.');
    runCommand(session, 'edit.selectAll');
    expect(session.selection.getState().ids).toEqual(['torus', 'hook', 'breeze', 'view']);
    session.selection.setState({ ids: ['floor', 'breeze'] });
    runCommand(session, 'edit.delete');
    expect(session.document.scene!.entities.map(({ id }) => id)).toEqual(['torus', 'floor', 'hook', 'view']);
    expect(session.selection.getState().ids).toEqual(['floor']);
  });

  it('is one step of undo, and goes with the same key', () => {
    const session = withShot();
    session.selection.setState({ ids: ['floor', 'torus'] });
    runCommand(session, 'edit.lock');
    expect(lockedIds(session.document.scene).size).toBe(2);
    runCommand(session, 'edit.lock');
    expect(lockedIds(session.document.scene).size).toBe(0);
    runCommand(session, 'edit.undo');
    expect(lockedIds(session.document.scene).size).toBe(2);
  });
});
