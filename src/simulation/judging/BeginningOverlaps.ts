import { CoreError } from '../../base/errors.ts';
import type { FailureSuggestion } from '../../base/failure.ts';
import { frameDuration, frameToSeconds, startFrame, type Scene } from '../../scene/Scene.ts';
import { contactPairsOf } from '../contact/bodyContactPairs.ts';
import type { KeyedCollider } from '../keyed/KeyedCollider.ts';
import type { SimulatedBody } from '../SimulatedBody.ts';
import {
  colliderDistance,
  depthOf,
  isSwallowed,
  overlapRemedy,
  overlapSentence,
  startOverlaps,
  type StartingSolid,
  type StartOverlap,
} from './startOverlaps.ts';

/** Frames after the first that are looked at for one at which a collider has gone. */
const MOST_LOOKED_AHEAD = 1000;
const MOST_SUGGESTIONS = 3;

/** What is moved in looking for where solids begin. */
export interface BeginningShot {
  readonly scene: Scene;
  readonly bodies: readonly SimulatedBody[];
  readonly colliders: readonly KeyedCollider[];
  /** Moves what is keyed to the interval that ends at `frame`, does `work`, and moves it back. */
  atFrames<T>(work: (moveTo: (frame: number) => void) => T): T;
}

/** The overlaps of a shot's solids with colliders and each other at the start: computed once, when first asked for, at whatever frame the shot is. */
export class BeginningOverlaps {
  private readonly shot: BeginningShot;
  private known: readonly StartOverlap[] | undefined;

  constructor(shot: BeginningShot) {
    this.shot = shot;
  }

  get found(): readonly StartOverlap[] {
    this.known ??= this.shot.atFrames((moveTo) => this.find(moveTo));
    return this.known;
  }

  /** What helps a body that begins inside something; undefined for one that does not. */
  remedyOf(entity: string): string | undefined {
    const own = this.found.find((overlap) => overlap.entity === entity || overlap.other.id === entity);
    return own && overlapRemedy(own);
  }

  /** Throws `simulation-failed` where a solid begins wholly inside a collider: led out to all sides, nothing of it would be left. */
  refuseSwallowed(): void {
    const swallowed = this.found.find(isSwallowed);
    if (swallowed === undefined) return;
    const { first } = this.shot.scene.range;
    const { entity, depth } = swallowed;
    throw new CoreError('simulation-failed', `${overlapSentence(swallowed)}: it cannot be pushed out in one piece`, {
      place: `solid '${entity}', frame ${first}`,
      remedy: `${capital(overlapRemedy(swallowed))}.`,
      failure: {
        frame: first + 1,
        time: 0,
        entity,
        cause: 'begins-inside',
        measured: depth,
        limit: 0,
        unit: 'm',
        suggestions: this.suggestionsFor(entity),
      },
    });
  }

  /** The error of a frame that failed; where the solid that failed begins inside something, moving it out is the first thing to try. */
  explained(error: unknown): unknown {
    if (!(error instanceof CoreError) || error.failure?.entity === undefined) return error;
    const { code, message, file, place, failure } = error;
    const moving = this.suggestionsFor(error.failure.entity);
    if (moving.length === 0 || failure.cause === 'begins-inside') return error;
    const suggestions = [...moving, ...failure.suggestions].slice(0, MOST_SUGGESTIONS);
    const remedy = [`${moving[0].title}: ${moving[0].detail}`, error.remedy].filter(Boolean).join(' ');
    return new CoreError(code, message, { file, place, remedy, failure: { ...failure, suggestions }, cause: error });
  }

  /** Suggests moves of a solid out of what it begins inside of; none where it does not, or where none was found. */
  private suggestionsFor(entity: string): FailureSuggestion[] {
    const own = this.found.find((overlap) => overlap.entity === entity && overlap.move !== undefined);
    const solid = this.shot.bodies.find(({ id }) => id === entity)?.entity;
    if (own?.move === undefined || solid === undefined) return [];
    const { move } = own;
    const value = solid.transform.position.map((metres, axis) => metres + move[axis]);
    const detail = `${capital(overlapSentence(own))}.`;
    return [{ title: 'Move it out', detail, changes: [{ path: `entities.${entity}.transform.position`, value }] }];
  }

  private find(moveTo: (frame: number) => void): StartOverlap[] {
    const { scene, bodies, colliders } = this.shot;
    const begun = bodies.flatMap(({ id, touching, starting }) =>
      starting === undefined ? [] : [{ id, contact: touching?.contact, starting }],
    );
    const { bodyCount, enabled } = contactPairsOf(begun, scene);
    const touching = (a: number, b: number) => enabled[bodyCount * a + b] !== 0;
    const { first } = scene.range;
    moveTo(first + 1);
    const solids = begun.map(({ starting }) => starting);
    return startOverlaps(solids, colliders, touching, frameToSeconds(scene, first), (...of) =>
      this.freeFrame(moveTo, ...of),
    );
  }

  /** The first frame at which a collider has left where a solid begins, or at which the solid has been led out of it. */
  private freeFrame(
    moveTo: (frame: number) => void,
    solid: StartingSolid,
    collider: KeyedCollider,
    depth: number,
  ): number | undefined {
    const { scene } = this.shot;
    const { first, last } = scene.range;
    const led = Math.max(first, startFrame(scene) + Math.ceil(depth / solid.escapeSpeed / frameDuration(scene)));
    for (let frame = first + 1; frame <= Math.min(last, led, first + MOST_LOOKED_AHEAD); frame++) {
      moveTo(frame);
      if (depthOf(solid, colliderDistance(collider, frameToSeconds(scene, frame))).inside === 0) return frame;
    }
    return led <= last ? led : undefined;
  }
}

function capital(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}
