import { DevToolsPage } from './DevToolsPage.ts';
import { pause, times, type Figure } from './figures.ts';
import { frameIsShown, installProbe } from './pageProbe.ts';

const WIDTH = 1600;
const HEIGHT = 900;
/** Milliseconds between two keys: a fast typist, and longer than the slowest picture should take. */
const TYPING = 150;

/** Keys by what they do to the three-dimensional picture, each pressed so often in a row. */
const kinds: readonly {
  readonly name: string;
  readonly note: string;
  readonly prepare: () => void;
  readonly keys: readonly string[];
}[] = [
  {
    name: 'moving the focus',
    note: 'leaves the 3D picture as it is',
    prepare: () => window.document.querySelector<HTMLInputElement>('input[aria-label="Density"]')!.focus(),
    keys: Array.from({ length: 30 }, () => 'Tab'),
  },
  {
    name: 'typing in a field',
    note: 'leaves the 3D picture as it is',
    prepare: () => {
      const field = window.document.querySelector<HTMLInputElement>('input[aria-label="Density"]')!;
      field.focus();
      field.select();
    },
    keys: [...'123456789012345678901234567890'],
  },
  {
    name: 'Enter after a number of the physics',
    note: 'edits the document, leaves the 3D picture as it is',
    prepare: () => {
      const field = window.document.querySelector<HTMLInputElement>('input[aria-label="Density"]')!;
      field.focus();
      field.select();
    },
    keys: Array.from({ length: 20 }, (_, k) => [String(1 + (k % 9)), 'Enter']).flat(),
  },
  {
    name: 'typing in the palette',
    note: 'leaves the 3D picture as it is',
    prepare: () => window.probe.session().shell.setState({ overlay: { kind: 'palette' } }),
    keys: [...'simulate frame material export'],
  },
  {
    name: 'arrow key, next frame',
    note: 'draws the 3D picture anew',
    prepare: () => {
      window.probe.session().shell.setState({ overlay: undefined });
      window.probe.session().timeline.setState({ frame: 1 });
      (window.document.activeElement as HTMLElement | null)?.blur();
    },
    keys: Array.from({ length: 20 }, () => 'ArrowRight'),
  },
];

/** Measures the time from keys to the pictures after them, of the shot at `address`, whose frames are there. `mute`: as in `installProbe`. */
export async function keysToPictures(address: string, mute: boolean): Promise<Figure[]> {
  const page = await DevToolsPage.open(WIDTH, HEIGHT);
  const how = mute ? 'rasterised elsewhere' : 'rasterised in software';
  try {
    await installProbe(page, mute);
    await page.go(address);
    await frameIsShown(page);
    await page.run(() => {
      const { document, selection } = window.probe.session();
      selection.setState({ ids: [document.scene!.entities.find(({ kind }) => kind === 'solid')!.id] });
    });
    await page.until(() => window.document.querySelector('input[aria-label="Density"]') !== null);
    const figures: Figure[] = [];
    for (const { name, note, prepare, keys } of kinds) {
      await page.run(prepare);
      await pause(1500);
      await page.run(() => {
        window.probe.shown.length = 0;
        window.probe.drawn.count = 0;
      });
      for (const key of keys) {
        await page.press(key);
        await pause(TYPING);
      }
      await pause(500);
      const { shown, drawn } = await page.run(() => ({
        shown: window.probe.shown.splice(0),
        drawn: window.probe.drawn.count,
      }));
      figures.push(...times(`key to picture, ${how}: ${name}`, shown, `${note}; drawn ${drawn} times`));
    }
    return figures;
  } finally {
    await page.close();
  }
}
