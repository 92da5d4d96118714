import type { ViewMode } from '../../app/state/viewStore.ts';
import type { DevToolsPage } from '../bench/editor/DevToolsPage.ts';
import type { SamplePicture } from './samples.ts';

const ALT = 1;
/** Pixels of one turn of the wheel. */
const TURN = 40;
/** Size of the pictures of samples, pixels. */
const SIZE = { width: 480, height: 270 };

/** A picture of the open shot as the viewport keeps pictures, as PNG in base64. */
export async function takeSample(page: DevToolsPage, sample: SamplePicture): Promise<string> {
  await showFrame(page, sample);
  await page.run(async (about: SamplePicture['about']) => {
    // What is brought into view is where it was last drawn.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const { panelActions, selection, document: shot } = window.probe.session();
    const solids = shot.scene!.entities.filter(({ kind }) => kind === 'solid' || kind === 'cloth').map(({ id }) => id);
    selection.setState({ ids: solids });
    panelActions.get(about === 'solids' ? 'frameSelected' : 'frameAll')?.();
    selection.setState({ ids: [] });
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }, sample.about);
  await moveView(page, sample);
  return page.run(async ({ width, height }: typeof SIZE) => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const png = await window.probe.session().panelActions.get('thumbnail')?.(width, height);
    if (png === undefined) throw new Error('the viewport gave no picture');
    return btoa(Array.from(png, (byte) => String.fromCharCode(byte)).join(''));
  }, SIZE);
}

async function showFrame(page: DevToolsPage, { frame, mode = 'shaded' }: SamplePicture): Promise<void> {
  await page.run(
    (at: number, how: ViewMode) => {
      const { timeline, view } = window.probe.session();
      // The numbers on the cut of a liquid come later than the picture.
      view.setState({ mode: how, slice: 'none' });
      timeline.setState({ playing: false, frame: at });
    },
    frame,
    mode,
  );
  await page.until((at: number) => {
    const { shown, statics } = window.probe.session().frameSource.store.getState();
    if (shown?.frame !== at) return false;
    // It may come after the frame.
    const white = statics?.streams.filter(({ name }) => name === 'whitewater') ?? [];
    return white.every(({ entity, name }) => shown.streams.some((one) => one.entity === entity && one.name === name));
  }, frame);
}

/** Orbits and comes nearer as a hand does. */
async function moveView(page: DevToolsPage, { orbit: [right, down], nearer }: SamplePicture): Promise<void> {
  const { x, y } = await page.run(() => {
    const { left, top, width, height } = document.querySelector('.viewport canvas')!.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  const mouse = (type: string, more: object) => page.send('Input.dispatchMouseEvent', { type, x, y, ...more });
  const held = { button: 'left', buttons: 1, modifiers: ALT };
  if (right !== 0 || down !== 0) {
    await mouse('mousePressed', { ...held, clickCount: 1 });
    await mouse('mouseMoved', { ...held, x: x + right, y: y + down });
    await mouse('mouseReleased', { ...held, buttons: 0, x: x + right, y: y + down, clickCount: 1 });
  }
  for (let turn = 0; turn < Math.abs(nearer); turn++) {
    await mouse('mouseWheel', { deltaX: 0, deltaY: -TURN * Math.sign(nearer) });
  }
}
