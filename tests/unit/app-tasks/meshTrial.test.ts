import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LivePreview, SETTLE_DELAY } from '../../../app/tasks/mesh/LivePreview.ts';
import { MeshInspection } from '../../../app/tasks/import/MeshInspection.ts';
import { CoreError } from '../../../src/base/errors.ts';
import type { MeshPreview, MeshReport } from '../../../src/protocol/requests/meshes.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { FakeJobs, settle } from './fakeJobs.ts';

const scene = { name: 'shot' } as Scene;
const preview = (tets: number) =>
  ({ kind: 'mesh', preview: { tets, statics: new Uint8Array(4) } as MeshPreview }) as const;
const decoder = { prepare: () => Promise.resolve({ streams: [], colourings: [] }) };

describe('filling on trial', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function setUp() {
    const jobs = new FakeJobs();
    return { jobs, live: new LivePreview({ connection: jobs, job: jobs.latest, decoder }) };
  }
  const want = (live: LivePreview) => live.want({ scene, entity: 'a', quality: 'draft' });
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await settle();
  };

  test('waits until nothing changes any more, then asks once', async () => {
    const { jobs, live } = setUp();
    for (let k = 0; k < 5; k++) {
      want(live);
      await pass(SETTLE_DELAY - 10);
    }
    expect(jobs.calls).toHaveLength(0);
    await pass(10);
    expect(jobs.calls).toEqual([{ name: 'previewMesh', params: { scene, entity: 'a', quality: 'draft' } }]);
    jobs.endings.get('job-1')!.resolve(preview(12));
    await settle();
    expect(live.store.getState()).toMatchObject({ busy: false, result: { tets: 12 }, problem: undefined });
    expect(live.store.getState().result).not.toHaveProperty('statics');
  });

  test('a change ends the one under way at once, whose result is dropped', async () => {
    const { jobs, live } = setUp();
    want(live);
    await pass(SETTLE_DELAY);
    want(live);
    await settle();
    expect(jobs.cancelled).toEqual(['job-1']);
    await pass(SETTLE_DELAY);
    jobs.endings.get('job-1')!.resolve(preview(1));
    jobs.endings.get('job-2')!.resolve(preview(2));
    await settle();
    expect(live.store.getState().result?.tets).toBe(2);
    expect(live.store.getState().problem).toBeUndefined();
  });

  test('a failure is told and leaves what was shown', async () => {
    const { jobs, live } = setUp();
    want(live);
    await pass(SETTLE_DELAY);
    jobs.endings.get('job-1')!.resolve(preview(7));
    await settle();
    want(live);
    await pass(SETTLE_DELAY);
    jobs.endings.get('job-2')!.reject(new CoreError('limit-exceeded', 'too many', { remedy: 'Longer edges.' }));
    await settle();
    expect(live.store.getState()).toMatchObject({
      busy: false,
      result: { tets: 7 },
      problem: { message: 'too many', remedy: 'Longer edges.' },
    });
  });

  test('cancelling asks for nothing more', async () => {
    const { jobs, live } = setUp();
    want(live);
    live.cancel();
    await pass(10 * SETTLE_DELAY);
    expect(jobs.calls).toHaveLength(0);
    expect(live.store.getState().busy).toBe(false);
  });
});

describe('looking at a file', () => {
  const report = (path: string) => ({ path, surface: new Uint8Array(4), findings: [] }) as unknown as MeshReport;

  function setUp(locate = (file: File) => Promise.resolve(`/up/${file.name}`)) {
    const jobs = new FakeJobs();
    return { jobs, inspection: new MeshInspection({ connection: jobs, job: jobs.latest, decoder, locate }) };
  }

  test('a dropped file is sent, then looked at, then repaired as a copy', async () => {
    const { jobs, inspection } = setUp();
    void inspection.open(new File(['v'], 'a.obj'));
    await settle();
    expect(jobs.calls).toEqual([{ name: 'inspectMesh', params: { path: '/up/a.obj' } }]);
    jobs.endings.get('job-1')!.resolve({ kind: 'inspect', report: report('/up/a.obj') });
    await settle();
    expect(inspection.store.getState()).toMatchObject({ name: 'a.obj', busy: undefined });
    void inspection.repair(['weld']);
    await settle();
    expect(jobs.calls[1]).toEqual({ name: 'repairMesh', params: { path: '/up/a.obj', repairs: ['weld'] } });
    jobs.endings.get('job-2')!.resolve({ kind: 'repair', report: report('/up/a-repaired.obj') });
    await settle();
    expect(inspection.store.getState().name).toBe('a-repaired.obj');
  });

  test('a file that cannot be read says where and what to do', async () => {
    const { jobs, inspection } = setUp();
    void inspection.open('C:\\scans\\bad.obj');
    await settle();
    const error = new CoreError('format-malformed', 'no number', { place: 'line 12', remedy: 'Export it again.' });
    jobs.endings.get('job-1')!.reject(error);
    await settle();
    expect(inspection.store.getState()).toMatchObject({
      name: 'bad.obj',
      busy: undefined,
      report: undefined,
      problem: { message: 'no number', place: 'line 12', remedy: 'Export it again.' },
    });
  });

  test('a repair that fails keeps the report', async () => {
    const { jobs, inspection } = setUp();
    void inspection.open('/w/a.obj');
    await settle();
    jobs.endings.get('job-1')!.resolve({ kind: 'inspect', report: report('/w/a.obj') });
    await settle();
    void inspection.repair(['orient']);
    await settle();
    jobs.endings.get('job-2')!.reject(new CoreError('disk-full', 'the disk is full'));
    await settle();
    expect(inspection.store.getState()).toMatchObject({ name: 'a.obj', problem: { message: 'the disk is full' } });
    expect(inspection.store.getState().report?.path).toBe('/w/a.obj');
  });

  test('another file ends the first, an upload too', async () => {
    let tell: (fraction: number) => void = () => undefined;
    let stopped: unknown;
    const { jobs, inspection } = setUp();
    const slow = new MeshInspection({
      connection: jobs,
      job: jobs.latest,
      decoder,
      locate: (_file, progress) =>
        new Promise((_, reject) => {
          tell = (fraction) => {
            try {
              progress(fraction);
            } catch (error) {
              stopped = error;
              reject(error as Error);
            }
          };
        }),
    });
    void slow.open(new File([''], 'large.obj'));
    await settle();
    tell(0.5);
    expect(slow.store.getState().busy).toEqual({ what: 'upload', fraction: 0.5 });
    slow.cancel();
    tell(0.6);
    await settle();
    expect(stopped).toMatchObject({ code: 'cancelled' });
    expect(slow.store.getState()).toMatchObject({ busy: undefined, problem: undefined });
    expect(jobs.calls).toHaveLength(0);

    void inspection.open('/w/a.obj');
    await settle();
    void inspection.open('/w/b.obj');
    await settle();
    expect(jobs.cancelled).toEqual(['job-1']);
    jobs.endings.get('job-2')!.resolve({ kind: 'inspect', report: report('/w/b.obj') });
    await settle();
    expect(inspection.store.getState().name).toBe('b.obj');
  });
});
