import { assert } from '../base/errors.ts';
import { kernelStages, type KernelStageId } from '../kernels/modelParams.ts';
import type { ModelKernel } from './ConstitutiveModel.ts';

/** The kernel stage `id` with its parameters, given by name, packed in the order that the stage reads. */
export function modelKernel(id: KernelStageId, values: Readonly<Record<string, number>>): ModelKernel {
  const names: readonly string[] = kernelStages[id].params;
  const params = new Float64Array(names.length);
  names.forEach((name, i) => {
    const value = values[name];
    assert(Number.isFinite(value), `kernel stage '${id}' needs a finite '${name}'`, { value });
    params[i] = value;
  });
  return { id, params };
}
