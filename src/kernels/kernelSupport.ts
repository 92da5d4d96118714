/** Capabilities of this machine's WebAssembly. */
export interface KernelSupport {
  /** 128-bit lanes. */
  readonly simd: boolean;
  /** Shared memory, hence threads. */
  readonly threads: boolean;
}

/** A module whose only function returns nothing but needs v128: (func (result v128) i32.const 0 i8x16.splat). */
const SIMD_PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 5, 1, 96, 0, 1, 123],
  ...[3, 2, 1, 0],
  ...[10, 8, 1, 6, 0, 65, 0, 253, 15, 11],
);

/** Probes the capabilities; every call costs microseconds. */
export function detectKernelSupport(): KernelSupport {
  if (typeof WebAssembly === 'undefined') return { simd: false, threads: false };
  return { simd: WebAssembly.validate(SIMD_PROBE), threads: typeof SharedArrayBuffer !== 'undefined' };
}
