/** What an elastic liquid resists with, and when it gives way. */
export interface ElasticSettings {
  /** G, Pa: the stress of a strain e without volume is 2 G e. */
  readonly shearModulus: number;
  /** Shear, as the tangent of the angle, up to which it springs back: it yields at the stress G times that. */
  readonly yieldStrain: number;
  /** Share of the strain beyond the yield strain that is forgotten in a time, 1/s; 0 where nothing is. */
  readonly flowRate: number;
}
