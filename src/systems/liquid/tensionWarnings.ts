import { hypot3 } from '../../math/hypot3.ts';
import { largestKey } from '../../scene/curves.ts';
import type { Liquid } from '../../scene/kinds/liquid.ts';

/** What surrounds a liquid at the first frame. */
interface Surroundings {
  /** Edge of its cells, m. */
  readonly h: number;
  /** m/s2, xyz. */
  readonly gravity: ArrayLike<number>;
  /** Ids of what moves with it. */
  readonly bodies: readonly string[];
}

/** What the surface tension of a liquid does not do, for the first frame: nothing that cells can show where they are larger than its longest ripples, and nothing to what is in the liquid. */
export function tensionWarnings(
  { id, density, surfaceTension }: Liquid,
  { h, gravity, bodies }: Surroundings,
): string[] {
  const sigma = largestKey(surfaceTension);
  if (sigma === 0) return [];
  const warnings: string[] = [];
  // Capillary length: drops that rest on a floor are flat beyond it.
  const reach = Math.sqrt(sigma / (density * hypot3(gravity[0], gravity[1], gravity[2])));
  if (h > reach) {
    warnings.push(
      `the surface tension of liquid '${id}' rounds what is smaller than ${millimetres(reach)}, and its cells are ${millimetres(h)} wide, so that it hardly shows; use smaller cells or a larger surface tension`,
    );
  }
  if (bodies.length > 0) {
    warnings.push(
      `the surface tension of liquid '${id}' does not pull at ${bodies.map((body) => `'${body}'`).join(', ')}: it shapes the liquid around them alone, and nothing light floats on it`,
    );
  }
  return warnings;
}

function millimetres(length: number): string {
  return `${Number((1000 * length).toPrecision(2))} mm`;
}
