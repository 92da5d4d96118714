import type { EntityInput } from './EntityInput.ts';
import { waterBox } from './waterBox.ts';

/** A soft hollow ball in a box of 1 m, with a ball of water inside. Lengths in m. */
export interface WaterInShell {
  readonly cellSize: number;
  readonly position: readonly [number, number, number];
  /** Density of the wall, kg/m3. */
  readonly density: number;
  /** Young's modulus of the wall, Pa. */
  readonly stiffness: number;
  /** Radius of the ball of water, and its middle from that of the shell. */
  readonly waterRadius: number;
  readonly offset: readonly [number, number, number];
  /** Velocity of the water at the first frame, m/s. */
  readonly velocity: readonly [number, number, number];
}

const RADIUS = 0.2;
const THICKNESS = 0.06;
/** 976 nodes and 2916 tetrahedra; the paper's mesh has 992 and 2948. */
const SEGMENTS = 36;

/** The liquid, the region that fills it, and the shell. */
export function waterInShell(shot: WaterInShell): EntityInput[] {
  const { cellSize, position, density, stiffness, waterRadius, offset, velocity } = shot;
  const [x, y, z] = position.map((middle, axis) => middle + offset[axis]);
  return [
    waterBox([1, 1, 1], cellSize),
    {
      kind: 'region',
      id: 'ball',
      name: 'Ball of water',
      liquid: 'water',
      role: { kind: 'fill', velocity: [...velocity] },
      shape: { kind: 'registered', type: 'sphere', params: { radius: waterRadius } },
      transform: { position: [x, y, z] },
    },
    {
      kind: 'solid',
      id: 'shell',
      name: 'Shell',
      source: {
        kind: 'procedural',
        form: { shape: 'hollow-sphere', radius: RADIUS, thickness: THICKNESS, segments: SEGMENTS },
      },
      material: { density, youngsModulus: stiffness, poissonRatio: 0.3, dampingTime: 0.003 },
      liquids: 'coupled',
      transform: { position: [...position] },
      display: { colour: '#8fae8b' },
    },
  ];
}
