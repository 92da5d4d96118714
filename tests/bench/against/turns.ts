import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, loadConfigFromFile } from 'vite';
import { alternation, type Side } from './alternation.ts';
import { medianRatio, type ComparedRow } from './ratioTable.ts';
import type { SteppedShot, stepShot } from './steppedShot.ts';

/** A shot of which frames are simulated by two programs in turn. */
interface ShotOfTurns {
  readonly name: string;
  readonly template: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly quality: 'draft' | 'preview' | 'final';
  /** Frames that are simulated before the first that is measured, and that are. */
  readonly skipped: number;
  readonly measured: number;
}

/** The shots that are simulated where none are named, by the name that asks for them. */
const SHOTS: Readonly<Record<string, ShotOfTurns>> = {
  puddle: { name: 'torus puddle', template: 'torus-puddle', quality: 'draft', skipped: 1, measured: 96 },
  largePuddle: { name: 'torus puddle, final', template: 'torus-puddle', quality: 'final', skipped: 1, measured: 40 },
  tori: {
    name: 'eight tori landing',
    template: 'tori-pile',
    params: { count: 8, percent: 8 },
    quality: 'preview',
    skipped: 11,
    measured: 8,
  },
  drape: { name: 'draped cloth', template: 'cloth-drape', quality: 'draft', skipped: 8, measured: 24 },
  crumple: { name: 'crumpled cloth', template: 'cloth-crumple', quality: 'draft', skipped: 8, measured: 24 },
  dam: { name: 'breaking dam', template: 'dam-break', quality: 'draft', skipped: 1, measured: 16 },
};

/** Solids that move with a liquid, one thread: the shots of table 6.1 of Zarifi 2017 on half as many cells along an axis, and stiff beams. They are simulated where their names ask for them. */
const COUPLED: Readonly<Record<string, ShotOfTurns>> = {
  beam: coupled('dam-break-beam', { cells: 50 }, 6),
  ball: coupled('dropped-ball', { cells: 50, height: -0.1 }, 2),
  cube: coupled('expanding-cube', { cells: 50 }, 2),
  slope: coupled('sloped-sheet', { cells: 50 }, 6),
  platform: coupled('platform-pool', { cells: 40 }, 5),
  bounce: coupled('shell-bounce', { cells: 50 }, 4),
  slosh: coupled('sloshing-sphere', { cells: 50 }, 2),
  toy: coupled('light-dino', { cells: 40 }, 5),
  beams: coupled('stiff-beams', { cells: 24 }, 2),
};

/** `skipped`: frames until liquid and solid meet. */
function coupled(template: string, params: ShotOfTurns['params'], skipped: number): ShotOfTurns {
  return { name: template, template, params, quality: 'draft', skipped, measured: 6 };
}

const ALL = { ...SHOTS, ...COUPLED };

/** The names of the shots. */
export const TURNS: readonly string[] = Object.keys(ALL);

/** What both programs offer. */
interface Program {
  readonly stepShot: typeof stepShot;
}

const ENTRY = 'tests/bench/against/steppedShot.ts';

/** Builds what steps the shots of the program in `folder`, with the plugins of its own builds. */
async function bundled(folder: string, here: string): Promise<Program> {
  if (folder !== here) {
    mkdirSync(dirname(join(folder, ENTRY)), { recursive: true });
    copyFileSync(join(here, ENTRY), join(folder, ENTRY));
  }
  const config = await loadConfigFromFile({ command: 'build', mode: 'production' }, 'vite.config.ts', folder);
  // Packages are found from here.
  const outDir = mkdtempSync(join(folder, 'dist', 'turns-'));
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    plugins: config?.config.plugins,
    build: {
      ssr: join(folder, ENTRY),
      outDir,
      target: 'node20',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'stepped.mjs' } },
    },
  });
  const program = (await import(pathToFileURL(join(outDir, 'stepped.mjs')).href)) as Program;
  rmSync(outDir, { recursive: true });
  return program;
}

/** Seconds of the processor that a frame takes; undefined where the shot has ended. */
function secondsOf(shot: SteppedShot): number | undefined {
  const before = process.cpuUsage();
  if (!shot.advance()) return undefined;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/**
 * Lets two programs simulate the same shots in one process, frame by frame in turn: what else the machine does, and how fast it is just then, meets both alike, so that
 * differences of some percent show on a busy one. A shot that one of the programs cannot run has no ratio; the reason goes to the errors.
 */
export async function* compareTurns(
  names: readonly string[],
  folders: Readonly<Record<Side, string>>,
): AsyncGenerator<ComparedRow> {
  const programs = { then: await bundled(folders.then, folders.now), now: await bundled(folders.now, folders.now) };
  for (const key of names.length > 0 ? names : Object.keys(SHOTS)) {
    const { name, template, params = {}, quality, skipped, measured } = ALL[key];
    const row = { name, unit: 's/frame', by: 'processor' };
    try {
      const shots = {
        then: await programs.then.stepShot(template, params, quality),
        now: await programs.now.stepShot(template, params, quality),
      };
      for (let frame = 0; frame < skipped; frame++) for (const shot of Object.values(shots)) shot.advance();
      const seconds: Record<Side, number[]> = { then: [], now: [] };
      for (const { round, side } of alternation([key], measured)) {
        // Who comes second finds the caches as the other left them.
        const turn = round % 2 === 0 ? side : side === 'then' ? 'now' : 'then';
        const took = secondsOf(shots[turn]);
        if (took !== undefined) seconds[turn].push(took);
      }
      for (const shot of Object.values(shots)) shot.dispose();
      const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
      yield { ...row, then: mean(seconds.then), now: mean(seconds.now), ...medianRatio(seconds.then, seconds.now) };
    } catch (error) {
      process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
      yield row;
    }
  }
}
