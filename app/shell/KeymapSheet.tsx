import { useEffect, useState } from 'react';
import { RotateCcw, TriangleAlert } from 'lucide-react';
import { chordOf, keyLabel, type Chord } from '../commands/chords.ts';
import { commandGroups, commandOf, commandsNow, type Command } from '../commands/Command.ts';
import type { Keymap } from '../commands/keymap.ts';
import { onMac, useKeymap } from '../commands/useKeymap.ts';
import { navigationPresets } from '../state/preferences.ts';
import { usePreferences, useSession } from '../session/Session.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { SearchField } from '../ui/TextField.tsx';
import './keymap.css';

/** Every command with its keys, to be changed: choose a line, press the new keys. */
export function KeymapSheet({ onClose }: { onClose(): void }) {
  const session = useSession();
  const { preferences } = session;
  const navigation = usePreferences((state) => state.navigation);
  const overrides = usePreferences((state) => state.keys);
  const keymap = useKeymap();
  const [filter, setFilter] = useState('');
  const [recording, setRecording] = useState<string>();
  const accept = (id: string, chord: Chord) => {
    preferences.change({ keys: { ...overrides, [id]: [chord] } });
    setRecording(undefined);
  };
  const restore = (id: string) => {
    const { [id]: _restored, ...rest } = overrides;
    preferences.change({ keys: rest });
  };
  const wanted = filter.trim().toLowerCase();
  const matches = (command: Command) =>
    `${command.title(session)} ${command.id} ${keymap
      .keysOf(command.id)
      .map((chord) => keyLabel(chord, onMac))
      .join(' ')}`
      .toLowerCase()
      .includes(wanted);
  return (
    <Sheet
      title="Keymap"
      text="Choose a line and press its new keys. Backspace leaves a command without keys."
      onClose={onClose}
      actions={
        <Button
          icon={RotateCcw}
          disabled={Object.keys(overrides).length === 0 && 'No keys were changed.'}
          onClick={() => preferences.change({ keys: {} })}
        >
          Restore all
        </Button>
      }
    >
      <div className="keymap-head">
        <Segmented
          label="Mouse and keys like"
          value={navigation}
          options={navigationPresets.map((value) => ({
            value,
            label: value.slice(0, 1).toUpperCase() + value.slice(1),
          }))}
          onChange={(value) => preferences.change({ navigation: value })}
        />
        <SearchField label="Search commands or keys" value={filter} onChange={setFilter} />
      </div>
      {commandGroups.map((group) => {
        const shown = commandsNow(session).filter((command) => command.group === group && matches(command));
        if (shown.length === 0) return null;
        return (
          <section key={group} aria-label={group}>
            <h3 className="keymap-group">{group}</h3>
            {shown.map((command) => (
              <KeymapRow
                key={command.id}
                command={command}
                keymap={keymap}
                changed={Object.hasOwn(overrides, command.id)}
                recording={recording === command.id}
                onRecord={(on) => setRecording(on ? command.id : undefined)}
                onAccept={(chord) => accept(command.id, chord)}
                onClear={() => {
                  preferences.change({ keys: { ...overrides, [command.id]: [] } });
                  setRecording(undefined);
                }}
                onRestore={() => restore(command.id)}
              />
            ))}
          </section>
        );
      })}
    </Sheet>
  );
}

interface KeymapRowProps {
  readonly command: Command;
  readonly keymap: Keymap;
  readonly changed: boolean;
  readonly recording: boolean;
  onRecord(on: boolean): void;
  onAccept(chord: Chord): void;
  onClear(): void;
  onRestore(): void;
}

function KeymapRow({ command, keymap, changed, recording, onRecord, onAccept, onClear, onRestore }: KeymapRowProps) {
  const session = useSession();
  const chords = keymap.keysOf(command.id);
  const others = chords
    .flatMap((chord) => keymap.conflicts.get(chord) ?? [])
    .filter((id) => id !== command.id)
    .map((id) => commandOf(session, id)?.title(session) ?? id);
  useRecording(recording, onAccept, onClear, () => onRecord(false));
  return (
    <div className="keymap-row">
      <button type="button" className="keymap-command" aria-pressed={recording} onClick={() => onRecord(!recording)}>
        <span className="keymap-title">{command.title(session)}</span>
        {recording ? (
          <span className="keymap-recording">Press keys…</span>
        ) : (
          chords.map((chord) => <Kbd key={chord}>{keyLabel(chord, onMac)}</Kbd>)
        )}
      </button>
      {changed && <IconButton icon={RotateCcw} size="small" label="Restore its keys" onClick={onRestore} />}
      {others.length > 0 && (
        <p className="keymap-conflict">
          <TriangleAlert aria-hidden /> Also assigned to {others.join(', ')}: only the first available command runs.
        </p>
      )}
    </div>
  );
}

/** While recording, the next key press is the new chord and reaches nothing else. */
function useRecording(on: boolean, accept: (chord: Chord) => void, clear: () => void, stop: () => void): void {
  useEffect(() => {
    if (!on) return undefined;
    const press = (event: KeyboardEvent) => {
      const chord = chordOf(event, onMac);
      if (chord === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (chord === 'Escape') stop();
      else if (chord === 'Backspace') clear();
      else accept(chord);
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  });
}
