/** Takes pictures one after the other and makes a file of them. */
export interface PictureWriter {
  /** Takes what is on the canvas, as the picture of `frame`. */
  add(canvas: HTMLCanvasElement, frame: number): Promise<void>;
  /** The finished file. */
  finish(): Promise<Blob>;
  /** Lets go of what was written. */
  cancel(): Promise<void>;
}
