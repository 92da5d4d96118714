import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ViewMode } from '../../app/state/viewStore.ts';
import { sampleMesh } from '../../src/io/sampleMeshes.ts';
import { connect, simulate } from '../bench/editor/hostClient.ts';
import { DevToolsPage } from '../bench/editor/DevToolsPage.ts';
import { frameIsShown, installProbe } from '../bench/editor/pageProbe.ts';
import { MortalEditor } from '../e2e/support/mortalEditor.ts';

/** Pictures of the sample shots on the start page. */
const SAMPLES = 'app/start/samples';

interface SamplePicture {
  readonly template: string;
  readonly params?: Readonly<Record<string, number>>;
  /** The scan that it is about, where the template asks for one. */
  readonly mesh?: 'bunny';
  readonly frame: number;
  /** What the picture is about: the solids, or everything; and how much nearer than all of that, in turns of the wheel. */
  readonly about: 'solids' | 'everything';
  readonly nearer: number;
  readonly mode?: ViewMode;
}

const samples: readonly SamplePicture[] = [
  {
    template: 'drop-test',
    mesh: 'bunny',
    params: { firmness: 15, percent: 5 },
    frame: 13,
    about: 'solids',
    nearer: 0,
  },
  { template: 'torus-puddle', frame: 38, about: 'solids', nearer: 0 },
  { template: 'hex-puddle', frame: 38, about: 'solids', nearer: 0, mode: 'wire' },
  { template: 'gears', frame: 18, about: 'everything', nearer: 3 },
  { template: 'incline', frame: 16, about: 'solids', nearer: -12 },
  { template: 'stairs', frame: 20, about: 'everything', nearer: 3 },
];

const folder = await mkdtemp(join(tmpdir(), 'ductile-pictures-'));
const editor = await MortalEditor.start(folder);
const chosen = process.argv.slice(2);

/** Simulates a sample up to its frame. Gives the shot's path. */
async function makeShot({ template, params = {}, mesh, frame }: SamplePicture): Promise<string> {
  const client = await connect(editor.address);
  const { path } = await client.call('createShot', {
    template,
    params,
    name: template,
    mesh: mesh && (await scan(mesh)),
  });
  await client.call('openShot', { path });
  await simulate(client, 1, frame);
  await client.call('closeShot', {});
  client.close();
  return path;
}

async function scan(name: 'bunny') {
  const { fileName, bytes } = await sampleMesh(name);
  const meshes = join(folder, 'workspace', 'meshes');
  await mkdir(meshes, { recursive: true });
  await writeFile(join(meshes, fileName), bytes);
  return { path: join(meshes, fileName), metresPerUnit: 0.1 };
}

/** The picture that the start page keeps of a shot, at a frame. */
async function take(page: DevToolsPage, { frame, about, nearer, mode = 'shaded' }: SamplePicture): Promise<Buffer> {
  await page.run(
    (at: number, how: ViewMode) => {
      const { timeline, view } = window.probe.session();
      view.setState({ mode: how });
      timeline.setState({ playing: false, frame: at });
    },
    frame,
    mode,
  );
  await page.until((at: number) => window.probe.session().frameSource.store.getState().shown?.frame === at, frame);
  const data = await page.run(
    async (framed: SamplePicture['about'], turns: number) => {
      const { panelActions, selection, document: shot } = window.probe.session();
      const solids = shot.scene!.entities.filter(({ kind }) => kind === 'solid').map(({ id }) => id);
      const drawn = () => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));
      await drawn();
      selection.setState({ ids: solids });
      panelActions.get(framed === 'solids' ? 'frameSelected' : 'frameAll')?.();
      const canvas = document.querySelector('.viewport canvas')!;
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const place = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true };
      for (let turn = 0; turn < Math.abs(turns); turn++) {
        canvas.dispatchEvent(new WheelEvent('wheel', { ...place, deltaY: -40 * Math.sign(turns) }));
      }
      selection.setState({ ids: [] });
      await drawn();
      const png = await panelActions.get('thumbnail')?.();
      if (png === undefined) throw new Error('the viewport gave no picture');
      const bitmap = await createImageBitmap(new Blob([png], { type: 'image/png' }));
      const smaller = document.createElement('canvas');
      smaller.width = bitmap.width;
      smaller.height = bitmap.height;
      smaller.getContext('2d')!.drawImage(bitmap, 0, 0);
      return smaller.toDataURL('image/webp', 0.86);
    },
    about,
    nearer,
  );
  return Buffer.from(data.split(',')[1], 'base64');
}

try {
  await mkdir(SAMPLES, { recursive: true });
  for (const sample of samples) {
    if (chosen.length > 0 && !chosen.includes(sample.template)) continue;
    const path = await makeShot(sample);
    const page = await DevToolsPage.open(1600, 1000);
    // Flights take no time.
    await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
    await installProbe(page, false);
    await page.go(editor.addressOf(path));
    await frameIsShown(page);
    const picture = await take(page, sample);
    await writeFile(join(SAMPLES, `${sample.template}.webp`), picture);
    process.stdout.write(`${sample.template}: ${(picture.byteLength / 1000).toFixed(1)} kB\n`);
    await page.close();
  }
} finally {
  await editor.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
