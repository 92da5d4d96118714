import { defaultExports } from '../../src/base/registry.ts';
import type { Session } from '../session/Session.ts';
import type { LogAction } from '../state/logStore.ts';

export const commandGroups = [
  'File',
  'Edit',
  'Add',
  'View',
  'Playback',
  'Simulate',
  'Takes',
  'Window',
  'Help',
] as const;
export type CommandGroup = (typeof commandGroups)[number];

/**
 * Something that the artist can do, by menu, palette, key or button. Registered by adding a file to `actions/`, here or in the folder of what it acts on, that default-exports one,
 * several, a function that lists them, or what lists those of the moment (`Momentary`).
 */
export interface Command {
  /** Stable: the keymap and the native menu name it: `edit.undo`. */
  readonly id: string;
  /** Returns the title that menus show; it may name what the command will act on: `Undo change density of torus`. */
  title(session: Session): string;
  readonly group: CommandGroup;
  /** Default keys, e.g. `$mod+KeyZ`, `Shift+ArrowRight`, `Space` (KeyboardEvent.code; $mod is Ctrl, Cmd on macOS). */
  readonly keys?: readonly string[];
  /** It takes its keys from other commands while it is enabled: what Escape leaves first. */
  readonly sharesKeys?: boolean;
  /** More words that find it in the palette. */
  readonly keywords?: string;
  /** False greys it out; the reason is shown. */
  enabled?(session: Session): true | string;
  /** Returns whether a switch is on; left out for commands that are no switches. */
  checked?(session: Session): boolean;
  run(session: Session): void | Promise<void>;
}

/** Commands that depend on the shapes of the open shot. Their ids stay the same for the same thing. */
export interface Momentary {
  of(session: Session): readonly Command[];
}

type Registered = Command | readonly Command[] | (() => readonly Command[]) | Momentary;
const modules = import.meta.glob(['./actions/*.ts', '../*/actions/*.ts'], { eager: true });
/** Listed at the first use: kinds of entities offer commands, and their files use commands. */
let byId: ReadonlyMap<string, Command> | undefined;

/** All commands that do not depend on the open shot, by id, in the order of their files. */
export function commands(): ReadonlyMap<string, Command> {
  byId ??= new Map(
    defaultExports<Registered>(modules)
      .flatMap((found) => (typeof found === 'function' ? found() : 'of' in found ? [] : found))
      .map((command) => [command.id, command]),
  );
  return byId;
}

/** Returns all commands, including those that exist only at this moment. */
export function commandsNow(session: Session): readonly Command[] {
  const momentary = defaultExports<Registered>(modules).flatMap((found) => ('of' in found ? found.of(session) : []));
  return [...commands().values(), ...momentary];
}

/** The command of that id, where there is one now. */
export function commandOf(session: Session, id: string): Command | undefined {
  return commands().get(id) ?? commandsNow(session).find((command) => command.id === id);
}

/** Whether it can be carried out now, or why not. */
export function commandEnabled(session: Session, command: Command): true | string {
  return command.enabled === undefined ? true : command.enabled(session);
}

/** Whether what a message offers can be carried out now, and would do what the message says. */
export function isOffered(session: Session, { command: id, scene }: LogAction): boolean {
  if (scene !== undefined && scene !== session.document.scene) return false;
  const command = commandOf(session, id);
  return command !== undefined && commandEnabled(session, command) === true;
}

/** Returns those of the keys whose action is offered no more. */
export function keysOfWithdrawn<Key>(session: Session, offers: ReadonlyMap<Key, LogAction>): Key[] {
  return [...offers].flatMap(([key, action]) => (isOffered(session, action) ? [] : key));
}

/** Runs a command where it is enabled; what it throws goes to the log. */
export function runCommand(session: Session, id: string): void {
  const command = commandOf(session, id);
  if (command === undefined) throw new Error(`there is no command '${id}'`);
  if (commandEnabled(session, command) !== true) return;
  const what = `could not ${lowerFirst(command.title(session))}`;
  const failed = (error: unknown) => session.log.error(what, error);
  try {
    void Promise.resolve(command.run(session)).catch(failed);
  } catch (error) {
    failed(error);
  }
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1).replace(/…$/, '');
}
