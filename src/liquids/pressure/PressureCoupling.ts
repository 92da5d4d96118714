/**
 * What yields to the pressure of a liquid: where walls stand still, it takes the velocity that the pressure gives it. To the pressure matrix it adds a
 * symmetric, positive semidefinite term H. Arrays have a number for every cell of the grid; pressures are scaled as in `PressureProjection`, flows are
 * over the area of a face.
 */
export interface PressureCoupling {
  /** Begins a projection with these unknowns (1); called before all others. */
  begin(active: Uint8Array): void;
  /** 1 for cells beside something that yields: a region that has one may change its volume. */
  readonly compliant: Uint8Array;
  /** The cells, each once, that `addProduct` reads and writes, since `begin`: the first `coupledCount` of them. All are unknowns. */
  readonly coupled: Uint32Array;
  readonly coupledCount: number;
  /** Adds to the net flow out of each cell what leaves it without pressure, m/s; that of cells that are no unknowns does not count. */
  addOutflow(outflow: Float64Array): void;
  /** out += H x, of `coupled` cells alone. */
  addProduct(x: Float64Array, out: Float64Array): void;
}
