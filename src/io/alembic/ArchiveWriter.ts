import { ByteBuilder } from './ByteBuilder.ts';
import type { ByteSink } from './ByteSink.ts';
import { formatMetadata, MetadataTable } from './metadata.ts';
import { ObjectWriter, type WriterState } from './ObjectWriter.ts';
import { OgawaWriter } from './OgawaWriter.ts';
import { SharedSamples } from './SharedSamples.ts';
import { STATIC_SAMPLING, type TimeSampling } from './TimeSampling.ts';

/** Version of the layout inside Ogawa, and of the library whose files are reproduced. */
const LAYER_VERSION = 0;
const LIBRARY_VERSION = 10812;

/**
 * Writes an Alembic archive (Ogawa flavour) in one pass. Samples go to the sink as they are written; `close` appends the tree.
 * Memory: a few bytes per stored sample.
 */
export class ArchiveWriter {
  readonly top: ObjectWriter;
  private readonly state: WriterState;
  private readonly metadata: string;

  /** `metadata`: e.g. `_ai_Application`, `_ai_DCC_FPS`. */
  constructor(sink: ByteSink, metadata: Readonly<Record<string, string>>) {
    this.state = {
      ogawa: new OgawaWriter(sink),
      shared: new SharedSamples(),
      metadata: new MetadataTable(),
      samplings: [STATIC_SAMPLING],
      sampleCounts: [0],
    };
    this.metadata = formatMetadata(metadata);
    this.top = new ObjectWriter(this.state, 'ABC', '');
  }

  /** Bytes written so far. */
  get size(): number {
    return this.state.ogawa.size;
  }

  /** Returns the index of a time sampling, shared with an equal one. */
  timeSampling(sampling: TimeSampling): number {
    const { samplings, sampleCounts } = this.state;
    const same = samplings.findIndex(
      (other) =>
        other.timePerCycle === sampling.timePerCycle &&
        other.times.length === sampling.times.length &&
        other.times.every((time, i) => time === sampling.times[i]),
    );
    if (same >= 0) return same;
    sampleCounts.push(0);
    return samplings.push(sampling) - 1;
  }

  close(): void {
    const { ogawa, metadata } = this.state;
    const { word: top } = this.top.finish();
    const children = [
      ogawa.writeData(int32(LAYER_VERSION)),
      ogawa.writeData(int32(LIBRARY_VERSION)),
      top,
      ogawa.writeData(new TextEncoder().encode(this.metadata)),
      ogawa.writeData(this.encodeSamplings()),
      ogawa.writeData(metadata.encode()),
    ];
    ogawa.close(ogawa.writeGroup(children));
  }

  private encodeSamplings(): Uint8Array {
    const out = new ByteBuilder();
    this.state.samplings.forEach((sampling, index) => {
      out.u32(this.state.sampleCounts[index]);
      out.f64(sampling.timePerCycle);
      out.u32(sampling.times.length);
      for (const time of sampling.times) out.f64(time);
    });
    return out.bytes();
  }
}

function int32(value: number): Uint8Array {
  return new Uint8Array(Int32Array.of(value).buffer);
}
