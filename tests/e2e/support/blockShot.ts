import type { SceneInput } from '../../../src/scene/Scene.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

export interface BlockShotOptions {
  readonly last: number;
  /** Cells along each edge; each is cut into 6 tetrahedra. */
  readonly cells: number;
  /** Tolerance of the velocity solve: the smaller, the longer a frame takes. */
  readonly solverTolerance?: number;
}

/** A soft block named `block` that falls on a tilted floor. It needs no meshing. */
export function blockShot({ last, cells, solverTolerance }: BlockShotOptions): SceneInput {
  const shot = tinyShotInput(last);
  const [block, ...rest] = shot.entities;
  const form = { shape: 'block', size: [1, 1, 1], cells: [cells, cells, cells], elements: 'tets' };
  const soft = { ...block, source: { kind: 'procedural', form }, transform: { position: [0, 1.4, 0] } };
  return { ...shot, name: 'block', entities: [soft, ...rest], quality: { draft: { solverTolerance } } } as SceneInput;
}
