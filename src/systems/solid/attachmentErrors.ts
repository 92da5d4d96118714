import { CoreError } from '../../base/errors.ts';
import { isQuasistatic } from '../../scene/kinds/solid.ts';
import type { EmbeddedVertices } from '../../solids/EmbeddedVertices.ts';
import type { SimulatedSolidInput } from './SimulatedSolidInput.ts';

/** Throws `document-invalid` for a solid whose vertices are to be parts of a rigid body that does not feel them: rigid bodies and solids share the velocity solve of a substep. */
export function checkEmbedded(
  embedded: readonly EmbeddedVertices[],
  { solid, tank }: Pick<SimulatedSolidInput, 'solid' | 'tank'>,
): void {
  if (embedded.length === 0) return;
  const [{ boundary }] = embedded;
  const message = `it is pinned to the rigid body '${boundary}'`;
  if (isQuasistatic(solid)) {
    throw new CoreError(
      'document-invalid',
      `${message}, but it is quasistatic: it has no velocities to share with it`,
      {
        remedy: 'Choose another integration scheme for the solid, or pin it to a collider.',
      },
    );
  }
  if (tank !== undefined) {
    throw new CoreError('document-invalid', `${message}, but it moves with a liquid, which rigid bodies do not share`, {
      remedy: 'Pin the solid to a collider, or take it out of the liquid.',
    });
  }
}

/** The error of a quasistatic solid to which cloth is attached. */
export function carriesNoCloth(solid: string): CoreError {
  return new CoreError(
    'document-invalid',
    'cloth is attached to it, but it is quasistatic: it has no substeps that cloth could follow',
    {
      place: `solid '${solid}'`,
      remedy: 'Choose another integration scheme for it, or attach the cloth to a collider.',
    },
  );
}
