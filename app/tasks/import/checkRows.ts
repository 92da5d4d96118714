import type { MeshReport } from '../../../src/protocol/requests/meshes.ts';
import { formatNumber } from '../../units/formatNumber.ts';

/** One line of the list of what was checked. */
export interface CheckRow {
  readonly code: string;
  readonly state: 'passed' | 'info' | 'warning' | 'error';
  readonly title: string;
  /** Value at the end of the line. */
  readonly value: string;
  /** What it means, in a sentence or two. */
  readonly detail: string | undefined;
  /** Triangles concerned. */
  readonly faces: readonly number[];
  readonly repair: string | undefined;
}

/** Findings that the unit and the size stand for already. */
const SHOWN_ELSEWHERE = new Set(['scale', 'pieces']);

const titles: Readonly<Record<string, string>> = {
  'no-area': 'No area',
  'inside-out': 'Inside out',
  open: 'Open surface',
  inconsistent: 'Inconsistent face orientation',
  'non-manifold-edges': 'Non-manifold edges',
  'self-intersections': 'Self-intersection',
  thin: 'Thin parts',
  'non-manifold-vertices': 'Non-manifold vertices',
  duplicate: 'Duplicate faces',
  degenerate: 'Degenerate faces',
  coincident: 'Split vertices',
  unreferenced: 'Loose vertices',
  'tiny-pieces': 'Tiny pieces',
};

/** What it means for filling, where the sentence of the finding does not say it. */
const meanings: Readonly<Record<string, string>> = {
  open: 'Show previews the faces that would close them; no vertex moves. Open holes are closed temporarily while the mesh is filled.',
  'self-intersections': 'The inside is still found, by winding numbers.',
  'inside-out': 'Those pieces would count as cavities.',
  coincident: 'Neighbouring faces do not share them. Merging them does not change the shape.',
};

/** The report as lines: what is in order first, then what was found, most serious first. */
export function checkRows(report: MeshReport): CheckRow[] {
  const found = report.findings.filter(({ code }) => !SHOWN_ELSEWHERE.has(code));
  const read = found.filter(({ code }) => code === 'import');
  const rows = found.filter(({ code }) => code !== 'import').map(findingRow);
  return [...passedRows(report), ...rows, ...(read.length === 0 ? [] : [fileRow(read.map(({ message }) => message))])];
}

/** Sentences of the reader that are shown. */
const MOST_SENTENCES = 3;

/** What the reader passed over, in one line. */
function fileRow(messages: readonly string[]): CheckRow {
  const shown = messages.slice(0, MOST_SENTENCES).map((message) => `${message.replace(/\.$/, '')}.`);
  const more = messages.length - shown.length;
  return {
    code: 'import',
    state: 'warning',
    title: 'Skipped in the file',
    value: formatNumber(messages.length),
    detail: [...shown, ...(more > 0 ? [`And ${formatNumber(more)} more.`] : [])].join(' '),
    faces: [],
    repair: undefined,
  };
}

function passedRows(report: MeshReport): CheckRow[] {
  const { triangles, components, closed, manifold, elements, findings } = report;
  const pieces = components === 1 ? 'one piece' : `${components} pieces`;
  const rows: CheckRow[] = [];
  const passed = (code: string, title: string, value: string): void => {
    rows.push({ code, state: 'passed', title, value, detail: undefined, faces: [], repair: undefined });
  };
  if (elements !== undefined) {
    const kind = { tet: 'tetrahedra', tet10: 'quadratic tetrahedra', hex: 'hexahedra', mixed: 'cells of mixed shapes' }[
      elements.kind
    ];
    passed('elements', 'Has elements of its own', `${formatNumber(elements.count)} ${kind}`);
  }
  if (closed) passed('closed', 'Closed surface', '0 open edges');
  if (manifold) passed('manifold', `Manifold, ${pieces}`, `${formatNumber(triangles)} tris`);
  if (!findings.some(({ code }) => code === 'self-intersections')) passed('simple', 'No self-intersection', '');
  return rows;
}

function findingRow({ code, severity, message, count, faces, repair }: MeshReport['findings'][number]): CheckRow {
  const meaning = meanings[code];
  return {
    code,
    state: severity,
    title: titles[code] ?? code.replaceAll('-', ' '),
    value: count === 0 ? '' : formatNumber(count),
    detail: meaning === undefined ? message : `${message} ${meaning}`,
    faces,
    repair,
  };
}

/** Repairs that are offered, each once, in the order of the report. */
export function offeredRepairs(report: MeshReport): string[] {
  const repairs = report.findings.map(({ repair }) => repair).filter((repair) => repair !== undefined);
  // A hole may be meant: it is closed only by its own button.
  return [...new Set(repairs)].filter((repair) => repair !== 'close-holes');
}

/** What a repair is called on its button. */
export function repairLabel(repair: string): string {
  return repairLabels[repair] ?? 'Repair';
}

const repairLabels: Readonly<Record<string, string>> = {
  weld: 'Merge vertices',
  'drop-degenerate': 'Remove degenerate faces',
  'drop-duplicate': 'Remove duplicates',
  'drop-unreferenced': 'Remove loose vertices',
  orient: 'Orient faces',
  'close-holes': 'Close holes',
};

/** `2 warnings`, `1 problem`, `all in order`. */
export function checkSummary(rows: readonly CheckRow[]): string {
  const count = (state: CheckRow['state']) => rows.filter((row) => row.state === state).length;
  const parts = [
    [count('error'), 'problem'],
    [count('warning'), 'warning'],
  ] as const;
  const said = parts.filter(([many]) => many > 0).map(([many, word]) => `${many} ${word}${many === 1 ? '' : 's'}`);
  return said.length === 0 ? 'all passed' : said.join(', ');
}

/** Why the mesh cannot be filled and what to do; undefined where it can. */
export function refusal(report: MeshReport): { readonly reason: string; readonly remedy: string } | undefined {
  if (report.fillable) return undefined;
  if (report.triangles === 0) {
    return { reason: 'The file holds no faces.', remedy: 'Export the surface with its faces, not only its points.' };
  }
  return report.closed
    ? {
        reason: 'It encloses no volume: the two sides of the surface coincide.',
        remedy: 'Give it thickness in your modelling program (solidify, extrude) and import it again.',
      }
    : {
        reason: 'Even with its holes closed it encloses no volume: it is a sheet or separate patches.',
        remedy: 'Give it thickness (solidify, extrude) or close it in your modelling program, then import it again.',
      };
}
