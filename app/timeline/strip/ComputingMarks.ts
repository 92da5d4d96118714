import { computingPlace, type StripPlace } from './drawStrip.ts';
import { kindCodes } from './frameKinds.ts';
import type { StripRuns } from './StripRuns.ts';

/** The cells that are being computed, taller than the strip, with stripes that move: elements of their own, so that the strip rests. */
export class ComputingMarks {
  private readonly group = document.createElement('div');
  private readonly marks: HTMLElement[] = [];

  /** Adds the marks above what `host` contains already. */
  constructor(host: HTMLElement) {
    this.group.ariaHidden = 'true';
    host.append(this.group);
  }

  place(runs: StripRuns, strip: StripPlace): void {
    let count = 0;
    for (let k = 0; k < runs.count; k++) {
      if (runs.kinds[k] !== kindCodes.computing) continue;
      const { style } = (this.marks[count++] ??= this.add());
      const { left, top, width, height } = computingPlace(runs.from[k], runs.to[k], strip);
      style.transform = `translate(${left}px, ${top}px)`;
      style.width = `${width}px`;
      style.height = `${height}px`;
    }
    for (const mark of this.marks.splice(count)) mark.remove();
  }

  remove(): void {
    this.group.remove();
  }

  private add(): HTMLElement {
    const mark = document.createElement('div');
    mark.className = 'dock-computing';
    mark.append(document.createElement('div'));
    this.group.append(mark);
    return mark;
  }
}
