import {
  changingRefusal,
  newAnimation,
  type ImportedAnimation,
  type PreRollKind,
} from '../../../src/scene/kinds/importedAnimation.ts';
import { volumeOf } from '../../../src/scene/capabilities.ts';
import { animatedTarget } from '../../../src/scene/properties/animatedTarget.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { addToShot } from '../../commands/addToShot.ts';
import { entityName } from '../../document/entityEdits.ts';
import type { Session } from '../../session/Session.ts';
import type { ReadAnimation, ReadingChoice } from './AnimationReading.ts';

/** What an animation becomes in the shot. */
export interface AnimationChoice {
  readonly collides: boolean;
  /** Id of the solid that is pulled towards it; undefined where none is. */
  readonly pulls: string | undefined;
  readonly surface: ImportedAnimation['collision']['surface'];
  readonly metresPerUnit: number;
  readonly upAxis: 'y' | 'z';
  readonly startsAt: number;
  /** Speed of the animation, %. */
  readonly speed: number;
  readonly keeps: 'seconds' | 'frames';
  readonly preRoll: PreRollKind;
  /** Length of the pre-roll of the shot where the animation moves in it, frames. */
  readonly preRollFrames: number;
}

/** Frames of a pre-roll that is proposed: a second. */
const USUAL_PRE_ROLL = 24;

export type AnimatedObject = ReadAnimation['report']['objects'][number];

export function objectOf({ report, object }: ReadAnimation): AnimatedObject {
  return report.objects.find(({ name }) => name === object)!;
}

/** What is proposed for a file: as it says, and for what it says not, as its size speaks for. */
export function proposedChoice(read: ReadAnimation, scene: Pick<Scene, 'range'>): AnimationChoice {
  const { unit, upAxis } = read.report;
  const { preRoll = 0 } = scene.range;
  const { topology, closed } = objectOf(read);
  return {
    collides: topology === 'constant',
    pulls: undefined,
    surface: closed ? 'closed' : 'open',
    metresPerUnit: unit.metres,
    upAxis,
    startsAt: scene.range.first,
    speed: 100,
    keeps: 'seconds',
    preRoll: 'hold',
    preRollFrames: preRoll > 0 ? preRoll : USUAL_PRE_ROLL,
  };
}

/** Frames of the shot that the animation lasts, the first included. */
export function framesInShot(
  { report, ...read }: ReadAnimation,
  { speed, keeps }: AnimationChoice,
  scene: Pick<Scene, 'frameRate'>,
): number {
  const { firstTime, lastTime } = objectOf({ report, ...read });
  const rate =
    keeps === 'frames' ? (report.framesPerSecond ?? 24) : scene.frameRate.numerator / scene.frameRate.denominator;
  return Math.ceil(((lastTime - firstTime) * rate * 100) / speed - 1e-4) + 1;
}

/** Why the animation cannot be imported as chosen; undefined where it can. */
export function refusalOf(read: ReadAnimation, choice: AnimationChoice): string | undefined {
  const { collides, surface, keeps, pulls } = choice;
  const { topology, closed } = objectOf(read);
  if (topology === 'changing') {
    if (pulls !== undefined) return 'Its triangles change from sample to sample: it cannot pull a solid.';
    const refusal = changingRefusal(choice);
    if (refusal !== undefined)
      return `Its triangles change from sample to sample: ${refusal.reason}. ${refusal.remedy}`;
  }
  if (collides && surface === 'closed' && !closed) return 'It has holes: import it as an open surface.';
  if (keeps === 'frames' && read.report.framesPerSecond === undefined)
    return 'Its samples follow no frame rate: keep seconds.';
  return undefined;
}

/** Adds the animation to the shot as one step of undo and selects it. Gives the entity's id. Throws what the host throws. */
export async function addReadAnimation(
  session: Session,
  read: ReadAnimation,
  reading: ReadingChoice,
  choice: AnimationChoice,
): Promise<string> {
  const { connection, document } = session;
  const { framesPerSecond: rate, clip } = reading;
  const { preRollFrames, pulls, ...wanted } = choice;
  const options = { ...(rate !== undefined && { framesPerSecond: rate }), ...(clip !== undefined && { clip }) };
  const { object } = read;
  const reference = await connection.call('referAnimation', { path: read.report.path, object, ...options });
  const { scene } = document;
  if (scene === undefined) throw new Error('no shot is open');
  const entity = newAnimation(scene.entities, { ...reference, object, ...options, ...wanted });
  addToShot(session, `import ${entityName(entity)}`, [entity], (draft) => {
    if (choice.preRoll !== 'hold') draft.range.preRoll = preRollFrames;
    const pulled = draft.entities.find(({ id }) => id === pulls);
    const solid = pulled && volumeOf(pulled);
    if (solid !== undefined) solid.animatedTarget = animatedTarget.parse({ animation: entity.id });
  });
  return entity.id;
}
