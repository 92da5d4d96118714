import { writeText } from '../../ui/writeText.ts';
import { frameToX, type TimeAxis } from '../axis/TimeAxis.ts';

/** Width of a figure of the ruler's font and the padding of the plate, CSS pixels. */
const FIGURE_WIDTH = 6.8;
const PLATE_PADDING = 6;
/** How far outside of the axis it is still seen. */
const REACH = 40;

/** The line of the playhead with the frame's number on a plate. Two elements that are moved: nothing else is drawn for them. */
export class PlayheadMark {
  private readonly line = document.createElement('div');
  private readonly plate = document.createElement('div');
  private frame = NaN;

  constructor(host: HTMLElement) {
    this.line.className = 'dock-playhead-line';
    this.plate.className = 'dock-playhead-plate';
    for (const element of [this.line, this.plate]) {
      element.ariaHidden = 'true';
      host.append(element);
    }
  }

  /** Shows a frame; undefined where there is no shot. */
  place(axis: TimeAxis, frame: number | undefined): void {
    const x = frame === undefined ? NaN : frameToX(axis, frame);
    const seen = x >= -REACH && x <= axis.width + REACH;
    this.line.hidden = !seen;
    this.plate.hidden = !seen;
    if (!seen) return;
    if (frame !== this.frame) {
      this.frame = frame!;
      const label = String(Math.round(frame!));
      writeText(this.plate, label);
    }
    const width = this.plate.textContent.length * FIGURE_WIDTH + 2 * PLATE_PADDING;
    const start = Math.min(Math.max(Math.round(x - width / 2), 0), Math.floor(axis.width - width));
    this.plate.style.width = `${width}px`;
    this.plate.style.transform = `translateX(${start}px)`;
    this.line.style.transform = `translateX(${Math.round(x) - 1}px)`;
  }

  remove(): void {
    this.line.remove();
    this.plate.remove();
  }
}
