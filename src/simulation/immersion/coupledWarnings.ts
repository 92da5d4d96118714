import { transportOf } from '../../liquids/LiquidTransport.ts';
import { solverOf } from '../../liquids/LiquidSolver.ts';
import { largestKey } from '../../scene/curves.ts';
import { liquidsOf } from '../../scene/capabilities.ts';
import type { Liquid } from '../../scene/kinds/liquid.ts';
import type { Cloth } from '../../scene/kinds/cloth.ts';
import { isQuasistatic, type Solid } from '../../scene/kinds/solid.ts';
import type { Scene } from '../../scene/Scene.ts';
import { coupledCloth, nearestLiquid, nearestToCloth } from './coupledSolids.ts';

/** Axis along which things fall. */
const UP = 1;

/** What a solid that shall move with a liquid of its shot does not do for it: for the first frame. */
export function coupledWarnings(scene: Scene, solid: Solid): string[] {
  const { id, liquids, volumeConservation, integration = 'semi-implicit', newtonIterations = 1 } = solid;
  const liquid = nearestLiquid(scene, solid);
  if (liquids !== 'coupled' || liquid === undefined) return [];
  const { label, couplesSolids } = solverOf(liquid);
  if (!couplesSolids) {
    return [
      `the solver of liquid '${liquid.id}' (${label}) couples no solids, so that the liquid flows through solid '${id}'; move it out of the liquid, or set its liquid coupling to ignored`,
    ];
  }
  if (isQuasistatic(solid)) {
    return [`solid '${id}' is quasistatic, so that liquids flow through it; choose implicit integration`];
  }
  const warnings: string[] = [];
  if (volumeConservation?.enabled === true) {
    warnings.push(
      `solid '${id}' is coupled to a liquid, so that its volume conservation has no effect; a Poisson's ratio of 0.45 to 0.48 loses little volume`,
    );
  }
  // A semi-implicit solid takes no Newton iterations anywhere, whatever their number says.
  if (integration !== 'semi-implicit' && newtonIterations > 1) {
    warnings.push(
      `solid '${id}' is coupled to a liquid, so that it takes one Newton iteration per substep; increase the minimum substeps instead`,
    );
  }
  if (largestKey(liquid.elasticity.shearModulus) > 0) {
    warnings.push(
      `liquid '${liquid.id}' is elastic, and its shear stress does not act on solid '${id}', on which only its pressure and viscosity act; use a shear modulus of 0 where that matters`,
    );
  }
  return warnings;
}

/** What cloth does not do for the liquids that it begins in or above, `positions` (xyz, m) being where it is: for the first frame. */
export function clothWarnings(scene: Scene, cloth: Cloth, positions: Float64Array): string[] {
  const coupled = coupledCloth(scene).get(cloth.id);
  const met = cloth.liquids === 'coupled' ? nearestToCloth(scene, cloth) : undefined;
  const passing = liquidsOf(scene.entities).filter((liquid) => liquid.id !== coupled && isInOrAbove(positions, liquid));
  const warnings = passing.map((liquid) => {
    if (liquid.id === met?.id) {
      const solver = solverOf(liquid);
      if (!solver.couplesSolids) {
        return `the solver of liquid '${liquid.id}' (${solver.label}) couples no cloth, so that the liquid flows through cloth '${cloth.id}'; move it out of the liquid, or set its liquid coupling to ignored`;
      }
      const { label } = transportOf(liquid.transport).definition;
      return `liquid '${liquid.id}' (${label}) is not parted by cloth, so that it flows through cloth '${cloth.id}'; choose APIC or FLIP, or set the liquid coupling of the cloth to ignored`;
    }
    return `cloth '${cloth.id}' does not interact with liquid '${liquid.id}', which flows through it; set its liquid coupling to coupled, or move it out of the liquid`;
  });
  if (coupled === undefined) return warnings;
  if (cloth.volumeConservation?.enabled === true) {
    warnings.push(
      `cloth '${cloth.id}' is coupled to a liquid, so that its volume conservation has no effect; turn one of the two off`,
    );
  }
  const liquid = liquidsOf(scene.entities).find(({ id }) => id === coupled);
  if (liquid !== undefined && largestKey(liquid.viscosity) > 0) {
    warnings.push(
      `liquid '${coupled}' is viscous, and its shear does not drag cloth '${cloth.id}': the two slip along each other; use a viscosity of 0`,
    );
  }
  if (liquid !== undefined && largestKey(liquid.elasticity.shearModulus) > 0) {
    warnings.push(
      `liquid '${coupled}' is elastic, and its shear stress does not act on cloth '${cloth.id}'; use a shear modulus of 0 where that matters`,
    );
  }
  return warnings;
}

/** Whether the box around points reaches into the box of a liquid, or would when it fell. */
function isInOrAbove(positions: Float64Array, { domain: { centre, size } }: Liquid): boolean {
  return [0, 1, 2].every((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let k = axis; k < positions.length; k += 3) {
      low = Math.min(low, positions[k]);
      high = Math.max(high, positions[k]);
    }
    const isBelowTop = axis === UP || low < centre[axis] + size[axis] / 2;
    return isBelowTop && high > centre[axis] - size[axis] / 2;
  });
}
