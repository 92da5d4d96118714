import type { JobResult } from '../../src/protocol/notifications.ts';
import type { RequestResult } from '../../src/protocol/requests.ts';
import { formatBytes } from '../units/formatBytes.ts';
import { formatNumber } from '../units/formatNumber.ts';
import { checkName, checkPlace, checkWords } from './reportWords.ts';

export type ExportResult = Extract<JobResult, { kind: 'export' }>;
export type ExportPreset = RequestResult<'catalogue'>['exportPresets'][number];

/** One line of what an export was made from. */
export interface SourceRow {
  readonly label: string;
  readonly text: string;
  /** The whole text, where `text` is cut short. */
  readonly whole?: string;
}

/** Letters of a hash that tell it from others. */
const SHORT = 12;
/** Objects that are named one by one. */
const MOST_NAMES = 3;

/** What was exported, in which units, and what it was made from. */
export function sourceRows({ source, sha256 }: ExportResult, preset: ExportPreset | undefined): readonly SourceRow[] {
  const { objects, first, last, framesPerSecond, take, quality, seed, solverVersion, frameKey, notes } = source;
  const count = last - first + 1;
  const seconds = formatNumber((last - first) / framesPerSecond, 3);
  const names = objects.join(', ');
  const [sum, ...more] = sha256;
  return [
    {
      label: 'Objects',
      text: objects.length > MOST_NAMES ? `${objects.length}: ${objects.slice(0, MOST_NAMES).join(', ')} …` : names,
      whole: names,
    },
    {
      label: 'Frames',
      text: `${first} – ${last} · ${count} at ${formatNumber(framesPerSecond, 5)} fps · ${seconds} s`,
    },
    ...(preset === undefined
      ? []
      : [{ label: 'Axes, unit', text: `${preset.upAxis.toUpperCase()} up, ${unitName(preset.metresPerUnit)}` }]),
    { label: 'Take', text: `${take}, ${quality} quality` },
    { label: 'Solver', text: `version ${solverVersion}, seed ${seed}` },
    { label: `Key of frame ${last}`, text: shortened(frameKey), whole: frameKey },
    ...notes.map((note) => ({ label: `In frame ${last}`, text: note, whole: note })),
    ...(sum === undefined
      ? []
      : [
          more.length === 0
            ? { label: 'SHA-256', text: shortened(sum), whole: sum }
            : { label: 'SHA-256', text: `of ${sha256.length} files, in the copied report`, whole: sha256.join('\n') },
        ]),
  ];
}

/** The whole report as text, for a message or a ticket. */
export function reportText(shot: string, result: ExportResult, preset: ExportPreset | undefined): string {
  const { files, bytes, checks, bounds, sha256, warnings } = result;
  const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
  const size = [maxX - minX, maxY - minY, maxZ - minZ].map((side) => formatNumber(side, 4)).join(' x ');
  return [
    `Hand-off report: ${shot}`,
    ...sourceRows(result, preset).flatMap(({ label, text, whole }) =>
      label === 'SHA-256' ? [] : `${label}: ${whole ?? text}`,
    ),
    `Box over all frames: ${size} ${unitSymbol(preset?.metresPerUnit ?? 1)}${preset === undefined ? '' : ` in ${preset.label}`}`,
    '',
    'Opened again and compared with the frames:',
    ...checks.map((check) => checkLine(check, preset?.metresPerUnit ?? 1)),
    ...warnings.map((warning) => `CHECK  ${warning}`),
    '',
    `${files.length === 1 ? 'File' : `${files.length} files`}, ${formatBytes(bytes)}, with SHA-256:`,
    ...files.map((file, k) => `${sha256[k]}  ${file}`),
    '',
  ].join('\n');
}

/** `ok     Where vertices are: 0 mm (3972 compared)`. */
function checkLine(check: ExportResult['checks'][number], metresPerUnit: number): string {
  const { count, result } = checkWords(check, metresPerUnit);
  const place = checkPlace(check, metresPerUnit);
  const compared = [count === undefined ? '' : `${count} compared`, place].filter((part) => part !== '').join('; ');
  const end = compared === '' ? '' : ` (${compared})`;
  return `${check.passed ? 'ok    ' : 'FAILED'} ${checkName(check.name)}: ${result}${end}`;
}

/** The name of a unit that is so many metres long. */
export function unitSymbol(metresPerUnit: number): string {
  return UNITS[String(metresPerUnit)]?.symbol ?? `× ${metresPerUnit} m`;
}

function unitName(metresPerUnit: number): string {
  return UNITS[String(metresPerUnit)]?.name ?? `units of ${metresPerUnit} m`;
}

const UNITS: Readonly<Record<string, { readonly symbol: string; readonly name: string }>> = {
  '1': { symbol: 'm', name: 'metres' },
  '0.01': { symbol: 'cm', name: 'centimetres' },
  '0.001': { symbol: 'mm', name: 'millimetres' },
  '0.0254': { symbol: 'in', name: 'inches' },
  '0.3048': { symbol: 'ft', name: 'feet' },
};

function shortened(hash: string): string {
  return hash.length > SHORT ? `${hash.slice(0, SHORT)}…` : hash;
}
