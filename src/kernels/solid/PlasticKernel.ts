import type { ArenaLayout } from '../ArenaLayout.ts';
import * as Field from '../flowFields.ts';
import type { ElementOrder } from './elementOrder.ts';
import type { SolidKernelInput } from './SolidKernelInput.ts';

const PACKED = 6;

/** The parts of the element kernel's memory that plastic flow needs, once it exists. */
export interface PlasticKernelHost {
  readonly buffer: ArrayBuffer;
  /** Byte addresses. */
  readonly stretches: number;
  readonly gradients: number;
  readonly metrics: number;
  /** Numbers of the edge incidences of every slot, and the corners of each; undefined unless damping is conserving. */
  readonly slotEdges: Uint32Array | undefined;
  readonly edgeCorners: Uint32Array;
  /** Runs a pass on the record at this address. */
  run(pass: 'flow' | 'flowFrequency' | 'tangle', record: number): void;
}

interface Goal {
  readonly logs: Float64Array;
  readonly yieldFactors: Float64Array;
  readonly has: Uint8Array;
  readonly guidance: number;
}

interface RadialReturn {
  readonly yieldStrain: number;
  readonly hardening: number;
  readonly deviatoric: boolean;
}

/**
 * The plastic flow of one body on the kernels: all points in float64, on every thread, with the same bytes for any number of them. The state
 * lies in the body's memory, point by point in the order of the input (`plasticity/PlasticPoints`).
 */
export class PlasticKernel {
  private readonly input: SolidKernelInput;
  private readonly order: ElementOrder;
  private readonly threads: number;
  private readonly addresses = new Uint32Array(Field.FLOW_FIELD_COUNT);
  private record = 0;
  private host!: PlasticKernelHost;
  private fields!: Uint32Array;
  private scalars!: Float64Array;
  private positions!: Float64Array;
  private tangled!: Uint8Array;
  private changed!: Uint32Array;
  private peaks!: Float64Array;

  /** Call `reserve` next, and `connect` once the memory exists. */
  constructor(input: SolidKernelInput, order: ElementOrder, threads: number) {
    this.input = input;
    this.order = order;
    this.threads = threads;
  }

  /** Reserves the arrays of the body. */
  reserve(layout: ArenaLayout): void {
    const { input, order, threads } = this;
    this.record = layout.reserve(4 * Field.FLOW_FIELD_COUNT + 8 * Field.FLOW_SCALAR_COUNT);
    const points = input.volumes.length;
    const size = input.verticesPerElement;
    const metrics = input.conserving ? 4 * size * (size - 1) * order.elementOfSlot.length : 0;
    const bytes: [number, number][] = [
      [Field.POINTS_AT, 4 * this.laneCount],
      [Field.VERTICES_AT, 4 * input.elements.length],
      [Field.REST_GRADIENTS_AT, 8 * input.gradients.length],
      [Field.FREQUENCY_SQUARES_AT, 8 * points],
      [Field.STRAIN_AT, 8 * PACKED * points],
      [Field.INVERSE_AT, 8 * PACKED * points],
      [Field.LEAST_SQUARES_AT, 8 * points],
      [Field.HARDENING_AT, 8 * points],
      [Field.FLOWED_AT, points],
      [Field.GOAL_LOGS_AT, 8 * PACKED * points],
      [Field.YIELD_FACTORS_AT, 8 * points],
      [Field.HAS_GOAL_AT, points],
      [Field.FLOW_POSITIONS_AT, 24 * input.vertexCount],
      [Field.TANGLED_AT, input.vertexCount],
      [Field.METRIC_TABLE_AT, metrics],
      [Field.FLOW_SCRATCH_AT, Field.FLOW_SCRATCH_BYTES * threads],
      [Field.CHANGED_AT, 4 * threads],
      [Field.PEAKS_AT, 8 * threads],
    ];
    for (const [field, size] of bytes) this.addresses[field] = layout.reserve(size);
    if (metrics === 0) this.addresses[Field.METRIC_TABLE_AT] = 0;
  }

  /** Writes the tables. */
  connect(host: PlasticKernelHost): void {
    const { addresses, input, order } = this;
    this.host = host;
    addresses[Field.LANE_COUNT] = this.laneCount;
    addresses[Field.POINT_COUNT] = input.volumes.length;
    addresses[Field.CORNER_COUNT] = input.verticesPerElement;
    addresses[Field.POINTS_PER_ELEMENT] = order.lanesPerSlot;
    addresses[Field.FLOW_STRETCHES_AT] = host.stretches;
    addresses[Field.FLOW_GRADIENTS_AT] = host.gradients;
    addresses[Field.FLOW_METRICS_AT] = host.metrics;
    this.fields = new Uint32Array(host.buffer, this.record, Field.FLOW_FIELD_COUNT);
    this.fields.set(addresses);
    this.scalars = new Float64Array(host.buffer, this.record + 4 * Field.FLOW_FIELD_COUNT, Field.FLOW_SCALAR_COUNT);
    this.positions = this.f64(Field.FLOW_POSITIONS_AT, 3 * input.vertexCount);
    this.tangled = new Uint8Array(host.buffer, addresses[Field.TANGLED_AT], input.vertexCount);
    this.changed = this.u32(Field.CHANGED_AT, this.threads);
    this.peaks = this.f64(Field.PEAKS_AT, this.threads);
    this.f64(Field.REST_GRADIENTS_AT, input.gradients.length).set(input.gradients);
    this.u32(Field.VERTICES_AT, input.elements.length).set(input.elements.map((vertex) => 24 * vertex));
    const points = this.u32(Field.POINTS_AT, this.laneCount).fill(Field.NO_POINT);
    order.elementOfSlot.forEach((element, slot) => {
      const per = order.lanesPerSlot;
      for (let k = 0; element >= 0 && k < per; k++) points[per * slot + k] = per * element + k;
    });
    if (host.slotEdges !== undefined) this.writeMetricTable(host.slotEdges, host.edgeCorners);
  }

  /** State of all points, as views of the body's memory. */
  get arrays() {
    const points = this.input.volumes.length;
    return {
      strain: this.f64(Field.STRAIN_AT, PACKED * points),
      inverse: this.f64(Field.INVERSE_AT, PACKED * points),
      leastSquares: this.f64(Field.LEAST_SQUARES_AT, points),
      hardening: this.f64(Field.HARDENING_AT, points),
      flowed: new Uint8Array(this.host.buffer, this.addresses[Field.FLOWED_AT], points),
    };
  }

  /** Sets the constants: squared frequencies of the points at rest (1/s2), ln of the stretch limit, and the goal. */
  prepare(frequencySquares: Float64Array, logLimit: number, goal: Goal | undefined): void {
    const points = this.input.volumes.length;
    this.f64(Field.FREQUENCY_SQUARES_AT, points).set(frequencySquares);
    this.scalars[Field.LOG_LIMIT] = logLimit;
    this.fields[Field.DIRECTED] = goal === undefined ? 0 : 1;
    if (goal === undefined) return;
    this.scalars[Field.GUIDANCE] = goal.guidance;
    this.f64(Field.GOAL_LOGS_AT, PACKED * points).set(goal.logs);
    this.f64(Field.YIELD_FACTORS_AT, points).set(goal.yieldFactors);
    new Uint8Array(this.host.buffer, this.addresses[Field.HAS_GOAL_AT], points).set(goal.has);
  }

  /**
   * Flows at `positions`, where the stretches were last computed, by a law that returns the fraction `share` of the excess strain; `pull[0]`: fraction of the distance to the
   * goal. Returns whether any gradients were replaced.
   */
  flow(positions: Float64Array, law: RadialReturn, share: number, pull: Float64Array): boolean {
    const { scalars, changed } = this;
    scalars[Field.YIELD_STRAIN] = law.yieldStrain;
    scalars[Field.HARDENING_RATE] = law.hardening;
    scalars[Field.FLOW_SHARE] = share;
    scalars[Field.PULL] = pull[0];
    this.fields[Field.DEVIATORIC] = law.deviatoric ? 1 : 0;
    this.positions.set(positions);
    this.markTangled();
    changed.fill(0);
    this.host.run('flow', this.record);
    return this.anyChanged();
  }

  /** Finds inverted elements. */
  private markTangled(): void {
    const { fields, tangled, changed } = this;
    if (fields[Field.TANGLED] !== 0) tangled.fill(0);
    changed.fill(0);
    this.host.run('tangle', this.record);
    fields[Field.TANGLED] = this.anyChanged() ? 1 : 0;
  }

  private anyChanged(): boolean {
    const { changed } = this;
    for (let k = 0; k < changed.length; k++) if (changed[k] > 0) return true;
    return false;
  }

  /** Writes out[0] = the largest present squared frequency of a point, 1/s2. */
  measureFrequency(out: Float64Array): void {
    const { peaks } = this;
    for (let k = 0; k < peaks.length; k++) peaks[k] = 0;
    this.host.run('flowFrequency', this.record);
    out[0] = 0;
    for (let k = 0; k < peaks.length; k++) if (peaks[k] > out[0]) out[0] = peaks[k];
  }

  private get laneCount(): number {
    return this.order.elementOfSlot.length * this.order.lanesPerSlot;
  }

  private writeMetricTable(slotEdges: Uint32Array, edgeCorners: Uint32Array): void {
    const size = this.input.verticesPerElement;
    const table = this.u32(Field.METRIC_TABLE_AT, 2 * slotEdges.length);
    slotEdges.forEach((edge, k) => {
      const [a, b] = [edgeCorners[2 * edge] % size, edgeCorners[2 * edge + 1] % size];
      table.set([4 * this.order.lanesPerSlot * edge, a + 16 * b], 2 * k);
    });
  }

  private f64(field: number, count: number): Float64Array {
    return new Float64Array(this.host.buffer, this.addresses[field], count);
  }

  private u32(field: number, count: number): Uint32Array {
    return new Uint32Array(this.host.buffer, this.addresses[field], count);
  }
}
