import {
  KINDS_AT,
  NORMALS_AT,
  PARTIALS_AT,
  VERTEX_COUNT,
} from '../bodyFields';
import { sumOfChunks } from './chunks';
import { field } from './body';

// Sums: four f64 slots per chunk of vertices.
const SUM_BYTES: usize = 32;
export const PQ: usize = 0;
export const RZ: usize = 8;
export const RHO: usize = 16;
export const CZ: usize = 24;

export function vertexCount(body: usize): u32 {
  return <u32>field(body, VERTEX_COUNT);
}

export function storeSum(body: usize, chunk: u32, slot: usize, value: f64): void {
  store<f64>(field(body, PARTIALS_AT) + <usize>chunk * SUM_BYTES + slot, value);
}

export function total(body: usize, slot: usize): f64 {
  return sumOfChunks(field(body, PARTIALS_AT) + slot, SUM_BYTES, vertexCount(body));
}

export function kindOf(body: usize, v: u32): u8 {
  return load<u8>(field(body, KINDS_AT) + <usize>v);
}

export function normalOf(body: usize, v: u32): usize {
  return field(body, NORMALS_AT) + <usize>v * 24;
}
