import { useState } from 'react';
import { Copy, FileOutput, FolderOutput } from 'lucide-react';
import { formFields, type JsonSchema } from '../forms/formFields.ts';
import { PropertyForm } from '../inspector/PropertyForm.tsx';
import { Section } from '../inspector/Section.tsx';
import { valuesTarget } from '../inspector/valuesTarget.ts';
import { useDocument, useFrames, useJobs, useProgram, useSession, useView } from '../session/Session.ts';
import { Button } from '../ui/Button.tsx';
import { FieldRow } from '../ui/FieldRow.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { Select } from '../ui/Select.tsx';
import { Switch } from '../ui/Switch.tsx';
import { TextField } from '../ui/TextField.tsx';
import { ExportBox } from './ExportBox.tsx';
import { ExportSize } from './ExportSize.tsx';
import { defaultExportPath, type ExportSettings } from './exportSettings.ts';
import { FrameRangeRow } from './FrameRangeRow.tsx';
import { HandOffReport } from './HandOffReport.tsx';
import type { ExportResult } from './reportText.ts';
import { endOfPath } from './reportWords.ts';

/** Writes the shot for another program, and reads the file again to say what arrived. */
export function ExportTask() {
  const session = useSession();
  const open = useDocument((state) => state.open);
  const catalogue = useProgram((state) => state.catalogue);
  const quality = useView((state) => state.quality);
  const cells = useFrames((state) => state.cells);
  const [settings, setSettings] = useState<ExportSettings>();
  const [result, setResult] = useState<ExportResult>();
  const job = useJobs((state) =>
    [...state.jobs.values()].find(({ kind, state: now }) => kind === 'export' && RUNNING.has(now)),
  );
  if (open === undefined || catalogue === undefined) return null;

  const { range, frameRate } = open.scene;
  const exporters = catalogue.definitions.filter(({ kind }) => kind === 'exporter');
  const present: ExportSettings = settings ?? {
    format: 'alembic',
    preset: 'houdini',
    path: defaultExportPath(open.path, 'alembic', exporters),
    first: range.first,
    last: range.last,
    framesPerSecond: frameRate.numerator / frameRate.denominator,
    withColliders: false,
    params: {},
  };
  const change = (part: Partial<ExportSettings>): void => setSettings({ ...present, ...part });
  const exporter = exporters.find(({ type }) => type === present.format);
  const preset = catalogue.exportPresets.find(({ type }) => type === present.preset);
  const missing = cells.filter(
    ({ frame, state }) => frame >= present.first && frame <= present.last && state !== 'cached',
  ).length;
  const command = exportCommand(open.path, quality, present);

  const write = async (): Promise<void> => {
    setResult(undefined);
    try {
      await session.shot.flush();
      const ended = await session.shot.runJob('export', session.connection.call('exportShot', { quality, ...present }));
      if (ended.kind === 'export') setResult(ended);
    } catch (error) {
      session.log.error('could not export', error, { toast: true });
    }
  };
  return (
    <>
      <div className="task-body">
        <Section title="File" icon={FileOutput}>
          <FieldRow label="Format" tooltip={{ text: 'File format of the export.', reference: exporter?.reference }}>
            <Select
              label="Format"
              value={present.format}
              options={exporters.map(({ type, label, extensions }) => ({
                value: type,
                label,
                detail: extensions.map((end) => `.${end}`).join(' '),
              }))}
              onChange={(format) =>
                change({ format, params: {}, path: defaultExportPath(open.path, format, exporters) })
              }
            />
          </FieldRow>
          <FieldRow
            label="Program"
            tooltip={{ text: 'Program that will read the file; it sets the axes and the unit.' }}
          >
            <Select
              label="Program"
              value={present.preset}
              options={catalogue.exportPresets.map(({ type, label }) => ({ value: type, label }))}
              onChange={(type) => change({ preset: type })}
            />
          </FieldRow>
          <FieldRow
            label="File"
            tooltip={{ text: 'Output file. An existing file is replaced when the new one is complete.' }}
          >
            <TextField
              label="File to write"
              value={present.path}
              short={endOfPath(present.path)}
              onCommit={(path) => change({ path })}
            />
          </FieldRow>
          {preset !== undefined && <p className="form-note">{preset.help}</p>}
        </Section>
        <Section title="Frames" icon={FolderOutput}>
          <FrameRows present={present} change={change} range={range} />
          {missing > 0 && (
            <p className="form-note" role="status" data-warning>
              {missing} of these frames {missing === 1 ? 'is' : 'are'} not simulated at this quality: simulate first, or
              narrow the range.
            </p>
          )}
        </Section>
        <ExportBox preset={preset} />
        {exporter !== undefined && (
          <Section title="Data" initiallyOpen={false}>
            <PropertyForm
              target={valuesTarget('the export', present.params, (params) => change({ params }))}
              fields={formFields(exporter.params as JsonSchema, present.params)}
            />
          </Section>
        )}
        {result !== undefined && <HandOffReport shot={open.scene.name} result={result} preset={preset} />}
      </div>
      {job !== undefined && <ProgressBar label={job.stage || 'Exporting'} fraction={job.fraction} />}
      <footer className="task-actions">
        {job === undefined ? (
          <Button
            variant="primary"
            icon={FileOutput}
            disabled={missing > 0 && 'Some frames are not simulated.'}
            onClick={() => void write()}
          >
            {result === undefined ? 'Export' : 'Export again'}
          </Button>
        ) : (
          <Button onClick={() => void session.connection.call('cancelJob', { jobId: job.jobId })}>Cancel</Button>
        )}
        <Button icon={Copy} onClick={() => void navigator.clipboard.writeText(command)} title={command}>
          Copy CLI
        </Button>
        <ExportSize settings={present} ready={missing === 0} />
      </footer>
    </>
  );
}

const RUNNING = new Set(['queued', 'running', 'pausing', 'paused', 'cancelling']);

interface FrameRowsProps {
  readonly present: ExportSettings;
  readonly range: { readonly first: number; readonly last: number };
  change(part: Partial<ExportSettings>): void;
}

function FrameRows({ present, range, change }: FrameRowsProps) {
  const { first, last, framesPerSecond, withColliders } = present;
  return (
    <>
      <FrameRangeRow first={first} last={last} range={range} change={change} />
      <FieldRow
        label="Frames/s"
        tooltip={{
          text: 'Frame rate of the file. A rate other than that of the shot plays the same frames faster or slower.',
        }}
      >
        <NumberField
          label="Frames per second"
          unit=""
          value={framesPerSecond}
          min={0.001}
          max={1000}
          onChange={(value) => change({ framesPerSecond: value })}
        />
      </FieldRow>
      <FieldRow label="Colliders" tooltip={{ text: 'Writes the colliders and their motion, too.' }}>
        <Switch label="Write colliders" checked={withColliders} onChange={(next) => change({ withColliders: next })} />
      </FieldRow>
    </>
  );
}

/** The command line that writes the same file without the editor. */
export function exportCommand(shotPath: string, quality: string, settings: ExportSettings): string {
  const { format, preset, path, first, last, framesPerSecond, withColliders, params } = settings;
  const pairs = Object.entries(params).map(([name, value]) => `${name}=${String(value)}`);
  return [
    'npx ductile export',
    quoted(shotPath),
    `--quality ${quality}`,
    `--format ${format}`,
    `--preset ${preset}`,
    `--frames ${first}-${last}`,
    `--fps ${framesPerSecond}`,
    ...(withColliders ? ['--colliders'] : []),
    ...(pairs.length > 0 ? [`--set ${quoted(pairs.join(','))}`] : []),
    `-o ${quoted(path)}`,
  ].join(' ');
}

/** Returns the text for a POSIX shell, quoted where it needs it. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
