/** Lanes per iteration of the element kernel: two groups of four. */
export const PAIR = 8;

/** The kernel's element order: by material, each padded to whole pairs of groups. */
export interface ElementOrder {
  /** Element of each slot; -1 in padding. */
  readonly elementOfSlot: Int32Array;
  /** Lanes of one slot: the quadrature points of an element. */
  readonly lanesPerSlot: number;
  /** First pair of each material, and the end. */
  readonly pairStart: Uint32Array;
  /** True when slot e holds element e for every element. */
  readonly identity: boolean;
}

/** Orders elements stably by material. `elementMaterial` undefined means material 0 everywhere. */
export function orderElements(
  elementCount: number,
  materialCount: number,
  elementMaterial: Uint8Array | undefined,
  lanesPerSlot = 1,
): ElementOrder {
  const slotsPerPair = PAIR / lanesPerSlot;
  const counts = new Uint32Array(materialCount);
  for (let e = 0; e < elementCount; e++) counts[elementMaterial?.[e] ?? 0]++;
  const pairStart = new Uint32Array(materialCount + 1);
  for (let m = 0; m < materialCount; m++) pairStart[m + 1] = pairStart[m] + Math.ceil(counts[m] / slotsPerPair);
  const elementOfSlot = new Int32Array(slotsPerPair * pairStart[materialCount]).fill(-1);
  const next = Uint32Array.from(pairStart.subarray(0, materialCount), (pair) => slotsPerPair * pair);
  let identity = true;
  for (let e = 0; e < elementCount; e++) {
    const slot = next[elementMaterial?.[e] ?? 0]++;
    elementOfSlot[slot] = e;
    identity &&= slot === e;
  }
  return { elementOfSlot, lanesPerSlot, pairStart, identity };
}
