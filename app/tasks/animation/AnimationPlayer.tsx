import { useEffect, useState } from 'react';
import { Pause, Play, SkipBack } from 'lucide-react';
import { FieldRow } from '../../ui/FieldRow.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import type { AnimationMotion } from './animationMotion.ts';
import { timesAround } from './animationMotion.ts';
import type { ReadAnimation } from './AnimationReading.ts';
import { SpeedGraph } from './SpeedGraph.tsx';

/** Milliseconds between two times that are shown while it plays: a few of them are read, which is enough to see what moves. */
const INTERVAL = 90;
/** Distances of the ghosts from the shown time, s, of a film's frames; 0 shows none. */
const GHOSTS = [0, 6, 12, 24].map((frames) => frames / 24);
export const USUAL_GHOSTS = GHOSTS[2];

interface AnimationPlayerProps {
  readonly read: ReadAnimation;
  /** How fast it moves; undefined where it does not. */
  readonly motion: AnimationMotion | undefined;
  /** Number of the time that is shown. */
  readonly at: number;
  /** Distance of the ghosts from the shown time, s; 0 where there are none. */
  readonly ghosts: number;
  onShow(at: number): void;
  onGhosts(seconds: number): void;
}

/** Scrubs through the times that were read of a file and plays them, shows how fast the mesh moves in them, and how far from the shown time its ghosts are. */
export function AnimationPlayer({ read, motion, at, ghosts, onShow, onGhosts }: AnimationPlayerProps) {
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
  const nameOf = (time: number) =>
    rate === undefined ? `${times[time].toFixed(2)} s` : `frame ${Math.round(times[time] * rate)}`;
  const choices = GHOSTS.map((seconds) => {
    const distance = rate === undefined ? `${seconds} s` : String(Math.round(seconds * rate));
    return { value: String(seconds), label: seconds === 0 ? 'Off' : `±${distance}` };
  });
  return (
    <>
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
        <output className="mono">{`${rate === undefined ? '' : `${nameOf(at)} · `}${times[at].toFixed(2)} s`}</output>
      </div>
      {motion !== undefined && (
        <>
          <SpeedGraph
            motion={motion}
            at={at}
            nameOf={nameOf}
            onShow={(time) => {
              setPlaying(false);
              onShow(time);
            }}
          />
          <div className="animation-ghosts">
            <FieldRow
              label="Ghosts"
              tooltip={{
                text: 'Shows the mesh before (violet) and after (blue) the shown time as well, by so many frames of the file, and the way of its fastest vertex.',
              }}
            >
              <Segmented
                label="Distance of the ghosts"
                size="small"
                value={String(ghosts)}
                options={choices}
                onChange={(seconds) => onGhosts(Number(seconds))}
              />
            </FieldRow>
            {ghosts > 0 && <GhostNames read={read} at={at} ghosts={ghosts} nameOf={nameOf} />}
          </div>
        </>
      )}
    </>
  );
}

interface GhostNamesProps extends Pick<AnimationPlayerProps, 'read' | 'at' | 'ghosts'> {
  nameOf(at: number): string;
}

/** The times of the ghosts, each in its colour. */
function GhostNames({ read, at, ghosts, nameOf }: GhostNamesProps) {
  const { before, after } = timesAround(read.times, at, ghosts);
  return (
    <p className="animation-ghost-names mono">
      <span data-when="before">{before === undefined ? '–' : nameOf(before)}</span>
      <span data-when="after">{after === undefined ? '–' : nameOf(after)}</span>
    </p>
  );
}
