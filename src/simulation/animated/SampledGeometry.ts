/** A mesh at a time. The arrays are valid until it is sampled again. */
export interface GeometrySample {
  /** xyz per vertex. */
  readonly positions: Float64Array;
  /** xyz per vertex, units of length per second. */
  readonly velocities: Float64Array;
  /** Three vertices per triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
}

/** A mesh that moves as it was recorded or computed, in its own unit, axes and time. */
export interface SampledGeometry {
  /** Time of the first sample, s. */
  readonly start: number;
  /** Time of the last sample, s, after which it rests; left out where it always moves. */
  readonly end?: number;
  /** Frames per second; left out where the samples follow no rate. */
  readonly framesPerSecond?: number;
  /** Metres per unit of length, and the axis that points up. */
  readonly metresPerUnit: number;
  readonly upAxis: 'y' | 'z';
  /** Whether all samples have the same triangles, as far as that is known. */
  readonly topology: 'constant' | 'changing';
  /** Times of the samples, s, ascending; left out where it follows a formula. */
  readonly times?: Float64Array;
  /** Whether it has velocities of its own, along which it goes on where the topology changes; left out where it follows a formula. */
  readonly hasVelocities?: boolean;
  /** Synchronous, since a step asks. Throws CoreError with file, place and remedy where samples cannot be read. */
  sample(time: number): GeometrySample;
  close(): void;
}
