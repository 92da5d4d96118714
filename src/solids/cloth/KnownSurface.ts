/**
 * A surface that a shell lies on. It tells which of the shell's triangles are inverted: those whose normal and that of the surface at their centre point
 * to different sides (Irving 2007, 2.8).
 */
export interface KnownSurface {
  /**
   * out = unit normal of the surface at the centre of every triangle, xyz each, on the side that the triangle faces when it is right; 0 where the surface is
   * not near. `time` in s, `positions` of the shell's vertices in m.
   */
  findSides(time: number, positions: Float64Array, out: Float64Array): void;
}
