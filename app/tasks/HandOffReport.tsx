import { useEffect, useRef } from 'react';
import { CircleCheck, CircleX } from 'lucide-react';
import type { JobResult } from '../../src/protocol/notifications.ts';
import type { RequestResult } from '../../src/protocol/requests.ts';
import { formatBytes } from '../units/formatBytes.ts';
import { formatNumber } from '../units/formatNumber.ts';
import { checkName, checkResult, shortPlace } from './reportWords.ts';

type ExportPreset = RequestResult<'catalogue'>['exportPresets'][number];

interface HandOffReportProps {
  readonly result: Extract<JobResult, { kind: 'export' }>;
  readonly preset: ExportPreset | undefined;
}

/** What the written file holds, after it was opened again and compared with the cache. */
export function HandOffReport({ result, preset }: HandOffReportProps) {
  const { checks, files, bytes, bounds } = result;
  const report = useRef<HTMLElement>(null);
  useEffect(() => report.current?.scrollIntoView({ block: 'end' }), [result]);
  const passed = checks.filter((check) => check.passed).length;
  const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
  const unit = unitSymbol(preset?.metresPerUnit ?? 1);
  const size = [maxX - minX, maxY - minY, maxZ - minZ].map((side) => formatNumber(side, 3)).join(' × ');
  return (
    <section ref={report} className="report" aria-label="Hand-off report" data-passed={passed === checks.length}>
      <header>
        <CircleCheck aria-hidden />
        <h3>Hand-off report</h3>
        <span className="report-detail" title="The file was opened again and compared with the frames.">
          read back, compared
        </span>
        <span className="mono report-count">
          {passed} of {checks.length}
        </span>
      </header>
      <ul>
        {checks.map(({ name, passed: ok, detail }) => (
          <li key={name} data-passed={ok}>
            {ok ? <CircleCheck aria-label="passed" /> : <CircleX aria-label="failed" />}
            <span>{checkName(name)}</span>
            <span className="report-result" title={detail}>
              {checkResult(detail)}
            </span>
          </li>
        ))}
        <li data-passed>
          <CircleCheck aria-label="passed" />
          <span title="That holds the shot over all frames">
            Box{preset === undefined ? '' : ` in ${preset.label}`}
          </span>
          <span className="mono">
            {size} {unit}
          </span>
        </li>
      </ul>
      <p className="report-file" role="status">
        Written: <WrittenFiles files={files} />, {formatBytes(bytes)}
      </p>
    </section>
  );
}

/** The file, or the first of several, with the end of the way to it; all of it on pointing. */
function WrittenFiles({ files }: { readonly files: readonly string[] }) {
  const { name, folder } = shortPlace(files[0]);
  return (
    <span title={files[0]}>
      {files.length > 1 && `${files.length} files, the first `}
      <strong className="mono">{name}</strong> in <span className="mono">{folder}</span>
    </span>
  );
}

/** The name of a unit that is so many metres long. */
export function unitSymbol(metresPerUnit: number): string {
  const known: Readonly<Record<string, string>> = {
    '1': 'm',
    '0.01': 'cm',
    '0.001': 'mm',
    '0.0254': 'in',
    '0.3048': 'ft',
  };
  return known[String(metresPerUnit)] ?? `× ${metresPerUnit} m`;
}
