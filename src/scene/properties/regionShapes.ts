import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { vector } from '../keyable.ts';
import type { Fault } from '../marks.ts';

/** Regions of space that choose a part of a body. `place`: the help of their points; `radius`: that of the radius. */
export function regionShapes(place: string, radius: string) {
  const centre = { unit: 'm', label: 'centre', help: place };
  return [
    z.strictObject({
      kind: z.literal('sphere'),
      centre: vector(centre, [0, 0, 0]),
      radius: quantity({ unit: 'm', label: 'radius', help: radius, min: 0, max: 1e6, default: 0.1 }),
    }),
    z.strictObject({
      kind: z.literal('box'),
      min: vector({ ...centre, label: 'min corner' }, [0, 0, 0]),
      max: vector({ ...centre, label: 'max corner' }, [0, 0, 0]),
    }),
  ] as const;
}

type Box = z.output<ReturnType<typeof regionShapes>[1]>;

/** Says that a box at `selection` is inside out; undefined for a box that is not, and for what is none. */
export function boxFault(selection: Box | { readonly kind: string }): Fault | undefined {
  if (!isBox(selection) || selection.min.every((low, k) => low <= selection.max[k])) return undefined;
  return { path: ['selection'], message: 'the box is inside out: min is above max', remedy: 'Swap the corners.' };
}

function isBox(selection: Box | { readonly kind: string }): selection is Box {
  return selection.kind === 'box';
}
