import type { SolidOperators } from '../SolidOperators.ts';

/** Keeps the preconditioner of a stiff body made for its constrained vertices and its material. */
export class FrozenPreconditioner {
  private readonly operators: SolidOperators;
  /** Vertices that it was made for. */
  private frozen: Uint8Array | undefined;
  /** Stage of the material that it was made for. */
  private stage = 0;

  constructor(operators: SolidOperators) {
    this.operators = operators;
  }

  /** Makes it for the `held` vertices (not 0). It depends on nothing but these and the stage of the material, so that a loaded state finds the same. */
  freeze(held: Uint8Array): void {
    const { frozen, operators } = this;
    const { materialStage } = operators;
    if (frozen !== undefined && materialStage === this.stage && equalBytes(frozen, held)) return;
    this.stage = materialStage;
    this.frozen = held.slice();
    operators.freezePreconditioner(held);
  }
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
