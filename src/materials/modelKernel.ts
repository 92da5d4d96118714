import { assert } from '../base/errors.ts';
import { fibreParams, kernelStages, type KernelStageId } from '../kernels/modelParams.ts';
import type { ModelKernel } from './ConstitutiveModel.ts';

/** Returns the kernel stage `id` with its named parameters packed in the order that the stage reads them. */
export function modelKernel(id: KernelStageId, values: Readonly<Record<string, number>>): ModelKernel {
  return { id, params: pack(kernelStages[id].params, values, `kernel stage '${id}'`) };
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
