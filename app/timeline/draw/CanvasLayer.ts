/**
 * A canvas over part of the dock's height, in the dock's coordinates. What changes at different times lies on layers of its own: wherever a
 * canvas changes, all of it is put on the screen anew.
 */
export class CanvasLayer {
  private readonly canvas = document.createElement('canvas');
  private readonly transparent: boolean;
  private top = 0;
  private width = 1;
  private height = 1;
  private pixelRatio = 1;

  /** Adds the layer above what `host` contains already. What is not `transparent` is cheaper to show, and must be drawn everywhere. */
  constructor(host: HTMLElement, transparent: boolean) {
    this.transparent = transparent;
    this.canvas.ariaHidden = 'true';
    host.append(this.canvas);
  }

  /** CSS pixels. Takes away what was drawn. */
  place(top: number, width: number, height: number, pixelRatio: number): void {
    const { canvas } = this;
    Object.assign(this, { top, width, height, pixelRatio });
    canvas.style.top = `${top}px`;
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(width * pixelRatio);
    canvas.height = Math.round(height * pixelRatio);
  }

  /** Begins to draw. Coordinates are CSS pixels of the dock; a transparent layer is empty. */
  begin(): CanvasRenderingContext2D {
    // Left to the graphics process: drawn by the processor (`willReadFrequently`) every change is sent to it whole, and keys wait for that.
    const context = this.canvas.getContext('2d', { alpha: this.transparent })!;
    const { pixelRatio, top, width, height } = this;
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, -top * pixelRatio);
    if (this.transparent) context.clearRect(0, top, width, height);
    return context;
  }

  /** A layer that shows nothing is better left out: blending it costs as much as if it did. */
  show(shown: boolean): void {
    this.canvas.hidden = !shown;
  }

  remove(): void {
    this.canvas.remove();
  }
}
