// Numeric factorisation and substitutions of `CholeskyKernel`.
export { factor } from './choleskyFactor';
export { solveBackward, solveForward } from './choleskySolve';
