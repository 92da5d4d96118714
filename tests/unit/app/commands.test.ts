import { afterEach, describe, expect, it, vi } from 'vitest';
import { accelerator, chordOf, keyLabel, normalChord } from '../../../app/commands/chords.ts';
import { commandEnabled, commands, runCommand } from '../../../app/commands/Command.ts';
import { createKeymap } from '../../../app/commands/keymap.ts';
import { rankCommands } from '../../../app/commands/rankCommands.ts';
import { pressKey } from '../../../app/commands/useKeymap.ts';
import { navigationPresets } from '../../../app/state/preferences.ts';
import { createSession, type Session } from '../../../app/session/Session.ts';
import { menuCommands } from '../../../electron/menuTable.ts';
import { tinyShot } from '../../support/tinyShot.ts';

const press = (code: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

/** A session without a host, on a shot. */
function withShot(): Session {
  const session = createSession(() => Promise.reject(new Error('no host here')));
  session.document.load('/tiny.ductile', tinyShot(10));
  session.timeline.setState({ frame: 4 });
  return session;
}

const plain = createKeymap(commands().values(), 'maya', {});

describe('chords', () => {
  it('names a key by its place with its modifiers in one order', () => {
    expect(chordOf(press('KeyP', { ctrlKey: true, shiftKey: true }), false)).toBe('$mod+Shift+KeyP');
    expect(chordOf(press('KeyP', { metaKey: true, shiftKey: true }), true)).toBe('$mod+Shift+KeyP');
    expect(chordOf(press('KeyP', { metaKey: true }), false)).toBe('Meta+KeyP');
    expect(chordOf(press('ShiftLeft', { shiftKey: true }), false)).toBeUndefined();
    expect(chordOf(press('NumpadEnter', { ctrlKey: true }), false)).toBe('$mod+Enter');
    expect(normalChord('Shift+$mod+KeyZ')).toBe('$mod+Shift+KeyZ');
  });

  it('writes keys as keyboards do', () => {
    expect(keyLabel('$mod+Shift+KeyP', false)).toBe('Ctrl Shift P');
    expect(keyLabel('$mod+Shift+KeyP', true)).toBe('⌘ ⇧ P');
    expect(keyLabel('Shift+ArrowRight', false)).toBe('Shift →');
    expect(keyLabel(undefined, false)).toBe('');
    expect(accelerator('$mod+Shift+KeyZ')).toBe('CmdOrCtrl+Shift+Z');
    expect(accelerator('Numpad5')).toBeUndefined();
  });
});

describe('the keymap', () => {
  it.each(navigationPresets)('has no conflict in the preset %s', (preset) => {
    expect([...createKeymap(commands().values(), preset, {}).conflicts]).toEqual([]);
  });

  it('takes keys of the artist over those of the preset, and shows what they collide with', () => {
    const keymap = createKeymap(commands().values(), 'blender', { 'tool.move': ['KeyF'], 'edit.undo': [] });
    expect(keymap.keysOf('tool.move')).toEqual(['KeyF']);
    expect(keymap.keysOf('tool.rotate')).toEqual(['KeyR']);
    expect(keymap.keysOf('edit.undo')).toEqual([]);
    expect(keymap.conflicts.get('KeyF')?.toSorted()).toEqual(['tool.move', 'view.frameSelected']);
  });

  it('leaves isolation before it cancels a simulation with the same key', () => {
    expect(plain.commandsOf('Escape').at(-1)).toBe('simulate.cancel');
    expect(plain.conflicts.has('Escape')).toBe(false);
    const session = withShot();
    session.view.setState({ isolated: { entity: 'block', element: 3 } });
    expect(pressKey(session, plain, press('Escape'))).toBe(true);
    expect(session.view.getState().isolated).toBeUndefined();
    expect(pressKey(session, plain, press('Escape'))).toBe(false);
  });
});

/** Keys of NOTES: what the editor promises. */
const promised: Readonly<Record<string, string>> = {
  Space: 'playback.toggle',
  ArrowRight: 'playback.next',
  ArrowLeft: 'playback.previous',
  'Shift+ArrowRight': 'playback.next10',
  'Shift+ArrowLeft': 'playback.previous10',
  Home: 'playback.first',
  End: 'playback.last',
  KeyJ: 'playback.backwards',
  KeyK: 'playback.stop',
  KeyL: 'playback.forwards',
  KeyI: 'playback.setIn',
  KeyO: 'playback.setOut',
  KeyS: 'playback.setKey',
  'Alt+KeyW': 'simulate.whyStale',
  'Shift+Enter': 'simulate.fromHere',
  '$mod+Enter': 'simulate.run',
  '$mod+KeyB': 'simulate.branchTake',
  KeyN: 'playback.nextProblem',
  KeyF: 'view.frameSelected',
  KeyW: 'tool.move',
  KeyE: 'tool.rotate',
  KeyR: 'tool.scale',
  KeyH: 'edit.hide',
  Digit1: 'view.shaded',
  Digit5: 'view.points',
  KeyB: 'paint.toggle',
  '$mod+KeyE': 'file.export',
  '$mod+Shift+KeyP': 'view.commandPalette',
  Slash: 'window.search',
  F2: 'edit.rename',
  F6: 'window.nextPanel',
};

describe('commands', () => {
  afterEach(() => void vi.restoreAllMocks());

  it.each(Object.entries(promised))('gives %s to %s', (chord, id) => {
    expect(plain.commandsOf(chord).at(-1)).toBe(id);
  });

  it('have all that the native menu names', () => {
    expect([...menuCommands].filter((id) => !commands().has(id))).toEqual([]);
  });

  it('have a title and a reason or not, on the start page and on a shot, and throw nothing', () => {
    for (const session of [createSession(() => Promise.reject(new Error('none'))), withShot()]) {
      for (const command of commands().values()) {
        expect(command.title(session), command.id).not.toBe('');
        const enabled = commandEnabled(session, command);
        if (enabled !== true) expect(enabled, command.id).toMatch(/^[A-Z].*\.$/);
        command.checked?.(session);
      }
    }
  });

  it('tell the log what could not be done', async () => {
    const session = withShot();
    vi.spyOn(session.shot, 'close').mockRejectedValue(new Error('no way'));
    runCommand(session, 'file.startPage');
    await vi.waitFor(() => expect(session.log.store.getState().entries).toHaveLength(1));
    expect(session.log.store.getState().entries[0].message).toBe('Could not start page: no way');
  });

  it('delete an entity with its pins in one step, named after it', () => {
    const session = withShot();
    session.selection.setState({ ids: ['block'] });
    runCommand(session, 'add.pin');
    expect(session.selection.getState().ids).toHaveLength(1);
    session.selection.setState({ ids: ['block'] });
    runCommand(session, 'edit.delete');
    expect(session.document.scene?.entities.map(({ id }) => id)).toEqual(['floor']);
    expect(session.document.store.getState().open?.past.at(-1)?.label).toBe('delete block');
    runCommand(session, 'edit.undo');
    expect(session.document.scene?.entities).toHaveLength(3);
  });

  it('duplicate under ids and names of their own, and select the copies', () => {
    const session = withShot();
    session.selection.setState({ ids: ['block', 'floor'] });
    runCommand(session, 'edit.duplicate');
    const ids = session.document.scene?.entities.map(({ id }) => id);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
    expect(session.selection.getState().ids).toHaveLength(2);
    expect(session.document.store.getState().open?.past).toHaveLength(1);
  });

  it('branch, step through and leave takes as steps of undo', () => {
    const session = withShot();
    runCommand(session, 'simulate.branchTake');
    const { scene } = session.document;
    expect(scene?.take).toMatchObject({ parent: 'main', branchFrame: 4 });
    runCommand(session, 'takes.next');
    expect(session.document.scene?.take.id).toBe('main');
    runCommand(session, 'edit.undo');
    runCommand(session, 'edit.undo');
    expect(session.document.scene?.takes).toEqual([]);
    expect(session.document.dirty).toBe(false);
  });

  it('hide what is shown and show what is hidden', () => {
    const session = withShot();
    session.selection.setState({ ids: ['block', 'floor'] });
    const visible = () => session.document.scene?.entities.map(({ display }) => display.visible);
    runCommand(session, 'edit.hide');
    expect(visible()).toEqual([false, false]);
    runCommand(session, 'edit.hide');
    expect(visible()).toEqual([true, true]);
  });

  it('go to the next failed, stale or inverted frame, round and round', () => {
    const session = withShot();
    const cell = (frame: number, state: 'cached' | 'stale' | 'failed') => ({
      frame,
      state,
      key: `k${frame}`,
      storedKey: undefined,
      checkpoint: false,
      failure:
        state === 'failed'
          ? { frame, time: 0, entity: 'block', cause: 'inverted' as const, unit: '', suggestions: [] }
          : undefined,
    });
    session.frames.setState({
      cells: [cell(1, 'cached'), cell(2, 'stale'), cell(3, 'stale'), cell(4, 'cached'), cell(5, 'failed')],
    });
    const frames = [0, 0, 0].map(() => {
      runCommand(session, 'playback.nextProblem');
      return session.timeline.getState().frame;
    });
    expect(frames).toEqual([5, 2, 5]);
    expect(session.selection.getState().ids).toEqual(['block']);
  });
});

describe('moving out what starts inside something', () => {
  it('takes the way that the first frame tells, in one step of undo', () => {
    const session = withShot();
    const command = commands().get('edit.moveOut')!;
    expect(commandEnabled(session, command)).not.toBe(true);
    const told = {
      kind: 'start-overlap',
      severity: 'warning',
      entity: 'block',
      value: 0.2,
      limit: 0,
      unit: 'm',
    } as const;
    const judgement = { ...told, label: '', sentence: '', remedy: '', move: [0, 0.25, 0] as [number, number, number] };
    const cell = {
      frame: 1,
      state: 'cached',
      key: 'k',
      storedKey: 'k',
      checkpoint: false,
      failure: undefined,
    } as const;
    const stats = new Map([['k', { stats: { judgements: [judgement] } }]]) as never;
    session.frames.setState({ cells: [cell], stats });
    expect(command.title(session)).toBe('Move block out');
    const height = () => {
      const [block] = session.document.scene?.entities ?? [];
      return block?.kind === 'solid' ? block.transform.position[1] : undefined;
    };
    const before = height()!;
    runCommand(session, 'edit.moveOut');
    expect(height()).toBeCloseTo(before + 0.25, 12);
    session.document.undo();
    expect(height()).toBe(before);
  });
});

describe('the search of the palette', () => {
  const list = [...commands().values()].map(({ id, keywords = '', group, title }) => ({
    id,
    keywords,
    group,
    title: title(withShot()),
  }));
  const first = (search: string) => rankCommands(list, search)[0]?.id;

  it('finds by the beginning of words, by keywords and by initials', () => {
    expect(first('sim')).toBe('simulate.run');
    expect(first('why')).toBe('simulate.whyStale');
    expect(first('alembic')).toBe('file.export');
    expect(first('sitout')).toBe('simulate.inOut');
    expect(first('save as')).toBe('file.saveAs');
    expect(rankCommands(list, 'xyzzy')).toEqual([]);
    expect(rankCommands(list, '  ')).toHaveLength(list.length);
  });
});
