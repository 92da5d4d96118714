import { Keyboard } from 'lucide-react';
import { runCommand } from '../commands/Command.ts';
import { bridge } from '../client/openEndpoint.ts';
import { navigationPresets, uiScales } from '../state/preferences.ts';
import { usePreferences, useProgram, useSession } from '../session/Session.ts';
import { lengthUnits } from '../units/lengthUnit.ts';
import { Button } from '../ui/Button.tsx';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { Switch } from '../ui/Switch.tsx';
import { formatBytes } from '../units/formatTime.ts';
import { themeChoices, themeTitles } from '../ui/theme.ts';
import { navigationTitles } from './navigationTitles.ts';

/** How the editor behaves, and what it runs on. Every change counts at once and is remembered. */
export function SettingsSheet({ onClose }: { onClose(): void }) {
  return (
    <Sheet title="Settings" text="Changes apply at once and are stored on this computer." onClose={onClose}>
      <Appearance />
      <Behaviour />
      <Machine />
    </Sheet>
  );
}

function Appearance() {
  const { preferences } = useSession();
  const theme = usePreferences((state) => state.theme);
  const scale = usePreferences((state) => state.uiScale);
  return (
    <section className="settings-group" aria-label="Appearance">
      <h3>Appearance</h3>
      <FieldRow label="Theme">
        <Segmented
          label="Theme"
          value={theme}
          options={themeChoices.map((value) => ({ value, label: themeTitles[value] }))}
          onChange={(value) => preferences.change({ theme: value })}
        />
      </FieldRow>
      <FieldRow label="Scale" tooltip={{ text: 'Size of text, buttons and panels, relative to the system setting.' }}>
        {bridge === undefined ? (
          <span>Set by the browser zoom (Ctrl +, Ctrl −)</span>
        ) : (
          <Segmented
            label="Scale"
            value={String(scale)}
            options={uiScales.map((value) => ({ value: String(value), label: `${value} %` }))}
            onChange={(value) => preferences.change({ uiScale: uiScales.find((known) => String(known) === value) })}
          />
        )}
      </FieldRow>
    </section>
  );
}

function Behaviour() {
  const session = useSession();
  const { preferences } = session;
  const navigation = usePreferences((state) => state.navigation);
  const lengthUnit = usePreferences((state) => state.lengthUnit);
  const reducedMotion = usePreferences((state) => state.reducedMotion);
  return (
    <section className="settings-group" aria-label="Behaviour">
      <h3>Behaviour</h3>
      <FieldRow label="Mouse and keys like" tooltip={{ text: 'Mouse and keyboard controls of the viewport.' }}>
        <Segmented
          label="Mouse and keys like"
          value={navigation}
          options={navigationPresets.map((value) => ({ value, label: navigationTitles[value] }))}
          onChange={(value) => preferences.change({ navigation: value })}
        />
      </FieldRow>
      <FieldRow label="Keys">
        <Button icon={Keyboard} onClick={() => runCommand(session, 'edit.keymap')}>
          Edit keymap…
        </Button>
      </FieldRow>
      <FieldRow label="Lengths in" tooltip={{ text: 'Unit in which lengths are shown. Fields accept any unit.' }}>
        <Segmented
          label="Unit of lengths"
          value={lengthUnit}
          options={lengthUnits.map((value) => ({ value, label: value === 'auto' ? 'Auto' : value }))}
          onChange={(value) => preferences.change({ lengthUnit: value })}
        />
      </FieldRow>
      <FieldRow
        label="Reduce motion"
        tooltip={{
          text: 'Shows panels and menus without animation. The system setting for reduced motion is always respected.',
        }}
      >
        <Switch
          label="Reduce motion"
          checked={reducedMotion}
          onChange={(on) => preferences.change({ reducedMotion: on })}
        />
      </FieldRow>
    </section>
  );
}

function Machine() {
  const machine = useProgram((state) => state.catalogue?.machine);
  if (machine === undefined) return null;
  const rows: readonly (readonly [string, string])[] = [
    ['Simulation threads', `${machine.threads} of ${machine.cores} cores`],
    ['Solver', machine.backend],
    ['Memory', formatBytes(machine.memoryBytes)],
  ];
  return (
    <section className="settings-group" aria-label="This machine">
      <h3>This machine</h3>
      {rows.map(([label, value]) => (
        <FieldRow key={label} label={label}>
          <span className="mono">{value}</span>
        </FieldRow>
      ))}
    </section>
  );
}
