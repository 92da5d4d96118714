import { assert } from '../base/errors.ts';
import { materialKernels } from '#kernels/materialKernels';
import { fibreParams } from '../kernels/fibreParams.ts';
import type { ModelKernel } from './ConstitutiveModel.ts';

/** Returns the kernel `src/kernels/assembly/materials/<name>.ts` with the named parameters packed in the order of its fields. */
export function modelKernel(name: string, values: Readonly<Record<string, number>>): ModelKernel {
  const kernel = materialKernels[name];
  assert(kernel !== undefined, `there is no kernel '${name}'`, { known: Object.keys(materialKernels).join(', ') });
  return { number: kernel.number, params: pack(kernel.params, values, `kernel '${name}'`) };
}

/** Packs the named parameters of the fibre tension in the order that the kernel reads them. */
export function packFibre(values: Readonly<Record<(typeof fibreParams)[number], number>>): Float64Array {
  return pack(fibreParams, values, 'the tension along fibres');
}

function pack(names: readonly string[], values: Readonly<Record<string, number>>, what: string): Float64Array {
  return Float64Array.from(names, (name) => {
    const value = values[name];
    assert(Number.isFinite(value), `${what} needs a finite '${name}'`, { value });
    return value;
  });
}
