/** A row of contact is `ROW` numbers, with which sweeps read and write memory in order; these are the indices of its first numbers. The layout is also that of `assembly/rigidContacts.entry.ts`. */
export const ROW = 36;
/** Unit normal from the second body to the first, xyz. */
export const NORMAL = 0;
/** Vectors from the centres of mass of the first and the second body to the point, xyz, m. */
export const ARM_A = 3;
export const ARM_B = 6;
/** How the relative velocity at the point answers a unit impulse along the normal, xyz, 1/kg. */
export const RESPONSE = 9;
/** Effective mass along the normal, and the step across it, kg. */
export const MASS = 12;
export const STEP = 13;
/** Coulomb coefficient. */
export const FRICTION = 14;
/** Speed at which an open gap may close in the substep, m/s; 0 where there is none. */
export const CLOSING = 15;
/** Impulse along the normal, and across it (xyz, world axes), kg m/s. */
export const IMPULSE = 16;
export const TANGENT = 17;
/** Coefficient of restitution. */
export const RESTITUTION = 20;
/** Gap where the substep begins, m, negative where the bodies overlap. */
export const GAP = 21;
/** Displacement per inverse mass that pushes the bodies apart, kg m. */
export const PUSH = 22;
/** Impulse along the normal that the substep started from, kg m/s. */
export const CARRIED = 23;
/** The impulses, as `IMPULSE` and `TANGENT` have them, where the last sweep began, and the direction in which sweeps have changed them. */
export const BEFORE = 24;
export const DIRECTION = 28;
/** Velocity of the point on the second body beside the motion of that body, xyz, m/s: that of a surface which deforms. */
export const DRIFT = 32;
