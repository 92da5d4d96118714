// The panels of a Cholesky factor as `CholeskyKernel` lays them out. The panel of a supernode holds its block rows in pairs: six numbers of a column of a pair, then those of the next column. A block
// row is three rows, a block column three columns.

/** Bytes of a column of a pair of block rows, of one block row of it, and of three columns. */
export const COLUMN: usize = 48;
export const HALF: usize = 24;
export const BLOCK: usize = 144;
/** Rows of a block row. */
export const THREE: usize = 3;

@inline
export function numberAt(table: usize, index: usize): usize {
  return <usize>load<u32>(table + (index << 2));
}
