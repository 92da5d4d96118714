/** A place in the viewport, CSS pixels. */
export type ScreenPlace = readonly [x: number, y: number];

/** Speed of a handle against the pointer while it is dragged finely. */
const FINE = 0.2;

/** A handle that is dragged: it follows the pointer from where both were when its speed was chosen. */
export class HandleDrag {
  readonly gesture: string;
  /** It has changed something. */
  changed = false;
  private from: ScreenPlace;
  private at: ScreenPlace;
  private fine = false;

  /** `from`: where the pointer is; `at`: where the handle is. */
  constructor(gesture: string, from: ScreenPlace, at: ScreenPlace) {
    this.gesture = gesture;
    this.from = from;
    this.at = at;
  }

  /** Returns the place that the pointer takes the handle to; `now`: where it is. */
  wanted(pointer: ScreenPlace, fine: boolean, now: ScreenPlace): ScreenPlace {
    if (fine !== this.fine) {
      this.fine = fine;
      this.from = pointer;
      this.at = now;
    }
    const speed = fine ? FINE : 1;
    const along = (axis: 0 | 1) => this.at[axis] + speed * (pointer[axis] - this.from[axis]);
    return [along(0), along(1)];
  }
}
