import type { PaintedField, PaintStroke } from '../../../src/scene/paintedField.ts';
import { falloff, paintedValues } from '../../../src/scene/painting/PaintedPoints.ts';
import { VertexGrid } from './VertexGrid.ts';

type BrushOfStroke = Pick<PaintStroke, 'value' | 'radius' | 'hardness' | 'opacity'>;

/**
 * A painted field at points that stay (xyz each, in the solid's own frame, m), kept up to date while a stroke is drawn: a dab looks only at the
 * points within its radius. The numbers are those that the finished stroke gives.
 */
export class LiveField {
  /** The field at each point. */
  readonly values: Float32Array;
  private readonly points: Float32Array;
  private readonly grid: VertexGrid;
  /** Values before the stroke that is being painted. */
  private readonly before: Float32Array;
  /** Greatest falloff of its dabs so far. */
  private readonly weights: Float32Array;
  private brush: BrushOfStroke | undefined;
  private low = Infinity;
  private high = -1;
  private readonly paintPoint = (vertex: number, squared: number): void => this.paint(vertex, squared);

  constructor(points: Float32Array) {
    this.points = points;
    this.grid = new VertexGrid(points);
    this.values = new Float32Array(points.length / 3);
    this.before = new Float32Array(points.length / 3);
    this.weights = new Float32Array(points.length / 3);
  }

  /** Takes the values of a field; of a number that is the same everywhere. */
  evaluate(field: PaintedField | number): void {
    this.brush = undefined;
    if (typeof field === 'number') this.values.fill(field);
    else paintedValues(field, this.points, this.values);
    this.low = 0;
    this.high = this.values.length - 1;
  }

  begin(brush: BrushOfStroke): void {
    this.brush = brush;
    this.before.set(this.values);
    this.weights.fill(0);
  }

  /** Adds a dab to the stroke under way. */
  dab(x: number, y: number, z: number): void {
    if (this.brush !== undefined) this.grid.visit(x, y, z, this.brush.radius, this.paintPoint);
  }

  /** Puts back what was there before the stroke under way. */
  cancel(): void {
    if (this.brush === undefined) return;
    this.values.set(this.before);
    this.brush = undefined;
    this.low = 0;
    this.high = this.values.length - 1;
  }

  end(): void {
    this.brush = undefined;
  }

  /** First and last of the points that changed since it was asked last; undefined where none did. */
  takeChanges(): readonly [number, number] | undefined {
    if (this.high < this.low) return undefined;
    const changes = [this.low, this.high] as const;
    this.low = Infinity;
    this.high = -1;
    return changes;
  }

  /** The value at the nearest point within `reach` of a place. */
  near(x: number, y: number, z: number, reach: number): number | undefined {
    let nearest: number | undefined;
    let least = Infinity;
    this.grid.visit(x, y, z, reach, (vertex, squared) => {
      if (squared >= least) return;
      least = squared;
      nearest = vertex;
    });
    return nearest === undefined ? undefined : this.values[nearest];
  }

  private paint(vertex: number, squared: number): void {
    const { value, radius, hardness, opacity } = this.brush!;
    const share = falloff(Math.sqrt(squared) / radius, hardness);
    if (share <= this.weights[vertex]) return;
    this.weights[vertex] = share;
    const weight = opacity * share;
    const before = this.before[vertex];
    this.values[vertex] = weight === 1 ? value : before + (value - before) * weight;
    if (vertex < this.low) this.low = vertex;
    if (vertex > this.high) this.high = vertex;
  }
}
