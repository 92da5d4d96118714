import { createStore } from 'zustand/vanilla';

/**
 * What can be painted: which vertices a pin constrains, how strong a solid is, how fine its elements are, how strongly its goal attracts it, how hard it is to tear, where its
 * fibres run.
 */
export type PaintKind = 'pin' | 'material' | 'strength' | 'detail' | 'goal' | 'target' | 'toughness' | 'fibres';

export interface PaintTarget {
  readonly kind: PaintKind;
  /** Id of the pin, or of the solid whose strength or detail it is. */
  readonly entity: string;
}

/** What the brush of the artist's hand does; a stroke is made with it as it is at its start. */
export interface Brush {
  /** 0..1, for each kind: constraint and detail are painted on, strength is painted away. */
  readonly values: Readonly<Record<PaintKind, number>>;
  /** World, m; undefined until it is chosen for the first body that is painted. */
  readonly radius: number | undefined;
  /** Share of the radius that is painted in full. */
  readonly hardness: number;
  readonly opacity: number;
  /** Paints the field's base instead of the value. */
  readonly erase: boolean;
  /** Paints the other side of the body, too: across the middle of its own x axis. */
  readonly mirror: boolean;
}

export interface PaintState {
  /** Undefined: nothing is chosen yet. Painting lasts while the view's tool is `paint`. */
  readonly target: PaintTarget | undefined;
  readonly brush: Brush;
  /** What is painted of a body itself first: what it was last time. */
  readonly lastKind: PaintKind;
  /** The field under the pointer. It changes with every move: subscribe outside of React. */
  readonly hovered: number | undefined;
  /** Volume vertices that the painted pin constrains; undefined where that is not known, or no pin is painted. */
  readonly held: { readonly count: number; readonly of: number } | undefined;
}

export type PaintStore = ReturnType<typeof createPaintStore>;

export function createPaintStore() {
  return createStore<PaintState>(() => ({
    target: undefined,
    brush: {
      values: { pin: 1, material: 1, strength: 0, detail: 1, goal: 0, target: 0, toughness: 0, fibres: 1 },
      radius: undefined,
      hardness: 0.5,
      opacity: 1,
      erase: false,
      mirror: false,
    },
    lastKind: 'strength',
    hovered: undefined,
    held: undefined,
  }));
}
