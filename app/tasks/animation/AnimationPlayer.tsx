import { useEffect, useState } from 'react';
import { Pause, Play, SkipBack } from 'lucide-react';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ReadAnimation } from './AnimationReading.ts';

/** Milliseconds between two times that are shown while it plays: a few of them are read, which is enough to see what moves. */
const INTERVAL = 90;

interface AnimationPlayerProps {
  readonly read: ReadAnimation;
  /** Number of the time that is shown. */
  readonly at: number;
  onShow(at: number): void;
}

/** Scrubs through the times that were read of a file, and plays them. */
export function AnimationPlayer({ read, at, onShow }: AnimationPlayerProps) {
  const [playing, setPlaying] = useState(false);
  const { times, report } = read;
  const last = times.length - 1;
  useEffect(() => setPlaying(false), [read]);
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setTimeout(() => onShow(at === last ? 0 : at + 1), INTERVAL);
    return () => clearTimeout(timer);
  }, [playing, at, last, onShow]);
  const rate = report.framesPerSecond;
  const frame = rate === undefined ? '' : `frame ${Math.round(times[at] * rate)} · `;
  return (
    <div className="animation-player">
      <IconButton icon={SkipBack} label="First sample" onClick={() => onShow(0)} />
      <IconButton
        icon={playing ? Pause : Play}
        label={playing ? 'Stop the preview' : 'Play the preview'}
        disabled={last === 0 && 'It does not move.'}
        onClick={() => setPlaying(!playing)}
      />
      <input
        type="range"
        aria-label="Time of the preview"
        min={0}
        max={last}
        step={1}
        value={at}
        onChange={({ target }) => {
          setPlaying(false);
          onShow(Number(target.value));
        }}
      />
      <output className="mono">{`${frame}${times[at].toFixed(2)} s`}</output>
    </div>
  );
}
