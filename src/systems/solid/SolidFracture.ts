import { CoreError } from '../../base/errors.ts';
import { SystemState } from '../../base/state/SystemState.ts';
import type { StatisticsSections } from '../../scene/statistics/statistic.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { TearableSurface } from '../../geometry/tearing/TearableSurface.ts';
import type { TopologyChange } from '../../geometry/tearing/TopologyChange.ts';
import type { Fracture } from '../../scene/properties/fracture.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { elementQuadrature } from '../../solids/elementQuadrature.ts';
import { CrackSet } from '../../solids/fracture/CrackSet.ts';
import { planeAxes } from '../../solids/fracture/crackHeights.ts';
import { faceNeighbours } from '../../solids/fracture/faceNeighbours.ts';
import { scatteredStrengths, TearCriterion } from '../../solids/fracture/TearCriterion.ts';
import { type CutTopology, cutTopology, pieces } from '../../solids/fracture/virtualNodes.ts';
import type { SolidBodyInput, SolidOperators } from '../../solids/SolidOperators.ts';
import { meanElementSize } from '../../solids/timeStep.ts';
import type { KeyedInputs } from '../../simulation/keyed/KeyedInputs.ts';
import { paintedStrength } from './paintedStrength.ts';

/** Looks for what tears in this time, s: a crack grows by at most one element in it. */
const CHECK_INTERVAL = 0.005;
/** Looks after which others may start in the pieces beside a crack that has not grown: it relieves them. */
const STALLED = 24;
/** Places that are tried for a new crack in one look, and how far apart, in lengths of an element. */
const MOST_ATTEMPTS = 8;
const APART = 2;
/**
 * Least elastic strain, over that at which a pulled bar yields (sqrt(2/3) of the norm of its deviator), of what tears: where a crack starts the body
 * flows, and stresses that flow left behind are lower; at its tip it is enough that something pulls.
 */
const PULL_TO_START = 0.9 * Math.sqrt(2 / 3);
const PULL_TO_GROW = 0.4 * Math.sqrt(2 / 3);
/** Elements crushed to less than this share of their volume show the stress that they would have at it. */
const LEAST_VOLUME_RATIO = 0.01;

export interface SolidFractureInput {
  readonly solid: Solid;
  readonly fracture: Fracture;
  /** Mesh in the solid's own frame, scaled. */
  readonly volume: VolumeMesh;
  /** xyz per volume vertex in the frame that strokes are painted in, m. */
  readonly ownPositions: Float64Array;
  readonly inputs: KeyedInputs;
}

/** The body as it is between two looks. */
export interface TearingBody {
  /** m, per node. */
  readonly positions: Float64Array;
  /** Flags that are not 0 for constrained nodes. */
  readonly constrained: Uint8Array;
  readonly operators: SolidOperators;
  readonly body: SolidBodyInput;
  /** Factor on the elastic stress. */
  readonly strength: number;
  /** |log F_p| of an element, and F_p^-1 of all of them, packed, of plastic bodies. */
  plasticStrain?(element: number): number;
  readonly plasticInverse?: Float64Array;
  /** Norm of the logarithmic strain at which the body yields, of plastic bodies: what has flowed tears only while it is pulled again. */
  readonly yieldStrain?: number;
}

/** The tearing of one solid of a shot: where it is cut, what it is then, and how its surface shows it. */
export class SolidFracture {
  /** What the solid is now. */
  topology: CutTopology;
  readonly state: SystemState;
  private readonly input: SolidFractureInput;
  private readonly cracks: CrackSet;
  private readonly criterion: TearCriterion;
  /** Threshold of each tet at toughness 1. */
  private readonly thresholds: Float64Array;
  /** How near the tetrahedron that was measured last is to tearing. */
  private readonly load = new Float64Array(1);
  /** Scale of the thresholds and least pull, in yield strains, of the loads that are measured. */
  private readonly required = new Float64Array(2);
  private readonly stretches = new Float64Array(3);
  private readonly stresses = new Float64Array(3);
  private idle: number[] = [];
  private surface: TearableSurface;
  /** Surface of the present topology; undefined while nothing is cut, and until asked for. */
  private shown: TopologyChange | undefined;

  /** Throws `document-invalid` for solids that are not of tetrahedra. */
  constructor(input: SolidFractureInput) {
    const { fracture, ownPositions } = input;
    const mesh = tetVolume(input).mesh;
    const { positions, tets } = mesh;
    this.input = input;
    const vertexCount = positions.length / 3;
    const rest = { elementKind: 'tet' as const, elements: tets, restPositions: positions };
    const quadrature = elementQuadrature(rest);
    const elementSize = meanElementSize(rest);
    this.criterion = new TearCriterion(tets, quadrature);
    const body = {
      tets,
      positions,
      vertexCount,
      neighbours: faceNeighbours(tets, vertexCount),
      volumes: quadrature.weights,
    };
    const { roughness, spacing, smallestPiece, maxCracks, variation, seed } = fracture;
    this.cracks = new CrackSet(
      { ...body, elementSize },
      { roughness: roughness * elementSize, spacing: spacing * elementSize, smallestPiece, maxCracks },
    );
    const threshold = fracture.measure === 'stress' ? fracture.stress : fracture.strain;
    this.thresholds = scatteredStrengths(tets.length / 4, variation, seed).map((share) => share * threshold);
    const painted = fracture.paintedToughness && paintedStrength(fracture.paintedToughness, ownPositions, tets, 4);
    if (painted !== undefined) this.thresholds.forEach((value, t) => (this.thresholds[t] = value * painted[t]));
    this.surface = new TearableSurface(tetVolume(input));
    this.topology = cutTopology(this.cracks.body, this.cracks.sides());
    this.state = new SystemState()
      .value('idle', {
        type: Uint32Array,
        read: () => Uint32Array.from(this.idle),
        write: (looks) => (this.idle = [...looks]),
      })
      .include('cracks', this.cracks.state)
      .afterLoad(() => this.takeCracks());
  }

  /** Parts of a frame of `duration`, s, between which `tear` is asked. */
  checksPerFrame(duration: number): number {
    return Math.max(1, Math.round(duration / CHECK_INTERVAL));
  }

  /** Cuts what does not hold at `time`, s. True where anything was cut: the body is then another. */
  tear(body: TearingBody, time: number): boolean {
    const { inputs, solid } = this.input;
    const { cracks } = this;
    const toughness = inputs.of(solid).fracture?.toughness;
    const scale = toughness === undefined ? 1 : inputs.value(toughness, time);
    body.operators.updateElastic(body.positions, body.strength);
    const grown = new Set<number>();
    this.require(scale, PULL_TO_GROW);
    for (const t of cracks.front()) {
      this.measureLoad(t, body);
      if (this.load[0] * this.input.fracture.tipWeakness < 1) continue;
      cracks.cut[t] = 1;
      grown.add(cracks.crackOf[t]);
    }
    this.idle = this.idle.map((looks, crack) => (grown.has(crack) ? 0 : looks + 1));
    const started = this.startCrack(body, scale);
    if (grown.size === 0 && !started) return false;
    this.topology = cutTopology(cracks.body, cracks.sides());
    this.shown = undefined;
    return true;
  }

  /** How the solid differs from what it was, or undefined where nothing is cut. */
  change(): TopologyChange | undefined {
    if (this.cracks.planes.length === 0) return undefined;
    this.shown ??= this.surface.change(this.topology);
    return this.shown;
  }

  statistics(): StatisticsSections['fracture'] {
    const { topology, cracks } = this;
    const { volumes } = pieces(topology, cracks.body.volumes);
    const total = volumes.reduce((sum, volume) => sum + volume, 0);
    return {
      pieces: volumes.length,
      smallestPiece: volumes.reduce((least, volume) => Math.min(least, volume), Infinity) / total,
      cracks: cracks.planes.length,
      cutElements: cracks.cut.reduce((sum, cut) => sum + cut, 0),
    };
  }

  /** Finds what follows from cracks that were loaded. */
  private takeCracks(): void {
    this.surface = new TearableSurface(tetVolume(this.input));
    this.cracks.planes.forEach((_, crack) => this.showCrack(crack));
    this.topology = cutTopology(this.cracks.body, this.cracks.sides());
    this.shown = undefined;
  }

  /** Says what the loads are measured by from here on: thresholds times `scale`, and nothing where the elastic strain is below `leastPull` yield strains. */
  private require(scale: number, leastPull: number): void {
    this.required[0] = scale;
    this.required[1] = leastPull;
  }

  /** Measures in `load` how near a whole tet is to tearing: 1 and above tears. 0 where nothing pulls. */
  private measureLoad(t: number, body: TearingBody): void {
    const { criterion, load, required } = this;
    const { measure } = this.input.fracture;
    criterion.measure(t, body.positions, body.plasticInverse);
    if (!(criterion.pull[0] > required[1] * (body.yieldStrain ?? 0))) load[0] = 0;
    else if (measure === 'stress') this.measureStress(t, body);
    else load[0] = measure === 'stretch' ? criterion.stretch[0] : (body.plasticStrain?.(t) ?? 0);
    load[0] /= required[0] * this.thresholds[t];
  }

  /** Measures in `load` the largest principal Cauchy stress of an element, Pa: P_k s_k / J of the elastic stretches s. */
  private measureStress(element: number, { body, operators, strength }: TearingBody): void {
    const { load, stretches: s, stresses } = this;
    for (let k = 0; k < 3; k++) s[k] = operators.singularValues[3 * element + k];
    body.models[body.elementModel?.[element] ?? 0].principalStress(s, stresses);
    const ratio = Math.max(Math.abs(s[0] * s[1] * s[2]), LEAST_VOLUME_RATIO);
    load[0] = 0;
    for (let k = 0; k < 3; k++) load[0] = Math.max(load[0], (strength * stresses[k] * s[k]) / ratio);
  }

  /** Starts a crack where the solid holds least, and where the rules allow one. */
  private startCrack(body: TearingBody, scale: number): boolean {
    const { cracks } = this;
    if (cracks.planes.length >= this.input.fracture.maxCracks) return false;
    let candidates = this.candidates(body, scale);
    if (candidates.length === 0) return false;
    const isBusy = this.busyPieces();
    candidates = candidates.filter((tet) => !isBusy(tet));
    for (let attempt = 0; attempt < MOST_ATTEMPTS && candidates.length > 0; attempt++) {
      const tet = candidates[0];
      this.criterion.measure(tet, body.positions);
      const [x, y, z] = this.criterion.direction;
      if (cracks.start(tet, [x, y, z])) {
        this.idle.push(0);
        this.showCrack(cracks.planes.length - 1);
        return true;
      }
      candidates = candidates.filter((other) => cracks.distance(tet, other) > APART * cracks.body.elementSize);
    }
    return false;
  }

  /** Tets where a crack may start, worst first. */
  private candidates(body: TearingBody, scale: number): number[] {
    const { crackOf } = this.cracks;
    const found: { readonly tet: number; readonly load: number }[] = [];
    this.require(scale, PULL_TO_START);
    for (let tet = 0; tet < crackOf.length; tet++) {
      if (crackOf[tet] >= 0 || this.isHeld(tet, body.constrained)) continue;
      this.measureLoad(tet, body);
      if (this.load[0] >= 1) found.push({ tet, load: this.load[0] });
    }
    return found.sort((a, b) => b.load - a.load || a.tet - b.tet).map(({ tet }) => tet);
  }

  /** Says of a tet whether a crack relieves its piece. */
  private busyPieces(): (tet: number) => boolean {
    const { cracks, topology, idle } = this;
    const { pieceOf } = pieces(topology, cracks.body.volumes);
    const busy = new Set<number>();
    cracks.crackOf.forEach((crack, t) => {
      if (crack < 0 || idle[crack] >= STALLED) return;
      busy.add(pieceOf[t]).add(pieceOf[topology.secondOf[t]]);
    });
    return (tet) => busy.has(pieceOf[tet]);
  }

  private isHeld(t: number, held: Uint8Array): boolean {
    const { tets } = this.cracks.body;
    for (let k = 4 * t; k < 4 * t + 4; k++) if (held[tets[k]] !== 0) return true;
    return false;
  }

  private showCrack(crack: number): void {
    const { crackOf, heights, planes } = this.cracks;
    const tets: number[] = [];
    crackOf.forEach((planned, t) => {
      if (planned === crack) tets.push(t);
    });
    this.surface.addCrack({ number: crack, heights: heights[crack], tets, axes: planeAxes(planes[crack].normal) });
  }
}

function tetVolume({ volume, solid }: SolidFractureInput): VolumeMesh & { readonly kind: 'tet' } {
  if (volume.kind === 'hex') {
    throw new CoreError('document-invalid', `solid '${solid.id}' consists of hexahedra, which do not tear`, {
      remedy: 'Fill it with tetrahedra, or turn off its tearing.',
    });
  }
  if (volume.mesh.midpoints === undefined) return volume;
  throw new CoreError('document-invalid', `solid '${solid.id}' consists of quadratic elements, which do not tear`, {
    remedy: 'Set its element order to linear or automatic, or turn off its tearing.',
  });
}
