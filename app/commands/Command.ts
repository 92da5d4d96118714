import { defaultExports } from '../../src/base/registry.ts';
import type { Session } from '../state/Session.ts';

/** Something that the artist can do, by menu, palette, key or button. Registered by adding a file to `actions/` that default-exports one or several. */
export interface Command {
  /** Stable: the keymap and the native menu name it: `edit.undo`. */
  readonly id: string;
  /** As menus show it; may name what it will act on: `Undo change density of torus`. */
  title(session: Session): string;
  readonly group: 'File' | 'Edit' | 'Add' | 'View' | 'Playback' | 'Simulate' | 'Takes' | 'Window' | 'Help';
  /** Default keys, e.g. `$mod+KeyZ`, `Shift+ArrowRight`, `Space` (KeyboardEvent.code; $mod is Ctrl, Cmd on macOS). */
  readonly keys?: readonly string[];
  /** More words that find it in the palette. */
  readonly keywords?: string;
  /** False greys it out; the reason is shown. */
  enabled?(session: Session): true | string;
  run(session: Session): void | Promise<void>;
}

/** All commands, by id, in the order of their files. */
export const commands: ReadonlyMap<string, Command> = new Map(
  defaultExports<Command | readonly Command[]>(import.meta.glob('./actions/*.ts', { eager: true }))
    .flat()
    .map((command) => [command.id, command as Command]),
);

/** Runs a command where it is enabled; what it throws goes to the log. */
export function runCommand(session: Session, id: string): void {
  const command = commands.get(id);
  if (command === undefined) throw new Error(`there is no command '${id}'`);
  if (command.enabled !== undefined && command.enabled(session) !== true) return;
  const failed = (error: unknown) => session.log.error(`could not ${command.title(session).toLowerCase()}`, error);
  try {
    void Promise.resolve(command.run(session)).catch(failed);
  } catch (error) {
    failed(error);
  }
}
