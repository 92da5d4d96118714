import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { keyFrame, vector, type Keyable } from '../keyable.ts';
import type { IntervalCurve } from '../intervalCurves.ts';
import { marked, type Fault } from '../marks.ts';
import { paintedField } from '../paintedField.ts';
import { entityCommon, keyedTransform, referenceTo, referenceToBody } from '../properties/common.ts';
import { boxFault, regionShapes } from '../properties/regionShapes.ts';
import type { Entity, KindDefinition } from '../Kinds.ts';
import { newEntity } from '../newEntity.ts';
import type { Named } from '../uniqueNames.ts';
import { paintedPartsOf } from '../painting/paintedParts.ts';

/** Which vertices of the target's volume mesh are held: by where they stand at the first frame (world axes), or painted. */
const selection = z
  .discriminatedUnion('kind', [
    ...regionShapes('Position at the first frame, in world axes.', 'Radius of the pinned region.'),
    /** Volume vertex numbers: for sources that bring their own elements, whose numbering does not change with quality. */
    z.strictObject({ kind: z.literal('vertices'), indices: z.array(z.int().min(0)).min(1).max(10_000_000) }),
    /** Whatever lies no farther than this from the surface of what the pin follows, or inside it. */
    z.strictObject({
      kind: z.literal('near'),
      distance: quantity({
        unit: 'm',
        label: 'distance',
        help: 'Largest distance from the surface of the attachment parent at which vertices are pinned.',
        min: 0,
        max: 1e6,
        softMax: 0.1,
        default: 0.01,
      }),
    }),
    /**
     * Painted on the target, in its own frame. Hard pins hold vertices whose value is at least 0.5; soft ones all above 0.02, with the
     * stiffness times the value.
     */
    z.strictObject({ kind: z.literal('painted'), field: paintedField(0, 'painted weight').prefault({}) }),
  ])
  .meta({
    label: 'region',
    help: 'Part of the body that is pinned: what lies in a sphere or a box, what is near the attachment parent, or what is painted.',
  });

/** Hard pins fix velocities; soft ones pull as a damped spring per unit mass, so the look does not depend on the mesh. */
const hold = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('hard') }),
    z.strictObject({
      kind: z.literal('soft'),
      frequency: quantity({
        unit: 'Hz',
        label: 'frequency',
        help: 'Frequency at which a pinned vertex oscillates about its target. Larger values pull harder.',
        min: 0.01,
        max: 1000,
        default: 4,
      }),
      dampingRatio: quantity({
        unit: '',
        label: 'damping ratio',
        help: 'Damping relative to critical damping: below 1 the vertices oscillate, 1 settles fastest.',
        symbol: 'zeta',
        min: 0,
        max: 10,
        default: 1,
      }),
    }),
  ])
  .meta({
    label: 'constraint',
    help: 'Hard keeps the pinned vertices exactly on their targets. Soft pulls them there with a damped spring, so that they can give way.',
  });

/** 1 until the pin lets go, then 0. */
function constraintCurve(releaseFrame: number): Keyable {
  return {
    keys: [
      { frame: releaseFrame - 1, value: 1, interpolation: 'step' },
      { frame: releaseFrame, value: 0, interpolation: 'step' },
    ],
  };
}

/** What of a pin does not go together. */
function pinFault(value: unknown, kindOf: (id: string) => string | undefined): Fault | undefined {
  const { target, follow, within, selection } = value as Pin;
  if (follow === undefined && selection.kind === 'near') {
    return {
      path: ['follow'],
      message: 'the pin selects vertices near its attachment parent, but it has none',
      remedy: 'Choose what it is attached to, or select by a box or a sphere.',
    };
  }
  if (follow === undefined && within !== undefined) {
    return {
      path: ['follow'],
      message: 'the pin is limited to a distance from its attachment parent, but it has none',
      remedy: 'Choose what it is attached to, or leave the distance out.',
    };
  }
  const inverted = boxFault(selection);
  if (inverted !== undefined) return inverted;
  if (follow === undefined) return undefined;
  const parent = kindOf(follow);
  if (parent === 'rigidBody') return embeddingFault(value as Pin);
  // Cloth alone is attached to solids.
  const isWrong = kindOf(target) !== 'cloth' && parent === 'solid';
  return isWrong ? { path: ['follow'], id: follow, kinds: ['collider', 'importedAnimation', 'rigidBody'] } : undefined;
}

/** What a pin to a rigid body cannot be: the body feels what it holds, which springs and keys of the pin leave out. */
function embeddingFault({ hold, motion }: Pin): Fault | undefined {
  if (hold.kind !== 'hard') {
    return {
      path: ['hold'],
      message: 'the pin follows a rigid body, which holds vertices hard alone',
      remedy: 'Make the constraint hard, or follow a collider.',
    };
  }
  const moves = [...motion.position, ...motion.rotation].some((part) => part !== 0);
  if (!moves) return undefined;
  return {
    path: ['motion'],
    message: 'the pin follows a rigid body, on which its vertices do not move by keys',
    remedy: 'Set its position and rotation to 0, or follow a collider.',
  };
}

/** Holds vertices of a solid where they stand, or carries them along a keyed motion, until it lets go. */
export const pin = marked(
  z.strictObject({
    kind: z.literal('pin'),
    ...entityCommon,
    target: referenceToBody,
    selection,
    hold: hold.default({ kind: 'hard' }),
    /**
     * Motion of the held vertices relative to where they stand at the first frame: x(t) = R(t) (x0 - pivot) + pivot +
     * position(t).
     */
    motion: keyedTransform,
    pivot: vector({ unit: 'm', label: 'pivot', help: 'Centre of the keyed rotation.' }, [0, 0, 0]),
    /**
     * What carries the held vertices along, on top of `motion`: a collider, as a bone; a rigid body, which feels what it holds: the vertices are parts of it; or an animation, to whose surface they are attached where that is nearest when the
     * shot begins, its pre-roll included. Cloth may follow a solid as well, in the same way.
     */
    follow: referenceTo('collider', 'importedAnimation', 'rigidBody', 'solid').optional(),
    /** Vertices of the selection that are farther than this from what the pin follows are free; left out, none are. m. */
    within: z
      .number()
      .min(0)
      .max(1e4)
      .meta({
        label: 'only within',
        unit: 'm',
        unset: 'any distance',
        help: 'Largest distance from the attachment parent at which vertices of the region are pinned where the shot begins. Left out, the whole region is.',
      })
      .optional(),
    /** The vertices are free from this frame on; left out, they are held for the whole shot. */
    releaseFrame: marked(
      keyFrame.meta({
        label: 'release frame',
        help: 'Frame from which on the pinned vertices are free.',
        unset: 'never',
      }),
      { curve: (frame) => constraintCurve(frame as number), phases: ['pinned', 'free'] },
    ).optional(),
  }),
  { rule: pinFault },
);
export type Pin = z.output<typeof pin>;

/** Gives the curve of what was sampled of a pin over a frame interval: 1 while the pin holds, 0 once it has let go. */
export function constraintCurveOf(sampled: object): IntervalCurve {
  return 'releaseFrame' in sampled ? (sampled.releaseFrame as IntervalCurve) : 1;
}

declare module '../Kinds.ts' {
  interface KindMap {
    pin: typeof pin;
  }
}

/** Share of a body's height that a new pin holds, from the top. */
const HELD_SHARE = 0.2;
/** How far the box of a new pin reaches beyond the body, so that rounding leaves no vertex out. */
const MARGIN = 0.01;

/** Bodies flatter than this share of their diagonal are held at their back instead of their top. */
const FLAT_SHARE = 0.05;

/**
 * A hard pin of the top of a solid or a cloth, of the back of a flat one. `bounds`: its box at the first frame in world axes, min xyz, max xyz, m. Without it the pin
 * holds what lies within 10 cm of the world's origin: the artist moves it.
 */
export function newPin(entities: Named, target: Pick<Entity, 'id' | 'name'>, bounds?: readonly number[]): Pin {
  const label = `${target.name || target.id} pin`;
  if (bounds === undefined)
    return newEntity(pin, entities, label, { target: target.id, selection: { kind: 'sphere' } });
  const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
  const diagonal = Math.hypot(maxX - minX, maxY - minY, maxZ - minZ);
  const margin = MARGIN * diagonal;
  const flat = maxY - minY < FLAT_SHARE * diagonal;
  return newEntity(pin, entities, label, {
    target: target.id,
    selection: {
      kind: 'box',
      min: [minX - margin, flat ? minY - margin : maxY - HELD_SHARE * (maxY - minY), minZ - margin],
      max: [maxX + margin, maxY + margin, flat ? minZ + margin : maxZ + margin],
    },
    pivot: [(minX + maxX) / 2, maxY, (minZ + maxZ) / 2],
  });
}

/** Share of a solid's diagonal within which a new pin attaches it to a surface. */
const NEAR_SHARE = 0.03;
/** The distance where the size of the body is not known, m. */
const NEAR = 0.02;

/**
 * A hard pin by which a body follows the surface of an animation: what a new pin of a cloth holds, and of a solid all that is near the surface or inside it. `bounds`: box of the body at the first
 * frame, as `newPin` takes it.
 */
export function newFollowingPin(
  entities: Named,
  target: Pick<Entity, 'id' | 'name' | 'kind'>,
  surface: Pick<Entity, 'id' | 'name'>,
  bounds?: readonly number[],
): Pin {
  const held = newPin(entities, target, bounds);
  const { selection } = held;
  const size = bounds && Math.hypot(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  const near = { kind: 'near', distance: size === undefined ? NEAR : NEAR_SHARE * size } as const;
  const isKnown = target.kind === 'cloth' && bounds !== undefined;
  return { ...held, selection: isKnown ? selection : near, follow: surface.id };
}

const definition: KindDefinition<'pin'> = {
  type: 'pin',
  label: 'pin',
  plural: 'pins',
  schema: pin,
  create(entities) {
    const body = entities.find(({ kind }) => kind === 'solid' || kind === 'cloth');
    return body && newPin(entities, body);
  },
  pin: (entity) => entity,
  paintedParts: ({ selection: held }) => (held.kind === 'painted' ? paintedPartsOf({ pin: held.field }) : []),
};

export default definition;
