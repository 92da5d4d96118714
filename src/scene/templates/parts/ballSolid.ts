import type { SolidInput } from './EntityInput.ts';

/** A ball of the given radius (m), filled with elements whose edge is a share of its diagonal, %. */
export function ballSolid(
  radius: number,
  percent: number,
  rest: Partial<SolidInput> & Pick<SolidInput, 'transform'>,
): SolidInput {
  return {
    kind: 'solid',
    id: 'ball',
    name: 'Ball',
    source: { kind: 'procedural', form: { shape: 'sphere', radius } },
    meshing: { method: 'graded-stuffing', edge: { percent } },
    ...rest,
  };
}
