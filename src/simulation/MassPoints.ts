/** Points of a system that an interaction may push after they have moved in a substep, whatever kind of entity they belong to. */
export interface MassPoints {
  /** kg per point. */
  readonly masses: Float64Array;
  /** Flags that are not 0 for points whose motion is prescribed in the running substep: nothing pushes these. */
  readonly constrained: Uint8Array;
  /** Positions where the last substep ended, xyz per point, m. */
  readonly positions: Float64Array;
  /** Positions where the running substep ends, xyz per point, m. */
  readonly nextPositions: Float64Array;
  /** Velocities there, m/s, to which the interaction adds impulse / mass in `after`. */
  readonly nextVelocity: Float64Array;
}
