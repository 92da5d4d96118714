import { PlacedCollider } from '../../collision/contactCollider.ts';
import type { CellGrid } from '../../liquids/CellGrid.ts';
import type { KeyedCollider } from '../../simulation/keyed/KeyedCollider.ts';
import type { ImmersedBody } from '../../simulation/immersion/ImmersedBody.ts';

interface Obstacle {
  readonly kind: 'collider' | 'solid';
  readonly id: string;
  /** Least and largest coordinates, xyz, m, at a time, s, to `low` and `high`. */
  readonly measure: (time: number, low: Float64Array, high: Float64Array) => void;
}

/** What reaches into the box of a liquid, by boxes along the axes: colliders, and solids that move with it. An artist hears what leaves it, since nothing presses on that any more. */
export class ObstaclesInBox {
  private readonly liquid: string;
  private readonly grid: CellGrid;
  private readonly colliders: readonly Obstacle[];
  /** Gives the solids as they are now. */
  private readonly bodies: () => readonly ImmersedBody[];
  /** 1 for what reached into the box when the frame began; none before the first. */
  private before: Uint8Array | undefined;
  private readonly low = new Float64Array(3);
  private readonly high = new Float64Array(3);

  constructor(
    liquid: string,
    grid: CellGrid,
    colliders: readonly KeyedCollider[],
    bodies: () => readonly ImmersedBody[],
  ) {
    this.liquid = liquid;
    this.grid = grid;
    this.colliders = colliders.map(ofCollider);
    this.bodies = bodies;
  }

  /** A frame begins at `time`, s. */
  begin(time: number): void {
    this.before = this.find(time);
  }

  /** A sentence for each that has left the box in the frame that ends at `time`, s. */
  warnings(time: number): string[] {
    const { before, liquid } = this;
    if (before === undefined) return [];
    const now = this.find(time);
    return this.obstacles.flatMap(({ kind, id }, n) =>
      before[n] === 1 && now[n] === 0
        ? [
            `${kind} '${id}' has left the box of liquid '${liquid}' and no longer interacts with it; make the box larger if it should`,
          ]
        : [],
    );
  }

  /** The colliders and then the solids, always in the same order. */
  private get obstacles(): Obstacle[] {
    return [...this.colliders, ...this.bodies().map(ofBody)];
  }

  private find(time: number): Uint8Array {
    return Uint8Array.from(this.obstacles, ({ measure }) => {
      this.low.fill(Infinity);
      this.high.fill(-Infinity);
      measure(time, this.low, this.high);
      return this.reachesIn() ? 1 : 0;
    });
  }

  private reachesIn(): boolean {
    const { origin, counts, h } = this.grid;
    return [0, 1, 2].every((a) => this.high[a] > origin[a] && this.low[a] < origin[a] + counts[a] * h);
  }
}

function ofCollider(collider: KeyedCollider): Obstacle {
  const placed = new PlacedCollider(collider);
  const { positions } = collider.shape.display();
  const world = new Float64Array(3);
  return {
    kind: 'collider',
    id: collider.id,
    measure(time, low, high) {
      placed.place(time, time);
      for (let k = 0; k < positions.length; k += 3) {
        placed.toWorld(positions.subarray(k, k + 3), world);
        extend(low, high, world, 0);
      }
    },
  };
}

function ofBody(body: ImmersedBody): Obstacle {
  const positions = new Float64Array(3 * body.surface.nodes.length);
  return {
    kind: 'solid',
    id: body.id,
    measure(_time, low, high) {
      body.writeSurface(positions);
      for (let k = 0; k < positions.length; k += 3) extend(low, high, positions, k);
    },
  };
}

function extend(low: Float64Array, high: Float64Array, points: Float64Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    low[axis] = Math.min(low[axis], points[at + axis]);
    high[axis] = Math.max(high[axis], points[at + axis]);
  }
}
