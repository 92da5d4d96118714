import type { LiquidPreset } from '../../../src/scene/liquidPresets.ts';

type Liquid = Pick<LiquidPreset, 'density' | 'viscosity' | 'elasticity'>;

/** m/s2. */
const GRAVITY = 9.81;
/** Viscosity of what is simulated without any, Pa s: water's. */
const LEAST_VISCOSITY = 0.001;
/** Points of the outline from the middle to the edge. */
const POINTS = 24;

/**
 * The outline of a round heap of `volume` (m3) that was poured onto level ground `seconds` ago: (r, height) of points from the middle to the edge, m.
 * A liquid without a yield stress spreads as its viscosity lets it, R = .894 (rho g V^3 t / (3 mu))^(1/8), h = h0 (1 - r^2 / R^2)^(1/3) (Huppert 1982, eq. 2.19 and 2.22); one with a yield stress
 * tau stops no later than where h = sqrt(2 tau (R - r) / (rho g)) (Nye 1952); what never flows, and whatever would be higher, is half a ball.
 */
export function pouredHeap({ density, viscosity, elasticity }: Liquid, volume: number, seconds: number): number[] {
  const weight = density * GRAVITY;
  const { shearModulus, flowRate, yieldStrain } = elasticity;
  const ball = Math.cbrt((1.5 * volume) / Math.PI);
  const spread = 0.894 * ((weight * volume ** 3 * seconds) / (3 * Math.max(viscosity, LEAST_VISCOSITY))) ** 0.125;
  const yieldStress = flowRate === 0 ? (shearModulus > 0 ? Infinity : 0) : shearModulus * yieldStrain;
  const stopped =
    yieldStress === 0 ? Infinity : (((15 * volume) / (8 * Math.PI)) * Math.sqrt(weight / (2 * yieldStress))) ** 0.4;
  const radius = Math.min(spread, stopped);
  if (radius <= ball) return outline(ball, (x) => ball * Math.sqrt(1 - x * x));
  if (stopped < spread) return outline(radius, (x) => Math.sqrt((2 * yieldStress * radius * (1 - x)) / weight));
  const top = (4 * volume) / (3 * Math.PI * radius * radius);
  return outline(radius, (x) => top * Math.cbrt(1 - x * x));
}

/** Points of an outline whose height is given by the share of the radius. Close to the edge, where outlines are steep, they are dense. */
function outline(radius: number, height: (share: number) => number): number[] {
  const points: number[] = [];
  for (let k = 0; k <= POINTS; k++) {
    const share = 1 - (1 - k / POINTS) ** 2;
    points.push(radius * share, height(share));
  }
  return points;
}
