import { ChevronLeft, ChevronRight, Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from 'lucide-react';
import { runCommand } from '../../commands/Command.ts';
import { useKeyLabel } from '../../commands/useKeymap.ts';
import { useSession, useTimeline } from '../../session/Session.ts';
import { IconButton } from '../../ui/IconButton.tsx';

const before = [
  { id: 'playback.first', label: 'First frame', icon: SkipBack },
  { id: 'playback.previousKey', label: 'Previous key', icon: StepBack },
  { id: 'playback.previous', label: 'Previous frame', icon: ChevronLeft },
] as const;
const after = [
  { id: 'playback.next', label: 'Next frame', icon: ChevronRight },
  { id: 'playback.nextKey', label: 'Next key', icon: StepForward },
  { id: 'playback.last', label: 'Last frame', icon: SkipForward },
] as const;

/** First, previous key, step back, play, step, next key, last. */
export function Transport() {
  const session = useSession();
  const keys = useKeyLabel();
  const playing = useTimeline((state) => state.playing);
  const button = ({ id, label, icon }: (typeof before)[number] | (typeof after)[number]) => (
    <IconButton
      key={id}
      icon={icon}
      label={label}
      keys={keys(id)}
      size="small"
      tooltipSide="top"
      onClick={() => runCommand(session, id)}
    />
  );
  return (
    <div className="dock-transport" role="group" aria-label="Playback">
      {before.map(button)}
      <IconButton
        icon={playing ? Pause : Play}
        label={playing ? 'Pause' : 'Play'}
        keys={keys('playback.toggle')}
        className="dock-play"
        tooltipSide="top"
        onClick={() => runCommand(session, 'playback.toggle')}
      />
      {after.map(button)}
    </div>
  );
}
