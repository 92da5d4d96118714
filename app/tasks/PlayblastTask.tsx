import { useEffect, useRef, useState } from 'react';
import { CircleCheck, Clapperboard, Download, Film, TriangleAlert } from 'lucide-react';
import { Section } from '../inspector/Section.tsx';
import { useDocument, useFrames, useSession } from '../session/Session.ts';
import { formatBytes } from '../units/formatBytes.ts';
import { Button } from '../ui/Button.tsx';
import { FieldRow } from '../ui/FieldRow.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { Select } from '../ui/Select.tsx';
import { Switch } from '../ui/Switch.tsx';
import { viewportOf } from '../viewport/viewportHandle.ts';
import { FrameRangeRow } from './FrameRangeRow.tsx';
import { makePlayblast, type Playblast } from './playblast/makePlayblast.ts';
import {
  pixelSize,
  playblastFormats,
  playblastSizes,
  type PixelSize,
  type PlayblastSettings,
  type PlayblastSize,
} from './playblast/playblastSettings.ts';
import { useCodec } from './playblast/useCodec.ts';
import { isCancelled } from './shapes/LatestJob.ts';

/** ms that a file stays in memory for the browser to take it. */
const KEEP = 60_000;

/** Has the browser save a file where it saves downloads. */
function download(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP);
}

/** Pictures or a film of what the viewport shows, every frame of a range. */
export function PlayblastTask() {
  const open = useDocument((state) => state.open);
  if (open === undefined) return null;
  const { range, frameRate } = open.scene;
  return <Blast range={range} framesPerSecond={frameRate.numerator / frameRate.denominator} />;
}

interface BlastProps {
  readonly range: { readonly first: number; readonly last: number };
  readonly framesPerSecond: number;
}

function Blast({ range, framesPerSecond }: BlastProps) {
  const session = useSession();
  const timeline = session.timeline.getState();
  const [settings, setSettings] = useState<PlayblastSettings>({
    first: timeline.inFrame ?? range.first,
    last: timeline.outFrame ?? range.last,
    framesPerSecond,
    size: 'viewport',
    format: 'mp4',
    burnIn: true,
  });
  const change = (part: Partial<PlayblastSettings>): void => setSettings((before) => ({ ...before, ...part }));
  const { run, cancel, done, result } = usePlayblast();
  const { first, last, format, size } = settings;
  const pixels = pixelSize(size, viewportSize(session));
  const codec = useCodec(format === 'png' ? undefined : format, pixels);
  const missing = useFrames(
    ({ cells }) =>
      cells.filter(({ frame, storedKey }) => frame >= first && frame <= last && storedKey === undefined).length,
  );
  const count = last - first + 1;
  return (
    <>
      <div className="task-body">
        <Section title="Pictures" icon={Film}>
          <FormatRows settings={settings} pixels={pixels} change={change} />
          {codec === 'none' && (
            <p className="mesh-warning" role="alert">
              <TriangleAlert aria-hidden />
              This machine cannot encode {format.toUpperCase()} ({pixels.width} × {pixels.height}): its browser engine
              brings no codec for it. A PNG sequence always works.
            </p>
          )}
        </Section>
        <Section title="Frames" icon={Clapperboard}>
          <RangeRows settings={settings} range={range} change={change} />
          {missing > 0 && (
            <p className="form-note" role="status" data-warning>
              {missing} of these frames {missing === 1 ? 'is' : 'are'} not simulated: the last frame before them is
              repeated.
            </p>
          )}
        </Section>
        {result !== undefined && <Finished result={result} />}
      </div>
      {done !== undefined && (
        <div className="task-busy" role="status">
          <span>
            Frame {first + Math.min(done, count - 1)} · {done} of {count}
          </span>
          <ProgressBar label="Frames drawn" fraction={done / count} />
        </div>
      )}
      <footer className="task-actions">
        {done === undefined ? (
          <Button
            variant="primary"
            icon={Clapperboard}
            disabled={codec === 'none' && 'Choose another format.'}
            onClick={() => void run(settings)}
          >
            {result === undefined ? 'Make playblast' : 'Make it again'}
          </Button>
        ) : (
          <Button onClick={cancel}>Cancel</Button>
        )}
      </footer>
    </>
  );
}

/** Makes one playblast at a time; it ends with the panel. */
function usePlayblast() {
  const session = useSession();
  const [done, setDone] = useState<number>();
  const [result, setResult] = useState<Playblast>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (settings: PlayblastSettings): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setResult(undefined);
    setDone(0);
    try {
      const made = await makePlayblast(session, settings, setDone, controller.signal);
      setResult(made);
      download(made.name, made.blob);
    } catch (error) {
      if (!isCancelled(error)) session.log.error('could not make the playblast', error, { toast: true });
    } finally {
      setDone(undefined);
    }
  };
  return { run, cancel: () => running.current?.abort(), done, result };
}

interface RowsProps {
  readonly settings: PlayblastSettings;
  change(part: Partial<PlayblastSettings>): void;
}

function FormatRows({ settings, pixels, change }: RowsProps & { readonly pixels: PixelSize }) {
  const labels: Readonly<Record<PlayblastSize, string>> = {
    viewport: 'As the viewport',
    '720p': 'HD',
    '1080p': 'Full HD',
  };
  return (
    <>
      <FieldRow label="Format" tooltip={{ text: 'Output format. Films use the codecs of the browser engine.' }}>
        <Select
          label="Format"
          value={settings.format}
          options={playblastFormats.map(({ value, label, detail }) => ({ value, label, detail }))}
          onChange={(format) => change({ format })}
        />
      </FieldRow>
      <FieldRow label="Size" tooltip={{ text: 'Size of the pictures. Wider pictures show more at the sides.' }}>
        <Select
          label="Size of the pictures"
          value={settings.size}
          options={playblastSizes.map((value) => ({
            value,
            label: labels[value],
            detail: value === 'viewport' ? '' : value,
          }))}
          onChange={(size) => change({ size })}
        />
      </FieldRow>
      <p className="form-note mono">
        {pixels.width} × {pixels.height} px
      </p>
      <FieldRow
        label="Burn in"
        tooltip={{ text: 'Draws the names of shot and take and the frame number into the picture.' }}
      >
        <Switch
          label="Burn in shot, take and frame"
          checked={settings.burnIn}
          onChange={(burnIn) => change({ burnIn })}
        />
      </FieldRow>
    </>
  );
}

function RangeRows({ settings, range, change }: RowsProps & Pick<BlastProps, 'range'>) {
  const { first, last, framesPerSecond } = settings;
  return (
    <>
      <FrameRangeRow first={first} last={last} range={range} change={change} />
      {settings.format !== 'png' && (
        <FieldRow
          label="Frames/s"
          tooltip={{ text: 'Frame rate of the film. A rate other than that of the shot plays faster or slower.' }}
        >
          <NumberField
            label="Frames per second"
            unit=""
            value={framesPerSecond}
            min={1}
            max={240}
            onChange={(value) => change({ framesPerSecond: value })}
          />
        </FieldRow>
      )}
    </>
  );
}

function Finished({ result: { name, blob, frames } }: { readonly result: Playblast }) {
  return (
    <section className="report" aria-label="Playblast">
      <header>
        <CircleCheck aria-hidden />
        <h3>Saved to your downloads</h3>
        <span className="report-detail">{frames} frames</span>
        <span className="mono">{formatBytes(blob.size)}</span>
      </header>
      <p className="report-file" role="status">
        <span className="mono">{name}</span>{' '}
        <Button size="small" variant="ghost" icon={Download} onClick={() => download(name, blob)}>
          Save again
        </Button>
      </p>
    </section>
  );
}

function viewportSize(session: ReturnType<typeof useSession>): PixelSize {
  const canvas = viewportOf(session)?.gl.domElement;
  return canvas === undefined ? { width: 1280, height: 720 } : { width: canvas.width, height: canvas.height };
}
