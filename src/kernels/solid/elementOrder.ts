/** Elements per iteration of the element kernel: two groups of four lanes. */
export const PAIR = 8;

/** The kernel's element order: by material, each padded to whole pairs of groups. */
export interface ElementOrder {
  /** Element of each slot; -1 in padding. */
  readonly elementOfSlot: Int32Array;
  /** First pair of each material, and the end. */
  readonly pairStart: Uint32Array;
  /** True when slot e holds element e for every element. */
  readonly identity: boolean;
}

/** Stable: elements of one material keep their order. `elementMaterial` undefined means material 0 everywhere. */
export function orderElements(
  elementCount: number,
  materialCount: number,
  elementMaterial: Uint8Array | undefined,
): ElementOrder {
  const counts = new Uint32Array(materialCount);
  for (let e = 0; e < elementCount; e++) counts[elementMaterial?.[e] ?? 0]++;
  const pairStart = new Uint32Array(materialCount + 1);
  for (let m = 0; m < materialCount; m++) pairStart[m + 1] = pairStart[m] + Math.ceil(counts[m] / PAIR);
  const elementOfSlot = new Int32Array(PAIR * pairStart[materialCount]).fill(-1);
  const next = Uint32Array.from(pairStart.subarray(0, materialCount), (pair) => PAIR * pair);
  let identity = true;
  for (let e = 0; e < elementCount; e++) {
    const slot = next[elementMaterial?.[e] ?? 0]++;
    elementOfSlot[slot] = e;
    identity &&= slot === e;
  }
  return { elementOfSlot, pairStart, identity };
}
