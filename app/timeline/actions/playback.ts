import { jumpTo, jumpToKey, moveTo, pause, play, playRange, setPoint, stepBy } from '../playhead.ts';
import type { Session } from '../../session/Session.ts';
import type { Command } from '../../commands/Command.ts';
import { needsShot } from '../../commands/requirements.ts';

const command = (
  id: string,
  title: string,
  keys: readonly string[],
  run: (session: Session) => void,
  keywords = '',
): Command => ({
  id: `playback.${id}`,
  group: 'Playback',
  keys,
  keywords,
  title: () => title,
  enabled: needsShot,
  run,
});

const playing = ({ timeline }: Session) => timeline.getState().playing;

const toggle: Command = {
  ...command('toggle', 'Play', ['Space'], (session) => (playing(session) ? pause(session) : play(session, 1)), 'pause'),
  title: (session) => (playing(session) ? 'Pause playback' : 'Play'),
};

const problem: Command = {
  ...command('nextProblem', 'Next problem', ['KeyN'], (session) => {
    const found = nextProblem(session);
    if (found === undefined) return;
    jumpTo(session, found.frame);
    if (found.entity !== undefined) session.selection.setState({ ids: [found.entity] });
  }),
  keywords: 'failed stale inverted warning',
  enabled: (session) => {
    const shot = needsShot(session);
    if (shot !== true) return shot;
    return nextProblem(session) !== undefined || 'No frame has a problem.';
  },
};

const loop: Command = {
  ...command('loop', 'Loop', [], ({ timeline }) =>
    timeline.setState((state) => ({ loop: state.loop === 'loop' ? 'once' : 'loop' })),
  ),
  checked: ({ timeline }) => timeline.getState().loop === 'loop',
};

const everyFrame: Command = {
  ...command('everyFrame', 'Play every frame', [], ({ timeline }) =>
    timeline.setState((state) => ({ playMode: state.playMode === 'real-time' ? 'every-frame' : 'real-time' })),
  ),
  keywords: 'real time drop frames',
  checked: ({ timeline }) => timeline.getState().playMode === 'every-frame',
};

const setKey: Command = {
  ...command('setKey', 'Set key', ['KeyS'], ({ panelActions }) => panelActions.get('setKey')?.()),
  keywords: 'keyframe animate',
};

export default [
  toggle,
  command('backwards', 'Play backwards', ['KeyJ'], (session) => play(session, -1)),
  command('stop', 'Stop playback', ['KeyK'], pause),
  command('forwards', 'Play forwards', ['KeyL'], (session) => play(session, 1)),
  command('next', 'Next frame', ['ArrowRight'], (session) => stepBy(session, 1)),
  command('previous', 'Previous frame', ['ArrowLeft'], (session) => stepBy(session, -1)),
  command('next10', '10 frames forwards', ['Shift+ArrowRight'], (session) => stepBy(session, 10)),
  command('previous10', '10 frames backwards', ['Shift+ArrowLeft'], (session) => stepBy(session, -10)),
  command('first', 'First frame', ['Home'], (session) => moveTo(session, playRange(session).first)),
  command('last', 'Last frame', ['End'], (session) => moveTo(session, playRange(session).last)),
  command('nextKey', 'Next key', ['Period'], (session) => jumpToKey(session, 1)),
  command('previousKey', 'Previous key', ['Comma'], (session) => jumpToKey(session, -1)),
  command('setIn', 'Set in point', ['KeyI'], (session) => setPoint(session, 'in', session.timeline.getState().frame)),
  command('setOut', 'Set out point', ['KeyO'], (session) =>
    setPoint(session, 'out', session.timeline.getState().frame),
  ),
  command('clearInOut', 'Clear in and out', ['Alt+KeyI'], ({ timeline }) =>
    timeline.setState({ inFrame: undefined, outFrame: undefined }),
  ),
  setKey,
  problem,
  loop,
  everyFrame,
];

interface Problem {
  readonly frame: number;
  readonly entity: string | undefined;
}

/** Frames that failed, have inverted elements, or begin a run of stale ones: the next one after the playhead, from the start again at the end. */
function nextProblem({ frames, timeline }: Pick<Session, 'frames' | 'timeline'>): Problem | undefined {
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
