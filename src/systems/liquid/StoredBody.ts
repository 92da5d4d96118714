import { compactSurface, writeVertices } from '../../coupling/compactSurface.ts';
import type { CoupledSolid, CoupledSurface } from '../../coupling/CoupledSolid.ts';
import { positionsOf, velocitiesOf, type Stream } from '../../frames/Stream.ts';

/** A solid of a stored frame as the liquid sees it that it moves with: it goes on as it moves at that frame, whatever presses on it. */
export class StoredBody implements CoupledSolid {
  /** Entity id. */
  readonly id: string;
  readonly surface: CoupledSurface;
  /** m/s. */
  readonly velocity: Float64Array;
  private readonly positions: Float64Array;

  /** `triangles`: outward triangles of vertices of the body. */
  constructor(triangles: Uint32Array, mesh: Stream) {
    this.id = mesh.entity;
    this.surface = compactSurface(triangles);
    this.velocity = Float64Array.from(velocitiesOf(mesh));
    this.positions = Float64Array.from(positionsOf(mesh));
  }

  writeSurface(positions: Float64Array): void {
    writeVertices(this.surface, this.positions, positions);
  }

  predict(): void {
    // It has its velocity from the frame.
  }

  yields(): boolean {
    return false;
  }

  respond(force: Float64Array): void {
    force.fill(0);
  }

  press(): void {
    // Nothing moves it.
  }
}
