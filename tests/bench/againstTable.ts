import { parseArgs } from 'node:util';
import { alternation, type Side } from './against/alternation.ts';
import { printedRows, type PrintedRow } from './against/benchLine.ts';
import { type BuiltCommit, buildCommit, output } from './against/builtCommit.ts';
import { compareRows, comparedText } from './against/ratioTable.ts';
import { machineLine, measureMachine } from './report/machine.ts';
import { SUITES } from './suites.ts';

/**
 * `npm run bench -- --against COMMIT [suites] [--rounds N] [--json]`: the suites of this program and of another commit's, built aside, which run by turns; the least of
 * the rounds of each, and their ratio; from five rounds on that of the rounds' pairs, with its interval. `--against COMMIT editor [parts]`: what the editor feels like in both.
 */
const USUAL_ROUNDS = 2;
/** The suite that is a program of its own: the editor in a browser. */
const EDITOR = 'editor';

interface Request {
  readonly commit: string;
  readonly suites: readonly string[];
  /** Parts of the editor's benchmark; empty for all. */
  readonly parts: readonly string[];
  readonly rounds: number;
  readonly json: boolean;
}

function requestOf(words: readonly string[]): Request {
  const { values, positionals: named } = parseArgs({
    args: [...words],
    options: { against: { type: 'string' }, rounds: { type: 'string' }, json: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const { against: commit, json } = values;
  const rounds = Number(values.rounds ?? USUAL_ROUNDS);
  const isEditor = named[0] === EDITOR;
  const unknown = isEditor ? undefined : named.find((name) => !(name in SUITES));
  if (commit === undefined) throw new Error('--against names no commit');
  if (!(rounds >= 1)) throw new Error('--rounds is a number from 1');
  if (unknown !== undefined)
    throw new Error(`there is no benchmark '${unknown}'; use one of ${Object.keys(SUITES).join(', ')}, or ${EDITOR}`);
  if (isEditor) return { commit, suites: [EDITOR], parts: named.slice(1), rounds, json };
  return { commit, suites: named.length > 0 ? named : Object.keys(SUITES), parts: [], rounds, json };
}

/** One turn. A suite that the other commit has not, or cannot run, has no rows there: the reason goes to the errors. */
function rowsOf(suite: string, parts: readonly string[], side: Side, folder: string): PrintedRow[] {
  const program = suite === EDITOR ? ['dist/editorBench.js', ...parts] : ['dist/bench.js', suite];
  try {
    return printedRows(output('node', [...program, '--json'], folder));
  } catch (error) {
    if (side === 'now') throw error;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return [];
  }
}

/** Runs all turns and tells the table of a suite when its last turn is over. */
function compare({ suites, parts, rounds, json }: Request, { commit, folder }: BuiltCommit): void {
  const folders: Readonly<Record<Side, string>> = { then: folder, now: process.cwd() };
  let rows: Record<Side, PrintedRow[]> = { then: [], now: [] };
  for (const { suite, round, side } of alternation(suites, rounds)) {
    rows[side].push(...rowsOf(suite, parts, side, folders[side]));
    if (side === 'then' || round < rounds - 1) continue;
    const compared = compareRows(rows.then, rows.now);
    const text = json
      ? compared.map((row) => JSON.stringify({ suite, commit, ...row })).join('\n')
      : comparedText(suite, commit, compared);
    process.stdout.write(`${text}\n`);
    rows = { then: [], now: [] };
  }
}

try {
  const request = requestOf(process.argv.slice(2));
  const machine = measureMachine();
  process.stdout.write(request.json ? `${JSON.stringify({ machine })}\n` : `${machineLine(machine)}\n`);
  const built = buildCommit(request.commit, process.cwd(), request.suites.includes(EDITOR) ? 'all' : 'core');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      built.remove();
      process.exit(130);
    });
  }
  try {
    compare(request, built);
  } finally {
    built.remove();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
