import { FLOW_FIELD_COUNT } from '../flowFields';

/** Scalar `index` of the record of plastic flow; its fields are read as those of a body. */
export function flowScalar(record: usize, index: i32): f64 {
  return load<f64>(record + <usize>(FLOW_FIELD_COUNT * 4) + ((<usize>index) << 3));
}
