import { parseArgs } from 'node:util';
import { alternation, type Side } from './against/alternation.ts';
import { printedRows, type PrintedRow } from './against/benchLine.ts';
import { type BuiltCommit, buildCommit, output } from './against/builtCommit.ts';
import { compareRows, comparedText, type ComparedRow } from './against/ratioTable.ts';
import { compareTurns, TURNS } from './against/turns.ts';
import { machineLine, measureMachine } from './report/machine.ts';
import { SUITES } from './suites.ts';

/**
 * `npm run bench -- --against COMMIT [suites] [--rounds N] [--json]`: the suites of this program and of another commit's, built aside, which run by turns; the least of
 * the rounds of each, and their ratio; from five rounds on that of the rounds' pairs, with its interval. `--against COMMIT editor [parts]`: what the editor feels like in both.
 * `--against COMMIT turns [shots]`: shots that both simulate in one process, frame by frame in turn, which a busy machine disturbs least.
 */
const USUAL_ROUNDS = 2;
/** The suite that is a program of its own: the editor in a browser. */
const EDITOR = 'editor';
/** Frames of shots, by turns in one process. */
const BY_TURNS = 'turns';

interface Request {
  readonly commit: string;
  readonly suites: readonly string[];
  /** Parts of the editor's benchmark, or shots that are simulated by turns; empty for all. */
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
  const unknown = isEditor || named[0] === BY_TURNS ? undefined : named.find((name) => !(name in SUITES));
  if (commit === undefined) throw new Error('--against names no commit');
  if (!(rounds >= 1)) throw new Error('--rounds is a number from 1');
  if (unknown !== undefined)
    throw new Error(
      `there is no benchmark '${unknown}'; use one of ${Object.keys(SUITES).join(', ')}, ${EDITOR} or ${BY_TURNS}`,
    );
  if (named[0] === BY_TURNS) {
    const other = named.slice(1).find((name) => !TURNS.includes(name));
    if (values.rounds !== undefined) throw new Error('--rounds does not go with turns: every frame is a round');
    if (other !== undefined) throw new Error(`there is no shot '${other}'; use some of ${TURNS.join(', ')}`);
    return { commit, suites: [BY_TURNS], parts: named.slice(1), rounds, json };
  }
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

/** Prints what became of some rows. */
function tell(suite: string, commit: string, rows: readonly ComparedRow[], json: boolean): void {
  const text = json
    ? rows.map((row) => JSON.stringify({ suite, commit, ...row })).join('\n')
    : comparedText(suite, commit, rows);
  process.stdout.write(`${text}\n`);
}

/** Runs all turns and tells the table of a suite when its last turn is over. */
async function compare({ suites, parts, rounds, json }: Request, { commit, folder }: BuiltCommit): Promise<void> {
  const folders: Readonly<Record<Side, string>> = { then: folder, now: process.cwd() };
  if (suites[0] === BY_TURNS) {
    const compared: ComparedRow[] = [];
    for await (const row of compareTurns(parts, folders)) compared.push(row);
    tell(BY_TURNS, commit, compared, json);
    return;
  }
  let rows: Record<Side, PrintedRow[]> = { then: [], now: [] };
  for (const { suite, round, side } of alternation(suites, rounds)) {
    rows[side].push(...rowsOf(suite, parts, side, folders[side]));
    if (side === 'then' || round < rounds - 1) continue;
    tell(suite, commit, compareRows(rows.then, rows.now), json);
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
    await compare(request, built);
  } finally {
    built.remove();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
