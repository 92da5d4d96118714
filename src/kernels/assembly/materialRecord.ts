import { MATERIALS_AT } from '../bodyFields';
import { field } from './body';

// The record of a material of a body (`MATERIALS_AT`): what its elements are and what they are made of.

/** Bytes of a record. */
const RECORD: usize = 32;

/** Returns the record of material `m`. */
export function materialAt(body: usize, m: usize): usize {
  return field(body, MATERIALS_AT) + m * RECORD;
}

/** Returns the number of its model's kernel. */
export function modelOf(material: usize): u32 {
  return load<u32>(material);
}

/** Returns its first pair of groups. */
export function firstPair(material: usize): u32 {
  return load<u32>(material, 4);
}

/** Returns the pair after its last one. */
export function endPair(material: usize): u32 {
  return load<u32>(material, 8);
}

/** Returns the address of its packed parameters. */
export function paramsOf(material: usize): usize {
  return <usize>load<u32>(material, 12);
}

/** Returns whether its principal values are those of (F + F^T) / 2 in place of the stretches. */
export function measuresSmallStrain(material: usize): bool {
  return load<u32>(material, 16) != 0;
}
