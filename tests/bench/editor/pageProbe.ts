import type { Session } from '../../../app/session/Session.ts';
import type { DevToolsPage } from './DevToolsPage.ts';

/** What the benchmark leaves in the page. */
export interface Probe {
  /** ms that the callbacks of each picture took together. */
  readonly pictures: number[];
  /** ms from a key until the page has done everything that it asks for. */
  readonly handled: number[];
  /** ms from a key to the picture after it. */
  readonly shown: number[];
  /** ms from an edit of the document to the host's answer. */
  readonly edits: number[];
  /** Three-dimensional pictures drawn. */
  readonly drawn: { count: number };
  /** Everything that the editor's parts share. */
  session(): Session;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

/**
 * Measures the next page from its first script on. With `mute`, triangles are not drawn and pictures come 60 times a second by the clock: neither
 * a software rasteriser nor the compositor that waits for it is what is measured.
 */
export async function installProbe(page: DevToolsPage, mute: boolean): Promise<void> {
  await page.before((muted: boolean) => {
    const pictures: number[] = [];
    const [handled, shown]: [number[], number[]] = [[], []];
    const interval = 1000 / 60;
    const clocked = (callback: FrameRequestCallback): number => {
      const time = (1 + Math.floor(performance.now() / interval)) * interval;
      return window.setTimeout(() => callback(time), time - performance.now());
    };
    const request = muted ? clocked : window.requestAnimationFrame.bind(window);
    if (muted) window.cancelAnimationFrame = (id) => window.clearTimeout(id);
    let last = -1;
    window.requestAnimationFrame = (callback) =>
      request((time) => {
        const began = performance.now();
        callback(time);
        const took = performance.now() - began;
        if (time === last) pictures[pictures.length - 1] += took;
        else pictures.push(took);
        last = time;
      });
    const afterwards = (then: () => void) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = then;
      channel.port2.postMessage(0);
    };
    let began = 0;
    window.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        began = timeStamp;
        request(() => afterwards(() => shown.push(performance.now() - timeStamp)));
      },
      true,
    );
    // React does its work in microtasks of an event, which were asked for before this one.
    const done = () => queueMicrotask(() => handled.push(performance.now() - began));
    window.addEventListener('input', done);
    window.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') done();
    });
    const drawn = { count: 0 };
    const { clear } = WebGL2RenderingContext.prototype;
    let cleared = -1;
    WebGL2RenderingContext.prototype.clear = function (mask) {
      // A picture clears several targets, all in one task.
      if (cleared !== pictures.length) drawn.count++;
      cleared = pictures.length;
      if (!muted) clear.call(this, mask);
    };
    if (muted) {
      const { prototype } = WebGL2RenderingContext;
      prototype.drawElements = () => undefined;
      prototype.drawArrays = () => undefined;
      prototype.drawElementsInstanced = () => undefined;
      prototype.drawArraysInstanced = () => undefined;
      prototype.blitFramebuffer = () => undefined;
    }
    interface Fiber {
      readonly child: Fiber | null;
      readonly memoizedProps: { readonly value?: { readonly frameSource?: unknown } } | null;
    }
    const session = (): Session => {
      const root = document.getElementById('root') as unknown as Record<string, { stateNode: { current: Fiber } }>;
      const name = Object.keys(root).find((key) => key.startsWith('__reactContainer$'));
      let fiber = name === undefined ? null : root[name].stateNode.current.child;
      while (fiber !== null && fiber.memoizedProps?.value?.frameSource === undefined) fiber = fiber.child;
      if (fiber === null) throw new Error('the editor has not begun');
      return fiber.memoizedProps!.value as Session;
    };
    window.probe = { pictures, handled, shown, edits: [], drawn, session };
  }, mute);
}

/** Waits until a frame of the open shot is shown. */
export async function frameIsShown(page: DevToolsPage): Promise<void> {
  await page.until(
    () =>
      document.querySelector('.viewport canvas') !== null &&
      window.probe.session().frameSource.store.getState().shown !== undefined,
  );
}
