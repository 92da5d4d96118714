import { useEffect, useRef } from 'react';
import { CircleCheck, CircleX, Copy, TriangleAlert } from 'lucide-react';
import { goTo } from '../commands/goTo.ts';
import { useSession } from '../session/Session.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { formatBytes } from '../units/formatBytes.ts';
import { formatNumber } from '../units/formatNumber.ts';
import { reportText, sourceRows, unitSymbol, type ExportPreset, type ExportResult } from './reportText.ts';
import { ReportLanes } from './ReportLanes.tsx';
import { checkName, checkPlace, checkWords, groupChecks, shortPlace } from './reportWords.ts';

interface HandOffReportProps {
  /** Name of the shot. */
  readonly shot: string;
  readonly result: ExportResult;
  readonly preset: ExportPreset | undefined;
}

/** What the written file holds, after it was opened again and compared with the cache. */
export function HandOffReport({ shot, result, preset }: HandOffReportProps) {
  const { log } = useSession();
  const { checks, files, bytes, bounds, warnings } = result;
  const report = useRef<HTMLElement>(null);
  useEffect(() => report.current?.scrollIntoView({ block: 'start' }), [result]);
  const passed = checks.filter((check) => check.passed).length;
  const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
  const { metresPerUnit = 1 } = preset ?? {};
  const unit = unitSymbol(metresPerUnit);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(reportText(shot, result, preset));
    log.info('copied the hand-off report', { toast: true });
  };
  const copyPath = async (): Promise<void> => {
    await navigator.clipboard.writeText(files[0]);
    log.info(`copied the path of ${shortPlace(files[0]).name}`, { toast: true });
  };
  const size = [maxX - minX, maxY - minY, maxZ - minZ].map((side) => formatNumber(side, 3)).join(' × ');
  return (
    <section ref={report} className="report" aria-label="Hand-off report" data-passed={passed === checks.length}>
      <header>
        <CircleCheck aria-hidden />
        <h3>Hand-off report</h3>
        <span className="report-detail" title="The file was read back and compared with the frames.">
          read back
        </span>
        <span className="mono report-count">
          {passed} of {checks.length}
        </span>
        <IconButton icon={Copy} label="Copy the report" onClick={() => void copy()} />
      </header>
      <p className="report-file" role="status">
        <span>
          Written: <WrittenFiles files={files} />, {formatBytes(bytes)}
        </span>
        <Button size="small" icon={Copy} onClick={() => void copyPath()}>
          Copy path
        </Button>
      </p>
      <div className="report-columns" aria-hidden>
        <span>Check</span>
        <span>Compared</span>
        <span>Difference</span>
      </div>
      {groupChecks(checks).map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h4>{group.title}</h4>
          <ul>
            {group.checks.map((check) => (
              <CheckRow key={`${check.name} ${check.detail}`} check={check} metresPerUnit={metresPerUnit} />
            ))}
          </ul>
        </section>
      ))}
      <h4>Unit and axes</h4>
      <ul>
        <li data-passed>
          <CircleCheck aria-label="passed" />
          <span>Box over all frames{preset === undefined ? '' : `, ${preset.label}`}</span>
          <span className="mono report-wide">
            {size} {unit}
          </span>
        </li>
      </ul>
      <ReportLanes checks={checks} metresPerUnit={metresPerUnit} />
      {warnings.map((warning) => (
        <p key={warning} className="mesh-warning" role="status">
          <TriangleAlert aria-hidden />
          {warning}
        </p>
      ))}
      <dl className="report-source">
        {sourceRows(result, preset).map(({ label, text, whole }) => (
          <div key={`${label} ${text}`}>
            <dt>{label}</dt>
            <dd title={whole}>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface CheckRowProps {
  readonly check: ExportResult['checks'][number];
  readonly metresPerUnit: number;
}

/** One check with its numbers; where a difference was found, a press goes to the frame of the largest. */
function CheckRow({ check, metresPerUnit }: CheckRowProps) {
  const session = useSession();
  const { name, passed, measured } = check;
  const { count, result, isNumber } = checkWords(check, metresPerUnit);
  const place = checkPlace(check, metresPerUnit);
  const frame = place === '' ? undefined : measured?.frame;
  const found = (
    <span className={count === undefined ? 'report-wide' : 'mono report-result'} data-number={isNumber || undefined}>
      {result}
    </span>
  );
  return (
    <li data-passed={passed} title={place === '' ? undefined : place}>
      {passed ? <CircleCheck aria-label="passed" /> : <CircleX aria-label="failed" />}
      <span>{checkName(name)}</span>
      {count !== undefined && <span className="mono report-compared">{count}</span>}
      {frame === undefined ? (
        found
      ) : (
        <button type="button" className="report-go" onClick={() => goTo(session, { entity: undefined, frame })}>
          {found}
        </button>
      )}
    </li>
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
