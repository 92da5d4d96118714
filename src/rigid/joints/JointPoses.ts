/** Positions and rotations of the members of rigid contact, and of the world after them, in packed arrays: the centre of mass and the principal axes of a body, the frame of the shape of what else is keyed. */
export class JointPoses {
  readonly positions: Float64Array;
  /** Unit quaternions x, y, z, w. */
  readonly rotations: Float64Array;

  constructor(members: number) {
    this.positions = new Float64Array(3 * members + 3);
    this.rotations = new Float64Array(4 * members + 4);
    this.rotations[4 * members + 3] = 1;
  }

  place(member: number, position: Float64Array, rotation: Float64Array): void {
    for (let k = 0; k < 3; k++) this.positions[3 * member + k] = position[k];
    for (let k = 0; k < 4; k++) this.rotations[4 * member + k] = rotation[k];
  }
}
