import type { AddEntry } from '../../entities/AddMenu.ts';
import { appKinds } from '../../entities/appKinds.ts';
import { addContext, addEntry } from '../addEntry.ts';
import type { Command } from '../Command.ts';
import { needsShot } from '../requirements.ts';

/** A command for everything that kinds of entities offer to add. */
export default function addCommands(): Command[] {
  return appKinds().flatMap(({ add }) =>
    (add?.entries ?? []).filter(({ only }) => only !== 'menu').map((entry) => commandOf(entry, add?.keywords)),
  );
}

function commandOf(entry: AddEntry, keywords: string | undefined): Command {
  return {
    id: `add.${entry.id}`,
    group: 'Add',
    keys: entry.keys,
    keywords,
    title: (session) => entry.title?.(addContext(session)) ?? `Add ${entry.label.toLowerCase()}`,
    enabled: (session) => {
      const ready = needsShot(session);
      return ready === true ? (entry.refused?.(addContext(session)) ?? true) : ready;
    },
    run: (session) => addEntry(session, entry),
  };
}
