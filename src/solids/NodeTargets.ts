/** Vertices that follow prescribed positions, constrained or pulled by springs. Knows nothing of where they come from. */
export interface NodeTargets {
  /** Vertices of the body, each at most once. */
  readonly vertices: Uint32Array;
  /** Absent: the vertices are exactly where the targets are. Present: springs pull them. */
  readonly spring?: TargetSpring;
  /** Whether the targets hold at `time` (s); false releases the vertices with the velocity they have. */
  activeAt(time: number): boolean;
  /** out = target positions at `time` (s), xyz per entry of `vertices`, m. Continuous while active. */
  positionsAt(time: number, out: Float64Array): void;
  /** The substep (s) that `positionsAt` is asked about from now on: for targets on bodies that move in the same substep. */
  beginStep?(start: number, end: number): void;
  /** out = target positions at the end of that substep once such bodies have moved; left out, those of `positionsAt`. */
  movedPositions?(out: Float64Array): void;
}

export interface TargetSpring {
  /** N/m per vertex. Explicit: a substep is at most half of 1 / sqrt(stiffness / mass). */
  readonly stiffness: number;
  /** Factor of the stiffness per entry of `vertices`, above 0; left out, 1. */
  readonly shares?: Float64Array;
  /** Factor of the stiffness at a time (s), 0 to 1; left out, 1. */
  strengthAt?(time: number): number;
  /** Fraction of critical damping of the vertex' own mass on the spring. */
  readonly dampingRatio: number;
}
