import { canonicalJson } from '../base/hash.ts';
import type { QuantityInfo } from '../base/quantities.ts';
import { counted, type Sampled } from './counted.ts';
import { evaluate } from './curves.ts';
import { kindOf, obstaclesOf } from './capabilities.ts';
import { entitySchema } from './kindRegistry.ts';
import type { KeyedTransform } from './properties/common.ts';
import { restrictCurve, type IntervalCurve } from './intervalCurves.ts';
import { isCurve, type Keyable, type KeyableVector } from './keyable.ts';
import { physicsSchema, qualitySchema, startFrame, type Entity, type QualityName, type Scene } from './Scene.ts';

export type IntervalVector = Sampled<KeyableVector>;
export type IntervalTransform = Sampled<KeyedTransform>;

/**
 * Everything that can change over time, over one frame interval, at its place in the document: the simulation of the interval must read nothing else
 * that is keyed. Equal inputs give equal canonical JSON.
 */
export interface IntervalInputs {
  readonly physics: Sampled<Scene['physics']>;
  /** Holds what is `Sampled` of each entity, by its id; entities without anything that may be keyed are left out. */
  readonly entities: Readonly<Record<string, unknown>>;
}

/** What the simulation of the interval (frame - 1, frame] depends on beside constants. A changed key alters the intervals between its two neighbouring keys and no others. */
export function sampleInterval(scene: Scene, frame: number): IntervalInputs {
  return keyedInputs(scene, (curve, info) => restrictCurve(curve, frame, info?.min, info?.max));
}

/** The keyed inputs as they are at the first frame, which they hold through the pre-roll. */
export function firstFrameInputs(scene: Scene): IntervalInputs {
  return keyedInputs(scene, (curve) => evaluate(curve, scene.range.first));
}

/** Stands in samples where a curve does, by its number: no text of a document has this character. */
const PLACE = '\0';
/** `PLACE` and a number in JSON. */
const PLACES = /"\\u0000(\d+)"/;

interface SampledCurve {
  readonly curve: Keyable;
  readonly info: QuantityInfo | undefined;
}

/** The inputs of all intervals of a shot, as canonical JSON. Only curves with keys are sampled at every frame, and the document is walked once. */
export class IntervalSampler {
  /** The curves that all intervals are sampled from, and where each belongs: scenes in which these are equal have equal samples at every frame. */
  readonly curves: unknown;
  private readonly keyed: SampledCurve[] = [];
  /** What stands before, between and behind the samples of the curves with keys. */
  private readonly around = [''];

  constructor(scene: Scene) {
    const curves: SampledCurve[] = [];
    const places = keyedInputs(scene, (curve, info) => `${PLACE}${curves.push({ curve, info }) - 1}`);
    this.curves = { places, curves: curves.map(({ curve }) => curve) };
    canonicalJson(places)
      .split(PLACES)
      .forEach((part, k) => {
        if (k % 2 === 0) this.write(part);
        else this.place(curves[Number(part)]);
      });
  }

  /** Returns the inputs of (frame - 1, frame]: the canonical JSON of `sampleInterval`. */
  textAt(frame: number): string {
    let text = this.around[0];
    this.keyed.forEach(({ curve, info }, k) => {
      text += canonicalJson(restrictCurve(curve, frame, info?.min, info?.max)) + this.around[k + 1];
    });
    return text;
  }

  private write(text: string): void {
    this.around[this.around.length - 1] += text;
  }

  private place(sampled: SampledCurve): void {
    if (isCurve(sampled.curve)) {
      this.keyed.push(sampled);
      this.around.push('');
    } else this.write(canonicalJson(sampled.curve));
  }
}

/**
 * Lists what the state at the first frame depends on, and every constant of the physics: meshes by content, meshing, materials,
 * placement, quality, frame rate, and what may be keyed with its value at the first frame, each at its place in the document. Entities keep the document's
 * order, which is the order of the simulation.
 */
export function initialInputs(scene: Scene, quality: QualityName): Record<string, unknown> {
  const active = scene.entities.flatMap((entity) => {
    const constants = entity.enabled ? constantsOf(entity, scene) : undefined;
    return constants === undefined ? [] : [[entity.id, constants] as const];
  });
  return {
    frameDuration: [scene.frameRate.denominator, scene.frameRate.numerator],
    physics: counted(physicsSchema, scene.physics, valuesAt(scene.range.first)),
    quality: counted(qualitySchema.shape[quality], scene.quality[quality], valuesAt(scene.range.first)),
    ...(startFrame(scene) < scene.range.first && { preRoll: scene.range.preRoll }),
    order: active.map(([id]) => id),
    entities: Object.fromEntries(active),
  };
}

/**
 * What the constant data (volume meshes, embeddings, collider display) depends on: a part of `initialInputs`, so that a
 * change of material or motion meshes nothing again.
 */
export function staticsInputs(scene: Scene, quality: QualityName): Record<string, unknown> {
  const active = scene.entities.filter((entity) => entity.enabled);
  const { first, preRoll } = scene.range;
  return {
    // Where what moves as prescribed stands as the shot begins.
    ...(active.some((entity) => kindOf(entity).isPrescribed) && { begins: [first, preRoll ?? 0] }),
    edgeScale: scene.quality[quality].edgeScale,
    entities: active.flatMap((entity) => {
      const geometry = geometryInputs(entity, ['shape', 'place']);
      return geometry === undefined ? [] : [{ kind: entity.kind, id: entity.id, geometry }];
    }),
  };
}

/** What the rest shape of an entity depends on, in its own frame, or in the world where `place` is asked for; undefined where it has none. */
export function geometryInputs(entity: Entity, wanted: readonly ('shape' | 'place')[]): unknown {
  return counted(entitySchema, entity, { constants: wanted, curve: () => undefined });
}

const geometric = new WeakMap<Entity, boolean>();

/** Whether an entity has a shape, or a place that shapes depend on. Remembered for each entity: what every picture asks is worked out once. */
export function hasGeometry(entity: Entity): boolean {
  let has = geometric.get(entity);
  if (has === undefined) geometric.set(entity, (has = geometryInputs(entity, ['shape', 'place']) !== undefined));
  return has;
}

/** Constants, and what may be keyed at one frame. */
function valuesAt(frame: number) {
  return { constants: true, curve: (curve: Keyable) => evaluate(curve, frame) } as const;
}

function constantsOf(entity: Entity, scene: Scene): object | undefined {
  const constants = counted(entitySchema, entity, valuesAt(scene.range.first));
  return constants === undefined
    ? undefined
    : {
        ...(constants as object),
        ...kindOf(entity).derivedInputs?.(entity, scene.range.first, obstaclesOf(scene.entities)),
      };
}

type Sampler = (curve: Keyable, info: QuantityInfo | undefined) => IntervalCurve | string;

function keyedInputs(scene: Scene, curve: Sampler): IntervalInputs {
  const fold = { constants: false, curve } as const;
  const entities = scene.entities.flatMap((entity) => {
    const keyed = entity.enabled ? counted(entitySchema, entity, fold) : undefined;
    return keyed === undefined ? [] : [[entity.id, keyed] as const];
  });
  return {
    physics: counted(physicsSchema, scene.physics, fold) as IntervalInputs['physics'],
    entities: Object.fromEntries(entities),
  };
}
