import { useState } from 'react';
import { framesPerSecond } from '../../../src/scene/Scene.ts';
import { useDocument, useSession, useTimeline } from '../../session/Session.ts';
import { Button } from '../../ui/Button.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { changeFrameRate, commonRates, rateLabel, rateOf, sameRate, type KeepsPlace } from './frameRates.ts';

/** Frames per second; changing them asks whether keys stay on their frames or at their times. While it plays, how fast that really is. */
export function FrameRate() {
  const rate = useDocument((state) => state.open?.scene.frameRate);
  const [open, setOpen] = useState(false);
  if (rate === undefined) return null;
  return (
    <Popover
      label="Frame rate"
      open={open}
      onOpenChange={setOpen}
      side="top"
      trigger={
        <button type="button" className="dock-choice dock-rate mono" title="Frame rate">
          {rateLabel(rate)} fps
          <PlaybackRate />
        </button>
      }
    >
      <RateForm />
    </Popover>
  );
}

/** Dropped frames and the rate that playback reaches, while it is below the shot's. */
function PlaybackRate() {
  const wanted = useDocument((state) => (state.open === undefined ? 0 : framesPerSecond(state.open.scene)));
  const reached = useTimeline((state) => (state.playing ? Math.round(state.playbackRate) : 0));
  const { timeline } = useSession();
  if (reached === 0 || reached >= wanted - 1) return null;
  // Read when the rate changes, once a second: the count itself changes with every frame.
  const { dropped } = timeline.getState();
  return (
    <span className="dock-slow" title={`${dropped} frames dropped since playback began`}>
      {reached} reached{dropped > 0 && <span className="dock-dropped">, {dropped} dropped</span>}
    </span>
  );
}

function RateForm() {
  const { document } = useSession();
  const rate = useDocument((state) => state.open?.scene.frameRate);
  const [keeps, setKeeps] = useState<KeepsPlace>('frames');
  if (rate === undefined) return null;
  const choose = (next: ReturnType<typeof rateOf>) => {
    if (next === undefined || sameRate(next, rate)) return;
    document.edit(`Change frame rate to ${rateLabel(next)} fps`, (scene) => changeFrameRate(scene, next, keeps));
  };
  return (
    <div className="dock-fields">
      <div className="dock-rates" role="group" aria-label="Common frame rates">
        {commonRates.map((common) => (
          <Button
            key={rateLabel(common)}
            size="small"
            aria-pressed={sameRate(common, rate)}
            onClick={() => choose(common)}
          >
            {rateLabel(common)}
          </Button>
        ))}
      </div>
      <div className="dock-field">
        <span>Other</span>
        <NumberField
          label="Frames per second"
          value={rate.numerator / rate.denominator}
          unit=""
          min={1}
          max={1000}
          onChange={(value, dragging) => {
            if (!dragging) choose(rateOf(value));
          }}
        />
      </div>
      <div className="dock-field">
        <span>Keys stay on</span>
        <Segmented
          label="Keys stay on"
          size="small"
          value={keeps}
          onChange={setKeeps}
          options={[
            { value: 'frames', label: 'Frames' },
            { value: 'seconds', label: 'Seconds' },
          ]}
        />
      </div>
      <p className="dock-note">
        {keeps === 'frames'
          ? 'Every key keeps its frame; the duration of motion changes.'
          : 'Keys, pin releases and the end of the range move to the frames at their old times.'}
      </p>
    </div>
  );
}
