import { CoreError } from '../base/errors.ts';
import { figureSurface } from '../geometry/primitives/figure.ts';
import { rabbitSurface } from '../geometry/primitives/rabbit.ts';
import type { SampleMesh } from './SampleMesh.ts';
import { tossingBowl } from './tossingBowl.ts';
import { walkingFigure, walkingSkeleton } from './walkingFigure.ts';
import type { SurfaceMesh } from '../geometry/TriMesh.ts';

/** Decimal places of written coordinates. */
const DIGITS = 6;
/** Height of the rabbit in the units of its file, which are decimetres. */
const RABBIT_HEIGHT = 9.65;

const sources: Record<
  'rabbit' | 'figure-skin' | 'walking-figure' | 'walking-skeleton' | 'tossing-bowl',
  () => SampleMesh
> = {
  'walking-figure': walkingFigure,
  'walking-skeleton': walkingSkeleton,
  'tossing-bowl': tossingBowl,
  'figure-skin': () => ({ fileName: 'figure-skin.obj', bytes: objBytes(figureSurface().surface) }),
  rabbit: () => ({ fileName: 'rabbit.obj', bytes: objBytes(rabbitSurface(RABBIT_HEIGHT)) }),
};

/** The mesh called `name`. Throws `usage` for an unknown name. */
export function sampleMesh(name: string): SampleMesh {
  if (Object.hasOwn(sources, name)) return sources[name as keyof typeof sources]();
  throw new CoreError('usage', `there is no sample mesh '${name}'`, {
    remedy: `Use one of: ${Object.keys(sources).join(', ')}.`,
  });
}

function objBytes({ positions, faceVertices }: SurfaceMesh): Uint8Array {
  const lines: string[] = [];
  for (let at = 0; at < positions.length; at += 3) {
    lines.push(`v ${Array.from(positions.subarray(at, at + 3), (value) => Number(value.toFixed(DIGITS))).join(' ')}`);
  }
  for (let at = 0; at < faceVertices.length; at += 3) {
    lines.push(`f ${Array.from(faceVertices.subarray(at, at + 3), (vertex) => vertex + 1).join(' ')}`);
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}
