import { choleskyWasm } from '#kernels/choleskyWasm';
import { contactsWasm } from '#kernels/contactsWasm';
import { kernelsSingleWasm } from '#kernels/kernelsSingleWasm';
import { kernelsWasm } from '#kernels/kernelsWasm';
import { pairsWasm } from '#kernels/pairsWasm';
import { rigidContactsWasm } from '#kernels/rigidContactsWasm';

function compile(base64: string): WebAssembly.Module {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return new WebAssembly.Module(bytes);
}

/** Compiles the solid kernels, for a shared memory or for a single thread. */
export function compileKernels(shared: boolean): WebAssembly.Module {
  return compile(shared ? kernelsWasm : kernelsSingleWasm);
}

/** Compiles the Cholesky factorisation, for a memory that is not shared. */
export function compileCholeskyKernels(): WebAssembly.Module {
  return compile(choleskyWasm);
}

/** Compiles the passes over contacts, for a memory that is not shared. */
export function compileContactKernels(): WebAssembly.Module {
  return compile(contactsWasm);
}

/** Compiles the search for pairs of overlapping boxes, for a memory that is not shared. */
export function compilePairKernels(): WebAssembly.Module {
  return compile(pairsWasm);
}

/** Compiles the sweeps over contacts of rigid bodies, for a memory that is not shared. */
export function compileRigidContactKernels(): WebAssembly.Module {
  return compile(rigidContactsWasm);
}
