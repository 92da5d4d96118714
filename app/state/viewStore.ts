import { createStore } from 'zustand/vanilla';
import type { SliceField } from '../../src/frames/sliceCells.ts';
import type { QualityName } from '../../src/scene/Scene.ts';
import type { DisplayStatics } from './DisplayStatics.ts';

export const viewModes = ['shaded', 'wire', 'tets', 'cut', 'points'] as const;
export type ViewMode = (typeof viewModes)[number];
/** What is shown by colour: the name of an attribute, or the plain surface. */
export type Colouring = string;
/** The colouring that shows no numbers. */
export const SURFACE: Colouring = 'surface';
export const tools = ['select', 'move', 'rotate', 'scale', 'pin', 'paint', 'probe', 'measure'] as const;
export type Tool = (typeof tools)[number];
/** Panel that replaces the inspector while something is done. */
export type Task = 'none' | 'import' | 'animation' | 'mesh' | 'export' | 'failure' | 'playblast';

/** A shape that moves: as it is at other times, and the way of one of its points. Places are in the frame of the shape, xyz. */
export interface ShapeMotion {
  readonly triangles: Uint32Array;
  readonly ghosts: readonly { readonly positions: Float32Array; readonly when: 'before' | 'after' }[];
  /** Places of a point one after the other, and 1 for each to which it moves fast. */
  readonly path: { readonly places: Float32Array; readonly isFast: Uint8Array } | undefined;
}

/** Shapes that a task shows in the viewport: they are not in the document (yet). */
export interface ShapePreview {
  readonly statics: DisplayStatics;
  /** Column-major 4 x 4 from the shapes' frame to the world; left out where they stand in the world already. */
  readonly matrix: readonly number[] | undefined;
  /** Entity in whose place they are shown. */
  readonly replaces: string | undefined;
  /** The other solids are left out of the picture. */
  readonly alone: boolean;
  /** Triangles of the first collider that are marked. */
  readonly marked: Uint32Array | undefined;
  /** The first collider at other times; left out, it is shown at one alone. */
  readonly motion?: ShapeMotion | undefined;
  /** A number per element of the first body, 0..1, and the scale that it is coloured by; left out, elements are plain. */
  readonly colouring: { readonly scale: 'quality' | 'bands'; readonly values: Float32Array } | undefined;
  /** World box, min xyz, max xyz, m: the view flies there when it becomes another one. */
  readonly focus: readonly number[] | undefined;
}

/** The goal of a solid's plastic flow, as it stands at the first frame in world axes. */
export interface GoalShape {
  /** xyz per vertex, m. */
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** The solid whose goal it is, and what each step of it deforms: a box in the solid's own axes, and its lattice as the step leaves it, in world axes. */
  readonly entity: string;
  readonly cages: readonly GoalCage[];
}

export interface GoalCage {
  readonly centre: readonly number[];
  readonly half: readonly number[];
  /** Pairs of ends, xyz, m. */
  readonly lines: Float32Array;
}

/** What of a step is taken hold of: how much it does or, of a drag, from where and how far around. */
export type SculptPart = 'amount' | 'centre' | 'reach';

/** The step of a goal that has handles in the viewport. */
export interface Sculpting {
  readonly entity: string;
  readonly step: number;
  readonly part: SculptPart;
}

export interface ViewState {
  readonly quality: QualityName;
  readonly mode: ViewMode;
  readonly colouring: Colouring;
  readonly tool: Tool;
  readonly snapping: boolean;
  /** Step of snapping, m. */
  readonly snapStep: number;
  /** Cut-away: share of the scene's box along the axis, 0..1. */
  readonly cut: { readonly axis: 'x' | 'y' | 'z'; readonly offset: number; readonly flipped: boolean };
  /** What the cut-away shows of the cells of liquids. */
  readonly slice: SliceField | 'none';
  readonly statistics: boolean;
  readonly projection: 'perspective' | 'orthographic';
  /** The element that the failure panel isolates. */
  readonly isolated: { readonly entity: string; readonly element: number } | undefined;
  /** Entities that are shown alone, whether hidden or not; empty: all are shown as they are. */
  readonly solo: readonly string[];
  /** The take that is compared with the one worked on, and how. */
  readonly compare: { readonly take: string; readonly how: 'side-by-side' | 'wipe'; readonly wipe: number } | undefined;
  readonly task: Task;
  readonly preview: ShapePreview | undefined;
  /** The goal of the selected solid, where its properties show one. */
  readonly goal: GoalShape | undefined;
  readonly showGoal: boolean;
  readonly sculpting: Sculpting | undefined;
  /** Short lines along the fibres of solids that have any. */
  readonly showFibres: boolean;
}

export type ViewStore = ReturnType<typeof createViewStore>;

export function createViewStore() {
  return createStore<ViewState>(() => ({
    quality: 'draft',
    mode: 'shaded',
    colouring: SURFACE,
    tool: 'select',
    snapping: false,
    snapStep: 0.01,
    cut: { axis: 'x', offset: 0.5, flipped: false },
    slice: 'pressure',
    statistics: true,
    projection: 'perspective',
    isolated: undefined,
    solo: [],
    compare: undefined,
    task: 'none',
    preview: undefined,
    goal: undefined,
    showGoal: true,
    sculpting: undefined,
    showFibres: true,
  }));
}
