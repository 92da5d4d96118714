/** Vertices of a deformable body that are parts of a rigid one: they are where its pose takes them, and it feels what they would do otherwise. */
export interface EmbeddedVertices {
  /** Vertices of the deformable body, each at most once. */
  readonly vertices: Uint32Array;
  /** Id of the rigid body. */
  readonly boundary: string;
  /** Positions about the centre of mass of the rigid body along its principal axes, xyz per entry of `vertices`, m. */
  readonly places: Float64Array;
  /** Whether they are its parts at `time` (s); false releases them with the velocity that they have. */
  activeAt(time: number): boolean;
}
