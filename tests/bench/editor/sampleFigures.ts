import { DevToolsPage } from './DevToolsPage.ts';
import { figure, percentile, type Figure } from './figures.ts';
import { installProbe } from './pageProbe.ts';

const WIDTH = 1600;
const HEIGHT = 900;
/** It plays once this frame is shown: the start pose is the first. */
const PLAYING = 3;
/** Samples that take longer are named, ms. */
const SOON = 3000;

/**
 * From the click on each sample's card until it plays, in one page that has drawn nothing before. Samples whose frames came with the program (`dist/samples`, made by
 * `node tools/sampleFrames.mjs --packs dist/samples`) bring them along; the others are simulated from their first frame on.
 */
export async function samplesOpen(address: string): Promise<Figure[]> {
  const taken: { readonly type: string; readonly ms: number }[] = [];
  const page = await DevToolsPage.open(WIDTH, HEIGHT);
  try {
    await installProbe(page, false);
    await page.go(address);
    await page.until(() => document.querySelectorAll('[data-sample]').length > 0);
    const types = await page.run(() =>
      [...document.querySelectorAll<HTMLElement>('[data-sample]')]
        .map((item) => item.dataset['sample'] ?? '')
        // Nothing moves in it.
        .filter((type) => type !== 'empty'),
    );
    for (const type of types) {
      await page.go(address);
      await page.until(
        (wanted: string) => document.querySelector(`[data-sample="${wanted}"] .sample-card`) !== null,
        type,
      );
      const began = performance.now();
      await page.run((wanted: string) => {
        document.querySelector<HTMLElement>(`[data-sample="${wanted}"] .sample-card`)!.click();
      }, type);
      await page.until((frame: number) => {
        try {
          return (window.probe.session().frameSource.store.getState().shown?.frame ?? 0) >= frame;
        } catch {
          return false;
        }
      }, PLAYING);
      taken.push({ type, ms: performance.now() - began });
    }
  } finally {
    await page.close();
  }
  const late = taken.filter(({ ms }) => ms > SOON).map(({ type, ms }) => `${type} ${(ms / 1000).toFixed(1)} s`);
  const times = taken.map(({ ms }) => ms);
  return [
    figure('samples: from the click until one plays, p50', percentile(times, 0.5), 'ms', `of ${times.length}`),
    figure('samples: from the click until one plays, longest', percentile(times, 1), 'ms', 'at most 3000 wanted'),
    figure('samples: later than that', late.length, '', late.join(', ')),
  ];
}
