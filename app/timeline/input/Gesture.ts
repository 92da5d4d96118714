/** Position of the pointer on the canvas, CSS pixels, and the keys that are pressed with it. */
export interface PointerPoint {
  readonly x: number;
  readonly y: number;
  readonly shift: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
}

/** What a pressed pointer does until it is let go. */
export interface Gesture {
  move(point: PointerPoint): void;
  /** `moved`: further than a click. */
  end(point: PointerPoint, moved: boolean): void;
  /** Escape, or the pointer was taken away: everything is as it was before. */
  cancel(): void;
}
