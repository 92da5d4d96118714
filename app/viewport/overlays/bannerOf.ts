import { cellOf } from '../../client/frames/cells.ts';
import type { DisplayFrame } from '../../client/frames/DisplayFrame.ts';
import { ITERATION_LIMIT } from '../../state/solverWarnings.ts';
import { frameWarnings } from '../../../src/frames/judgements.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { hasGeometry } from '../../../src/scene/shotInputs.ts';
import { withNames } from '../../document/entityEdits.ts';
import type { Session } from '../../session/Session.ts';
import type { ViewportState } from '../viewportState.ts';

export type BannerKind =
  | 'stale'
  | 'missing'
  | 'start'
  | 'failed'
  | 'doubtful'
  | 'inside'
  | 'unconverged'
  | 'preparing'
  | 'problem'
  | 'lost'
  | 'unsimulated'
  | 'empty';

export interface Banner {
  readonly kind: BannerKind;
  readonly text: string;
}

/** What must be said of the picture; undefined where it is that of the playhead's frame as the shot is now. */
export function bannerOf(session: Session, graphics: ViewportState['graphics']): Banner | undefined {
  if (graphics === 'lost')
    return { kind: 'lost', text: 'The graphics driver was reset. The picture will return by itself.' };
  if (graphics === 'missing') {
    return { kind: 'lost', text: 'This window cannot draw in 3D: WebGL 2 is missing. Everything else works.' };
  }
  const { scene } = session.document;
  if (scene === undefined) return undefined;
  const { statics, staticsOf, shown, problem } = session.frameSource.store.getState();
  if (problem !== undefined) return { kind: 'problem', text: `The shapes cannot be shown: ${problem}` };
  if (!scene.entities.some(hasGeometry))
    return { kind: 'empty', text: 'This shot is empty. Add an object, or import a mesh.' };
  const preparing = { kind: 'preparing', text: 'Filling the shapes with elements…' } as const;
  if (statics === undefined) return preparing;
  const banner = frameBanner(session, shown?.frame);
  if (banner?.kind === 'unsimulated' && !statics.streams.some(({ purpose }) => purpose === 'result')) {
    const known = new Set(staticsOf?.entities.map(({ id }) => id));
    if (scene.entities.some((entity) => hasGeometry(entity) && !known.has(entity.id))) return preparing;
    return { kind: 'empty', text: 'Nothing to simulate yet: add a solid, cloth or liquid' };
  }
  return banner ?? warningBanner(shown, scene);
}

/** What the solver said of the frame that is shown, without its advice: the action beside it gives that. */
function warningBanner(shown: DisplayFrame | undefined, scene: Scene): Banner | undefined {
  const [first, ...others] = shown === undefined ? [] : frameWarnings(shown.stats);
  if (shown === undefined || first === undefined) return undefined;
  const kind = [first, ...others].some((warning) => warning.includes(ITERATION_LIMIT)) ? 'unconverged' : 'doubtful';
  const inside = shown.stats.judgements?.some(({ move }) => move !== undefined) === true;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return {
    kind: inside ? 'inside' : kind,
    text: `Frame ${shown.frame}: ${withNames(first.split(';')[0], scene)}${more}`,
  };
}

function frameBanner(session: Session, shownFrame: number | undefined): Banner | undefined {
  const { frame } = session.timeline.getState();
  const { cells } = session.frames.getState();
  if (cells.length === 0) return undefined;
  const cell = cellOf(cells, frame);
  if (cell?.state === 'cached') return undefined;
  if (cell?.state === 'failed') {
    const last = shownFrame === undefined || shownFrame === frame ? '' : `: showing frame ${shownFrame}`;
    return { kind: 'failed', text: `Frame ${frame} failed${last}` };
  }
  if (cells.some(({ state }) => state === 'computing') && shownFrame === undefined) {
    return { kind: 'preparing', text: 'Simulating the first frames' };
  }
  if (cells.every(({ storedKey }) => storedKey === undefined)) {
    return { kind: 'unsimulated', text: 'Not simulated yet: showing the rest shapes' };
  }
  if (frame <= cells[0].frame) return { kind: 'start', text: `Initial state at frame ${frame}, not simulated yet` };
  if (cell?.state === 'stale' && shownFrame === frame) {
    return { kind: 'stale', text: `Frame ${frame} is stale: showing the last result, for reference` };
  }
  const instead = shownFrame === undefined ? 'the rest shapes' : `frame ${shownFrame}`;
  return { kind: 'missing', text: `Frame ${frame} is not simulated yet: showing ${instead}` };
}
