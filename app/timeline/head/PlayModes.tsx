import { ArrowLeftRight, ChevronDown, Gauge, KeyRound, MoveRight, Repeat, type LucideIcon } from 'lucide-react';
import { useSession, useTimeline } from '../../session/Session.ts';
import type { LoopMode, PlayMode } from '../../state/timelineStore.ts';
import { Menu } from '../../ui/Menu.tsx';
import type { MenuEntry } from '../../ui/MenuItems.tsx';

const loops: Readonly<Record<LoopMode, { readonly label: string; readonly icon: LucideIcon }>> = {
  loop: { label: 'Loop', icon: Repeat },
  once: { label: 'Once', icon: MoveRight },
  'ping-pong': { label: 'Ping-pong', icon: ArrowLeftRight },
};
const modes: Readonly<Record<PlayMode, { readonly label: string; readonly detail: string }>> = {
  'real-time': { label: 'Real time', detail: 'keeps the frame rate and drops frames' },
  'every-frame': { label: 'Every frame', detail: 'shows each, however long it takes' },
};

/** What playback does at the end and when it cannot keep up, and whether edits make keys. */
export function PlayModes() {
  const session = useSession();
  const { timeline } = session;
  const loop = useTimeline((state) => state.loop);
  const mode = useTimeline((state) => state.playMode);
  const { label, icon: Icon } = loops[loop];
  const entries = (): MenuEntry[] =>
    (Object.keys(loops) as LoopMode[]).map((value) => ({
      kind: 'item',
      label: loops[value].label,
      icon: loops[value].icon,
      checked: value === loop,
      onSelect: () => timeline.setState({ loop: value }),
    }));
  const modeEntries = (): MenuEntry[] =>
    (Object.keys(modes) as PlayMode[]).map((value) => ({
      kind: 'item',
      label: modes[value].label,
      detail: modes[value].detail,
      checked: value === mode,
      onSelect: () => timeline.setState({ playMode: value }),
    }));
  return (
    <>
      <Menu entries={entries} side="top">
        <button type="button" className="dock-choice" aria-label={`At the end: ${label}`}>
          <Icon aria-hidden /> <span className="dock-wide">{label}</span>
        </button>
      </Menu>
      <Menu entries={modeEntries} side="top">
        <button type="button" className="dock-choice" aria-label={`Playback speed: ${modes[mode].label}`}>
          <Gauge aria-hidden className="dock-narrow" /> <span className="dock-wide">{modes[mode].label}</span>
          <ChevronDown aria-hidden />
        </button>
      </Menu>
      <AutoKey />
    </>
  );
}

function AutoKey() {
  const session = useSession();
  const on = useTimeline((state) => state.autoKey);
  return (
    <button
      type="button"
      className="dock-choice"
      aria-pressed={on}
      aria-label="Auto-key"
      title="Auto-key: changing any keyable value sets a key at the playhead. Off, only animated values get keys."
      onClick={() => session.timeline.setState({ autoKey: !on })}
    >
      <KeyRound aria-hidden /> <span className="dock-wide">Auto-key</span>
    </button>
  );
}
