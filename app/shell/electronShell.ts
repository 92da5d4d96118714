import type { DuctileBridge, MenuItemState, MenuState } from '../../electron/bridge.ts';
import { accelerator } from '../commands/chords.ts';
import { commandEnabled, commands, runCommand } from '../commands/Command.ts';
import { createKeymap } from '../commands/keymap.ts';
import type { Session } from '../session/Session.ts';
import { fileName } from './fileName.ts';

/** Milliseconds between two tellings of the menu's states. */
const MENU_INTERVAL = 250;

/** Connects the window's frame with the editor: its title, its native menu, files that the system hands over, and closing. */
export function connectElectron(session: Session, bridge: DuctileBridge): void {
  const { document, log, connection } = session;
  bridge.onCommand((id) => {
    if (commands().has(id)) runCommand(session, id);
  });
  bridge.onOpenPath((path) => {
    session.shot.open(path).catch((error: unknown) => log.error(`could not open ${path}`, error));
  });
  bridge.onSaveBeforeClose(() => saveForClosing(session));
  bridge.onHostLost(({ reason, restarting }) => {
    log.warn(`The simulation process ended: ${reason}`, {
      remedy: restarting
        ? 'It is being restarted; finished frames are kept.'
        : 'It failed several times in a row. Restart it when you have found the reason.',
      action: restarting ? undefined : { label: 'Restart', command: 'simulate.restartHost' },
    });
    if (restarting) connection.retry();
  });
  document.store.subscribe(() => tellDocument(session, bridge));
  tellDocument(session, bridge);
  keepMenu(session, bridge);
}

async function saveForClosing({ shot, log }: Session): Promise<boolean> {
  try {
    await shot.save();
    return true;
  } catch (error) {
    log.error('could not save', error);
    return false;
  }
}

function tellDocument({ document }: Session, bridge: DuctileBridge): void {
  const { open } = document.store.getState();
  if (open === undefined) bridge.setDocumentState({ name: '', dirty: false });
  else
    bridge.setDocumentState({ path: open.path, name: open.scene.name || fileName(open.path), dirty: document.dirty });
}

/** Labels, keys and states of the native menu follow the editor, told when they differ. */
function keepMenu(session: Session, bridge: DuctileBridge): void {
  let told = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    timer = undefined;
    const state = menuState(session);
    const text = JSON.stringify(state);
    if (text === told) return;
    told = text;
    bridge.setMenuState(state);
  };
  const soon = () => {
    timer ??= setTimeout(tell, MENU_INTERVAL);
  };
  const { document, selection, view, jobs, program, preferences, timeline } = session;
  for (const store of [document.store, selection, view, jobs, program, preferences.store, timeline]) {
    store.subscribe(soon);
  }
  soon();
}

function menuState(session: Session): MenuState {
  const { navigation, keys } = session.preferences.store.getState();
  const keymap = createKeymap(commands().values(), navigation, keys);
  const entries = [...commands().values()].map((command): [string, MenuItemState] => {
    const [chord] = keymap.keysOf(command.id);
    const state = {
      label: command.title(session),
      enabled: commandEnabled(session, command) === true,
      checked: command.checked?.(session),
      accelerator: chord === undefined ? undefined : accelerator(chord),
    };
    return [command.id, state];
  });
  return Object.fromEntries(entries);
}
