import { createHash } from 'node:crypto';
import { emptyBox, growBox, growBoxByBox, isEmptyBox } from '../../alembic/BoundsProperty.ts';
import type { AnimatedObject, AnimatedSample } from '../../AnimatedSource.ts';
import type { WarningList } from '../../reading/WarningList.ts';
import { MovingGeometry } from '../shared/MovingGeometry.ts';
import { mergedTimes, sampleAt, samplesBetween, spreadSamples } from '../shared/sampleTimes.ts';
import type { ArchiveGeometry } from './ArchiveGeometry.ts';
import type { WorldTransform } from './WorldTransform.ts';

/** Samples whose vertices are looked at where the file states no boxes. */
const READ_FOR_BOUNDS = 3;
/** Stated velocities are in doubt where they are this many times faster or slower than the samples move. */
const MUCH_FASTER = 5;

/** Geometry of an archive under the transforms of its parents. */
export class PlacedGeometry {
  private readonly geometry: ArchiveGeometry;
  private readonly world: WorldTransform;
  private readonly moving: MovingGeometry;

  constructor(geometry: ArchiveGeometry, world: WorldTransform) {
    this.geometry = geometry;
    this.world = world;
    this.moving = new MovingGeometry(geometry.times, (index) => geometry.read(index));
  }

  sample(time: number): AnimatedSample {
    const sample = this.moving.sample(time);
    this.world.place(sample, time);
    return sample;
  }

  get vertices(): number {
    return this.geometry.vertices;
  }

  /** Describes the object. At most `boxes` stated boxes are read, and no sample but where `looksAtSamples`. */
  describe(boxes: number, looksAtSamples: boolean, doubts: WarningList): AnimatedObject {
    const { geometry, world } = this;
    const { path: name } = geometry.object;
    const times = mergedTimes([geometry.times, world.times]);
    this.addDoubts(doubts);
    if (looksAtSamples) this.doubtVelocities(doubts);
    const bounds = this.bounds(times, boxes, looksAtSamples);
    this.moving.release();
    return {
      name,
      type: geometry.type,
      times,
      vertices: geometry.vertices,
      triangles: geometry.triangleCount(),
      topology: geometry.constant ? 'constant' : 'changing',
      velocities: geometry.velocitiesStated ? 'file' : 'samples',
      ...bounds,
    };
  }

  fingerprint(from: number, to: number): string {
    const hash = createHash('sha256');
    const { geometry, world } = this;
    const [first, last] = samplesBetween(geometry.times, from, to);
    hash.update(`${geometry.object.path}\n${timesText(geometry.times, first, last)}\n`);
    hash.update(geometry.keys(first, last).join(' '));
    for (const node of world.nodes) {
      const [start, end] = node.samplesBetween(from, to);
      hash.update(`\n${timesText(node.times, start, end)}\n`);
      for (let index = start; index <= end; index++) hash.update(`${node.key(index)} `);
    }
    return hash.digest('hex');
  }

  private bounds(
    times: Float64Array,
    boxes: number,
    looksAtSamples: boolean,
  ): Pick<AnimatedObject, 'bounds' | 'boundedSamples'> {
    const { geometry, world } = this;
    const stated = geometry.statedBounds(0) !== undefined;
    if (!stated && !looksAtSamples) return { boundedSamples: 0 };
    const looked = spreadSamples(times.length, stated ? boxes : READ_FOR_BOUNDS);
    const box = emptyBox();
    for (const at of looked) {
      const time = times[at];
      const index = sampleAt(geometry.times, time);
      const known = geometry.statedBounds(index);
      if (known !== undefined) growBoxByBox(box, known, world.at(time));
      else if (looksAtSamples) growBox(box, this.sample(time).positions);
    }
    return { bounds: isEmptyBox(box) ? undefined : [...box], boundedSamples: looked.length };
  }

  private addDoubts(doubts: WarningList): void {
    const { geometry } = this;
    const { path, properties } = geometry.object;
    const visible = properties.properties.get('visible');
    const hidden = visible !== undefined && visible.header.sampleCount > 0 && visible.sample(0).bytes[0] === 0;
    if (hidden) doubts.add('hidden objects', () => `${path} is hidden in the file`);
    if (geometry.velocitiesUnusable) {
      doubts.add('unusable velocities', () => `${path}: there is not a velocity for each vertex; none is used`);
    }
    if (geometry.type === 'mesh' && !geometry.constant && !geometry.velocitiesStated) {
      doubts.add('changing topologies without velocities', () => {
        return `${path}: its topology changes and it has no velocities: it jumps from sample to sample`;
      });
    }
  }

  /** Compares the stated velocities with the first two samples: programs store displacements per frame by mistake. */
  private doubtVelocities(doubts: WarningList): void {
    const { geometry, moving } = this;
    const { times, object } = geometry;
    if (geometry.type === 'points' || !geometry.velocitiesStated || times.length < 2) return;
    const before = moving.stored(0);
    const after = moving.stored(1);
    const { velocities } = after;
    if (before.triangles !== after.triangles || before.positions.length !== after.positions.length) return;
    if (velocities === undefined) return;
    let moved = 0;
    let stated = 0;
    for (let k = 0; k < velocities.length; k++) {
      moved += ((after.positions[k] - before.positions[k]) / (times[1] - times[0])) ** 2;
      stated += velocities[k] ** 2;
    }
    const ratio = Math.sqrt(stated / moved);
    if (!Number.isFinite(ratio) || (ratio < MUCH_FASTER && ratio > 1 / MUCH_FASTER)) return;
    doubts.add('velocities that do not fit', () => {
      return `${object.path}: its velocities are ${ratio.toPrecision(2)} times those of its samples; per second is expected`;
    });
  }
}

function timesText(times: Float64Array, first: number, last: number): string {
  return times.subarray(first, last + 1).join(' ');
}
