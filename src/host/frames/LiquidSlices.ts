import { decodeLiquidCells, type LiquidCells } from '../../frames/LiquidCells.ts';
import { rangeInLiquid, type SliceField } from '../../frames/sliceCells.ts';
import { kindOf } from '../../scene/capabilities.ts';
import type { Entity, Scene } from '../../scene/Scene.ts';
import { coupledSolids } from '../../simulation/immersion/coupledSolids.ts';
import { coupledRigidBodies } from '../../systems/rigidBody/floatingBodies.ts';

/** Bytes of cells that are kept beside those used last. */
const MOST_BYTES = 256 * 2 ** 20;

/**
 * The cells of liquids at the frames that were looked at last, so that a slice that moves is cut from what is there. They are not stored: a cell takes 25 bytes
 * and is found again from its frame by one solve.
 */
export class LiquidSlices {
  /** The one used last is at the end. */
  private readonly kept = new Map<string, Promise<LiquidCells>>();
  private readonly sizes = new Map<string, number>();
  private readonly ranges = new WeakMap<LiquidCells, Map<SliceField, [number, number]>>();

  /** The cells that `name` stands for, as they are known or as `make` gives their bytes. */
  cells(name: string, make: () => Promise<Uint8Array>): Promise<LiquidCells> {
    const known = this.kept.get(name);
    const cells = known ?? this.made(name, make);
    this.kept.delete(name);
    this.kept.set(name, cells);
    return cells;
  }

  /** Least and greatest number of a field in the liquid's cells. */
  range(cells: LiquidCells, field: SliceField): [number, number] {
    const known = this.ranges.get(cells) ?? new Map<SliceField, [number, number]>();
    this.ranges.set(cells, known);
    const range = known.get(field) ?? rangeInLiquid(cells, field);
    known.set(field, range);
    return range;
  }

  private async made(name: string, make: () => Promise<Uint8Array>): Promise<LiquidCells> {
    try {
      const bytes = await make();
      this.sizes.set(name, bytes.length);
      this.forget(name);
      return decodeLiquidCells(bytes);
    } catch (error) {
      this.kept.delete(name);
      throw error;
    }
  }

  /** Lets go of the oldest beyond what may be kept, but not of `last`. */
  private forget(last: string): void {
    let total = [...this.sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const name of [...this.kept.keys()]) {
      if (total <= MOST_BYTES) return;
      const size = this.sizes.get(name);
      if (name === last || size === undefined) continue;
      this.kept.delete(name);
      this.sizes.delete(name);
      total -= size;
    }
  }
}

/** The liquid itself, what stands in it or moves with it and what pulls it: its cells at a moment follow from these and the frame. */
export function inputsOfCells(scene: Scene, liquid: string): Entity[] {
  const coupled = new Map([...coupledSolids(scene), ...coupledRigidBodies(scene)]);
  return scene.entities.filter((entity) => {
    const { isObstacle, forceField } = kindOf(entity);
    const { id } = entity;
    return id === liquid || isObstacle === true || forceField !== undefined || coupled.get(id) === liquid;
  });
}
