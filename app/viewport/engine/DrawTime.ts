import type { WebGLRenderer } from 'three';

/** ms between two looks at whether a picture is done. */
const LOOK = 30;

/** How long the graphics work on a picture, found by what they have finished: the page itself goes on while they draw. */
export class DrawTime {
  /** ms for a picture of full size, as of the last one that was measured; 0 before. */
  milliseconds = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** A picture was given to the graphics just now; `share` of the pixels of one of full size. While one is measured, others are not. */
  given(gl: WebGLRenderer, share: number): void {
    if (this.timer !== undefined) return;
    const context = gl.getContext() as WebGL2RenderingContext;
    const sync = context.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (sync === null) return;
    context.flush();
    const start = performance.now();
    const look = (): void => {
      const status = context.getSyncParameter(sync, context.SYNC_STATUS) as number | null;
      if (status === context.UNSIGNALED) {
        this.timer = setTimeout(look, LOOK);
        return;
      }
      this.timer = undefined;
      context.deleteSync(sync);
      if (status !== null) this.milliseconds = (performance.now() - start) / share;
    };
    this.timer = setTimeout(look, LOOK);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}
