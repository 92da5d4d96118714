import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
} from 'three';
import { LIQUID_LAYER } from '../engine/casters.ts';
import type { Liquid } from '../../../src/scene/kinds/liquid.ts';
import { boxOfCells } from '../../../src/scene/liquidCells.ts';
import type { Decoration } from '../../entities/ViewportKind.ts';

type Domain = Liquid['domain'];

interface TankBox extends Pick<Domain, 'walls'> {
  /** m. */
  readonly centre: readonly number[];
  readonly size: readonly number[];
}

/** Light of the edges and of the panes, and how much of what is behind a pane it hides. */
const EDGE_LIGHT = new Color(0.3, 0.33, 0.36);
const PANE_LIGHT = new Color(0.75, 0.85, 0.9);
const PANE_OPACITY = 0.035;

/** Axis across each wall, and its side. */
const SIDES = {
  left: [0, 0],
  right: [0, 1],
  bottom: [1, 0],
  top: [1, 1],
  back: [2, 0],
  front: [2, 1],
} as const;

/** The walls of a liquid's box, as whole cells fill it, as a tank: edges, or edges and panes of glass. Open sides have neither. */
export class TankView implements Decoration<'liquid'> {
  readonly object = new Group();
  private readonly edges = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: EDGE_LIGHT }));
  private readonly panes = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({
      color: PANE_LIGHT,
      transparent: true,
      opacity: PANE_OPACITY,
      depthWrite: false,
      side: DoubleSide,
    }),
  );
  /** What was built: the box, and the edge of its cells, m. */
  private built: Domain | undefined;
  private edge = NaN;

  constructor() {
    // After the liquid, in whose sight they would appear twice.
    this.edges.layers.set(LIQUID_LAYER);
    this.edges.renderOrder = 6;
    this.object.add(this.edges, this.panes);
  }

  show(liquid: Pick<Liquid, 'domain' | 'cellSize' | 'display'>, edgeScale: number): void {
    const { domain, cellSize, display } = liquid;
    const { tank = 'hidden' } = display;
    this.edges.visible = tank !== 'hidden';
    this.panes.visible = tank === 'glass';
    const edge = cellSize * edgeScale;
    if (tank === 'hidden' || (this.built === domain && this.edge === edge)) return;
    this.built = domain;
    this.edge = edge;
    const { edges, panes } = tankShape({ ...boxOfCells(liquid, edgeScale), walls: domain.walls });
    this.edges.geometry.setAttribute('position', new BufferAttribute(Float32Array.from(edges), 3));
    this.panes.geometry.setAttribute('position', new BufferAttribute(Float32Array.from(panes), 3));
    for (const part of [this.edges, this.panes]) part.geometry.computeBoundingSphere();
  }

  dispose(): void {
    for (const part of [this.edges, this.panes]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}

/** Ends of the edges of closed walls, each once, and corners of two triangles per closed wall; x, y, z in metres one after the other. */
export function tankShape({ centre, size, walls }: TankBox): {
  readonly edges: readonly number[];
  readonly panes: readonly number[];
} {
  const edges = new Map<string, readonly number[]>();
  const panes: number[] = [];
  for (const [name, [axis, side]] of Object.entries(SIDES)) {
    if (!walls[name as keyof typeof SIDES]) continue;
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    /* The wall's corners in turn, as sides (0 or 1) along the axes. */
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ].map(([alongU, alongV]) => {
      const corner = [0, 0, 0];
      corner[axis] = side;
      corner[u] = alongU;
      corner[v] = alongV;
      return corner;
    });
    const places = corners.map((corner) => corner.map((end, k) => centre[k] + (end - 0.5) * size[k]));
    for (const k of [0, 1, 2, 0, 2, 3]) panes.push(...places[k]);
    for (let k = 0; k < 4; k++) {
      const next = (k + 1) % 4;
      edges.set([corners[k].join(''), corners[next].join('')].sort().join(' '), [...places[k], ...places[next]]);
    }
  }
  return { edges: [...edges.values()].flat(), panes };
}
