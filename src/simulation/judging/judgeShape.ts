import { elementCountOf } from '../../geometry/elements/elementTypes.ts';
import type { EntityStats } from '../../frames/EntityStats.ts';
import type { Judgement } from '../../frames/judgements.ts';
import { largestKey, smallestKey } from '../../scene/curves.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { measuredCells, totalVolume } from '../rest/volumeMeasure.ts';
import type { SimulatedBody } from '../SimulatedBody.ts';

/** Volumes over that at rest beyond which a body is told to be doubtful, and broken: elasticity of any kind stays far within them. */
const SWOLLEN = 3;
const BURST = 10;
const SHRUNK = 0.05;
const CRUSHED = 0.01;
/** Share of the elements that may be inside out: what is drawn through gears is so where it is pressed flat. */
const MOST_INVERTED = 0.25;
/** Share of inverted elements beyond which the body has no inside left. */
const MOSTLY_INVERTED = 0.5;
/** Elements as weak as this share of their material are limp: nothing turns them back, which is what they are for. */
export const LIMP = 0.05;
const PERCENT = 100;
/** What is told as no volume, m3. */
const NOTHING = 1e-15;

/** What a solid would have to be like, and what it is judged by. */
export interface JudgedShape {
  readonly entity: string;
  /** m3. */
  readonly restVolume: number;
  readonly elementCount: number;
  /** Share of the elements that may be inside out; 1 where any may. */
  readonly mostInverted: number;
  /** Whether it may end as small, and as large, as it likes. */
  readonly mayShrink: boolean;
  readonly mayGrow: boolean;
}

/**
 * How a solid is judged. Limp ones, at whatever frame, fall flat and inside out; those with a goal become as large as it is; those that tear have their
 * elements cut, and are not judged: undefined, as for all that has no inside.
 */
export function judgedShape(body: SimulatedBody, solid: Solid | undefined): JudgedShape | undefined {
  const { volume } = body;
  if (solid === undefined || volume.kind === 'shell' || solid.fracture?.enabled === true) return undefined;
  const { youngsModulus } = solid.material;
  const weakest = (smallestKey(solid.strength) * smallestKey(youngsModulus)) / largestKey(youngsModulus);
  const limp = weakest < LIMP;
  const goal = solid.plasticity?.goal !== undefined;
  return {
    entity: solid.id,
    restVolume: volume.material?.moments[0] ?? totalVolume(measuredCells(volume), volume.mesh.positions),
    elementCount: elementCountOf(volume),
    mostInverted: limp ? 1 : Math.min(1, MOST_INVERTED + (body.limpShare ?? 0)),
    mayShrink: limp || goal || (body.limpShare ?? 0) > 0.5,
    mayGrow: goal,
  };
}

/** A pull above this is what is looked at first, m/s2: ten times that of the earth. */
const HEAVY = 100;

/** What pulls a solid, and where it begins, for remedies. */
export interface ShapeCauses {
  /** m/s2. */
  readonly pull: number;
  /** What helps where it begins inside something; undefined where it does not. */
  readonly overlapRemedy: string | undefined;
}

/** Whether `judgeShape` has anything to say: asked of every frame, it allocates nothing. */
export function isDoubtful(shape: JudgedShape, { volume, invertedElements = 0 }: EntityStats): boolean {
  const { restVolume, mayGrow, mayShrink, elementCount, mostInverted } = shape;
  if (invertedElements > mostInverted * elementCount) return true;
  if (!(restVolume > 0)) return false;
  return (volume > SWOLLEN * restVolume && !mayGrow) || (volume < SHRUNK * restVolume && !mayShrink);
}

/** Reports that a solid has lost or gained volume, or is turned inside out. */
export function judgeShape(shape: JudgedShape, stats: EntityStats, causes: ShapeCauses): Judgement[] {
  return [...judgeVolume(shape, stats, causes), ...judgeInverted(shape, stats, causes)];
}

function judgeVolume(shape: JudgedShape, { volume }: EntityStats, causes: ShapeCauses): Judgement[] {
  const { entity, restVolume, mayShrink, mayGrow } = shape;
  const ratio = restVolume > 0 ? volume / restVolume : 1;
  const swollen = ratio > SWOLLEN && !mayGrow;
  const shrunk = ratio < SHRUNK && !mayShrink;
  if (!swollen && !shrunk) return [];
  const told = swollen ? `${significant(ratio)}-fold` : `${percent(Math.max(0, ratio))}`;
  return [
    {
      kind: 'volume',
      severity: ratio > BURST || ratio < CRUSHED ? 'broken' : 'warning',
      entity,
      value: ratio,
      limit: swollen ? SWOLLEN : SHRUNK,
      unit: '',
      label: `volume ${told}`,
      sentence: `solid '${entity}': its volume is ${told} ${swollen ? '' : 'of '}what it is at rest, ${cubicMetres(volume)} instead of ${cubicMetres(restVolume)}`,
      remedy: remedyOf(
        causes,
        swollen
          ? 'increase the minimum substeps or the damping time, or check what pulls it apart'
          : "increase Young's modulus, turn on volume conservation, or leave it more space between what presses it",
      ),
    },
  ];
}

function judgeInverted(shape: JudgedShape, { invertedElements = 0 }: EntityStats, causes: ShapeCauses): Judgement[] {
  const { entity, elementCount, mostInverted } = shape;
  const share = invertedElements / elementCount;
  if (!(share > mostInverted)) return [];
  const told = percent(share);
  return [
    {
      kind: 'inverted',
      severity: share > MOSTLY_INVERTED ? 'broken' : 'warning',
      entity,
      value: share,
      limit: mostInverted,
      unit: '',
      label: `${told} inverted`,
      sentence: `solid '${entity}': ${told} of its elements are inverted, ${invertedElements} of ${elementCount}`,
      remedy: remedyOf(
        causes,
        "increase the minimum substeps, mesh it with a shorter edge, or increase Young's modulus",
      ),
    },
  ];
}

function remedyOf({ pull, overlapRemedy }: ShapeCauses, otherwise: string): string {
  if (overlapRemedy !== undefined) return overlapRemedy;
  if (pull <= HEAVY) return otherwise;
  return `lower the gravity or force that accelerates it by ${significant(pull)} m/s² (9.81 on earth), or ${otherwise}`;
}

/** Formats to a hundredth of a percent: anything below it is zero. */
function percent(share: number): string {
  return `${significant(Math.round(PERCENT * PERCENT * share) / PERCENT)} %`;
}

function cubicMetres(volume: number): string {
  return `${significant(Math.abs(volume) < NOTHING ? 0 : volume)} m³`;
}

function significant(value: number): number {
  return Number(value.toPrecision(2));
}
