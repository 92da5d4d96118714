import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  WireframeGeometry,
  type Color,
} from 'three';
import type { GoalShape } from '../../state/viewStore.ts';
import { createGhostMaterial } from '../engine/ghostMaterial.ts';

/** How much of the wires is seen. */
const WIRES = 0.22;
/** Opacity of the lattice. */
const CAGE = 0.7;
/** Glass a little clearer than that of an isolated body. */
const GLASS = 0.8;

/** The goal of a solid: glass with its wires, so that the body is seen through it. */
export class GoalGhost {
  readonly object = new Group();
  private shown: GoalShape | undefined;
  private step: number | undefined;
  private geometries: BufferGeometry[] = [];
  private readonly glass;
  private readonly wires: LineBasicMaterial;
  private readonly cage: LineBasicMaterial;

  constructor(colour: Color, accent: Color) {
    this.cage = new LineBasicMaterial({ color: accent, transparent: true, opacity: CAGE, depthWrite: false });
    this.glass = createGhostMaterial(colour, GLASS);
    this.glass.side = DoubleSide;
    this.wires = new LineBasicMaterial({ color: colour, transparent: true, opacity: WIRES, depthWrite: false });
  }

  /** Shows this goal, or none, with the lattice of the step that is being shaped. */
  show(goal: GoalShape | undefined, step: number | undefined): void {
    if (goal === this.shown && step === this.step) return;
    this.shown = goal;
    this.step = step;
    this.clear();
    if (goal === undefined) return;
    const surface = new BufferGeometry();
    surface.setAttribute('position', new BufferAttribute(goal.positions, 3));
    surface.setIndex(new BufferAttribute(goal.triangles, 1));
    surface.computeVertexNormals();
    const edges = new WireframeGeometry(surface);
    this.geometries = [surface, edges];
    const [body, lines] = [new Mesh(surface, this.glass), new LineSegments(edges, this.wires)];
    for (const [index, part] of [body, lines].entries()) {
      part.renderOrder = ORDER + index;
      this.object.add(part);
    }
    const ends = step === undefined ? undefined : goal.cages.at(step)?.lines;
    if (ends === undefined) return;
    const lattice = new BufferGeometry();
    lattice.setAttribute('position', new BufferAttribute(ends, 3));
    this.geometries.push(lattice);
    const cage = new LineSegments(lattice, this.cage);
    cage.renderOrder = ORDER + 2;
    this.object.add(cage);
  }

  dispose(): void {
    this.clear();
    this.glass.dispose();
    this.wires.dispose();
    this.cage.dispose();
  }

  private clear(): void {
    this.object.clear();
    for (const geometry of this.geometries) geometry.dispose();
    this.geometries = [];
  }
}

/** Render order: after everything solid. */
const ORDER = 12;
