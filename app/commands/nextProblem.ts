import type { Session } from '../session/Session.ts';

export interface Problem {
  readonly frame: number;
  readonly entity: string | undefined;
}

/** Frames that failed, have inverted elements, or begin a run of stale ones: the next one after the playhead, from the start again at the end. */
export function nextProblem({ frames, timeline }: Pick<Session, 'frames' | 'timeline'>): Problem | undefined {
  const { cells, stats } = frames.getState();
  const problems: Problem[] = [];
  cells.forEach((cell, index) => {
    const beginsStale = cell.state === 'stale' && cells[index - 1]?.state !== 'stale';
    const inverted = cell.state === 'cached' && (stats.get(cell.key)?.stats.invertedElements ?? 0) > 0;
    const begunInverted = inverted && (stats.get(cells[index - 1]?.key ?? '')?.stats.invertedElements ?? 0) === 0;
    if (cell.failure !== undefined || beginsStale || begunInverted) {
      problems.push({ frame: cell.frame, entity: cell.failure?.entity });
    }
  });
  const { frame } = timeline.getState();
  return problems.find((problem) => problem.frame > frame) ?? problems[0];
}
