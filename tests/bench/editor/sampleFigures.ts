import { DevToolsPage } from './DevToolsPage.ts';
import { figure, percentile, type Figure } from './figures.ts';
import { installProbe } from './pageProbe.ts';

const WIDTH = 1600;
const HEIGHT = 900;
/** It plays once this frame is shown: the start pose is the first. */
const PLAYING = 3;
/** What is wanted, ms. */
const SOON = 3000;
/** A sample that does not play by then does not play, ms. */
const PATIENCE = 120_000;

/**
 * Measures the time from the click on each sample's card until it plays, in one page that has drawn nothing before; of the samples `only`, where some are named. Samples whose frames came with the
 * program (`dist/samples`, made by `node tools/sampleFrames.mjs --packs dist/samples`; building removes it) bring them along; the others are simulated from their first frame on.
 */
export async function samplesOpen(
  address: string,
  only: readonly string[],
  tell: (figure: Figure) => void,
): Promise<void> {
  const times: number[] = [];
  const page = await DevToolsPage.open(WIDTH, HEIGHT);
  try {
    await installProbe(page, false);
    await page.go(address);
    await page.until(() => document.querySelectorAll('[data-sample]').length > 0);
    const all = await page.run(() =>
      [...document.querySelectorAll<HTMLElement>('[data-sample]')].map((item) => item.dataset['sample'] ?? ''),
    );
    for (const type of only.length > 0 ? only : all) {
      const ms = await untilItPlays(page, address, type);
      times.push(ms);
      tell(figure(`samples: ${type}`, ms, 'ms', ms > PATIENCE ? `does not play: ${await whatIsSaid(page)}` : ''));
    }
  } finally {
    await page.close();
  }
  const late = times.filter((ms) => ms > SOON).length;
  tell(figure('samples: from the click until one plays, p50', percentile(times, 0.5), 'ms', `of ${times.length}`));
  tell(figure('samples: from the click until one plays, longest', percentile(times, 1), 'ms', 'at most 3000 wanted'));
  tell(figure('samples: later than that', late, '', ''));
}

/** Opens the sample as an artist does. Gives ms, more than `PATIENCE` where it does not play. */
async function untilItPlays(page: DevToolsPage, address: string, type: string): Promise<number> {
  await page.go(address);
  await page.until((wanted: string) => document.querySelector(`[data-sample="${wanted}"] .sample-card`) !== null, type);
  const began = performance.now();
  await page.run((wanted: string) => {
    document.querySelector<HTMLElement>(`[data-sample="${wanted}"] .sample-card`)!.click();
  }, type);
  for (;;) {
    const plays = await page.run((frame: number) => {
      try {
        return (window.probe.session().frameSource.store.getState().shown?.frame ?? 0) >= frame;
      } catch {
        return false;
      }
    }, PLAYING);
    const ms = performance.now() - began;
    if (plays || ms > PATIENCE) {
      // The rest of its frames would be made beside the next sample.
      await page.run(() =>
        window.probe
          .session()
          .shot.simulation.cancel()
          .catch(() => undefined),
      );
      return ms;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What the page tells an artist who waits. */
function whatIsSaid(page: DevToolsPage): Promise<string> {
  return page.run(() => {
    const entries = window.probe
      .session()
      .log.store.getState()
      .entries.map(({ message }) => message);
    return [...entries, document.body.innerText.replace(/\s+/g, ' ').slice(0, 200)].join('; ');
  });
}
