/** What an elastic liquid resists with, and when it gives way: read in every substep. */
export interface ElasticSettings {
  /** G, Pa: the stress of a strain e without volume is 2 G e. */
  shearModulus: number;
  /** Shear, as the tangent of the angle, up to which it springs back: it yields at the stress G times that. */
  yieldStrain: number;
  /** Share of the strain beyond the yield strain that is forgotten in a time, 1/s; 0 where nothing is. */
  flowRate: number;
}
