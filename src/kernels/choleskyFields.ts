/**
 * The record through which a Cholesky factorisation finds its arrays; laid out like that of a body (`bodyFields.ts`), of which it uses the first fields. Compiled both as TypeScript and as AssemblyScript. Fields named ..._AT
 * hold byte addresses.
 */

/** Number of supernodes. */
export const COUNT = 0;
/** First block column of each supernode, and the end; u32. */
export const BEGINS_AT = 1;
/** First of the `ROWS_AT` of each supernode, and the end; u32. */
export const ROW_START_AT = 2;
/** Block rows of each supernode, ascending, its own columns first; u32. */
export const ROWS_AT = 3;
/** Address of the panel of each supernode; u32. */
export const PANELS_AT = 4;
/** First of the updates of each supernode, and the end; u32. */
export const UPDATE_START_AT = 5;
/** Supernode, first block row and end of the columns of each update, counted among the rows of that supernode; u32. */
export const UPDATES_AT = 6;
/** Scratch: place of a block row in the present panel; u32. */
export const ROW_OF_AT = 7;
/** 1 / L_ii in the order of elimination, f64. */
export const INVERSE_AT = 8;
/** The vector that is solved for, in the order of elimination, f64. */
export const X_AT = 9;
/** Scratch in place of a block row that a pair lacks, f64. */
export const NONE_AT = 10;
/** Numbers of the panels, f64. */
export const ENTRIES_AT = 11;
