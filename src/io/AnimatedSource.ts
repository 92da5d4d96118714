import { defaultExports, Registry, type Definition } from '../base/registry.ts';

/** What the file itself leaves open. Each format says which of these it takes; others are refused. */
export interface AnimationOptions {
  /** Rate at which frames follow each other in formats that count frames and not seconds, frames per second. Default: 24. */
  readonly framesPerSecond?: number;
  /** Path of the mesh whose vertices move, for formats that store positions alone. Default: the one of the same name in the same folder. */
  readonly mesh?: string;
  /** Name of the animation, for files that hold several. Default: the first. */
  readonly clip?: string;
}

/** A mesh or a cloud of points that moves. Lengths are in the file's unit, axes are the file's, transforms of parents are applied. */
export interface AnimatedObject {
  /** Name in the file, with its parents: `/hero/heroShape`. No two objects of a file have the same. */
  readonly name: string;
  readonly type: 'mesh' | 'points';
  /** Times of samples, s, ascending; at least one. One alone does not move. */
  readonly times: Float64Array;
  /** Counts of the first sample. */
  readonly vertices: number;
  readonly triangles: number;
  /** Whether the triangles (the ids of points) are the same in all samples, as far as the file says or samples that were looked at show. */
  readonly topology: 'constant' | 'changing';
  /** Velocities are those of the file, or differences of samples. */
  readonly velocities: 'file' | 'samples';
  /** The box of the samples that were looked at: min xyz, max xyz. Left out where all of them are empty. */
  readonly bounds?: readonly number[];
  /** How many samples were looked at for `bounds`. */
  readonly boundedSamples: number;
}

/** What a file of animated geometry holds, known without reading more than a few samples. */
export interface AnimationHeader {
  /** Program that wrote the file; left out where the file does not say. */
  readonly application?: string;
  /** Rate that the file states, or that its times follow; left out where they follow none. */
  readonly framesPerSecond?: number;
  /** Metres per unit of length; left out where the format fixes none. */
  readonly metresPerUnit?: number;
  /** The axis that points up; left out where the format fixes none. */
  readonly upAxis?: 'y' | 'z';
  /** Names of the animations of the file, for formats that hold several. */
  readonly clips?: readonly string[];
  readonly objects: readonly AnimatedObject[];
  /** What was passed over, assumed or looks wrong, as sentences: at most a few dozen. */
  readonly doubts: readonly string[];
}

/** An object at a time. The arrays are valid until the object is sampled again. */
export interface AnimatedSample {
  /** xyz per vertex. */
  readonly positions: Float64Array;
  /** xyz per vertex, units per second. */
  readonly velocities: Float64Array;
  /** Three vertices per triangle, counter-clockwise seen from outside; empty for points. The same array as long as the topology is the same. */
  readonly triangles: Uint32Array;
}

/**
 * An open file of animated geometry. Between samples of one topology positions are linear in time (rigid parts turn at constant speed);
 * where it changes, the earlier sample moves with its velocities. Before the first sample and after the last nothing moves.
 * At a sample the velocity is that of the interval before it, so that nothing depends on later samples.
 */
export interface AnimatedSource {
  readonly header: AnimationHeader;
  /** Returns object number `object` at `time`, s. Throws CoreError with file, place and remedy where the samples around it are damaged. */
  sample(object: number, time: number): AnimatedSample;
  /** Returns a hash of all that `sample` depends on at times after `from` up to `to`, s: 64 hexadecimal digits. */
  fingerprint(object: number, from: number, to: number): string;
  close(): void;
}

/** A format of animated geometry: registered by adding a file to `animations/` that default-exports one. */
export interface AnimationFormat extends Definition {
  /** Lower-case endings without the dot. */
  readonly extensions: readonly string[];
  /** Options that the format takes. */
  readonly options: readonly (keyof AnimationOptions)[];
  /** True for names of sequences of files: the path of one file, or one with `####` or `%04d` for the frame number. */
  readonly isSequence: boolean;
  /** True when the first bytes say that the file is of this format. */
  recognises(start: Uint8Array): boolean;
  /** Opens the file without reading it as a whole where the format allows that. */
  open(path: string, options: AnimationOptions): Promise<AnimatedSource>;
}

export const animationFormats = new Registry<AnimationFormat>(
  'animation format',
  defaultExports<AnimationFormat>(import.meta.glob('./animations/*.ts', { eager: true })),
);
