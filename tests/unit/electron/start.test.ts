import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { OpenRequests, shotsOfArguments } from '../../../electron/openRequests.ts';
import { programFiles } from '../../../electron/programFiles.ts';
import { fakeElectron } from './fakeElectron.ts';
import { suiteFolder } from '../../support/temporaryFolder.ts';

vi.mock('electron', async () => (await import('./fakeElectron.ts')).fakeElectron);

fakeElectron.app.folder = suiteFolder();

describe('the second process of a user', () => {
  it('hands over and ends, without a window of its own', async () => {
    fakeElectron.app.requestSingleInstanceLock.mockReturnValueOnce(false);
    await import('../../../electron/main.ts');
    fakeElectron.app.becomeReady();
    await Promise.resolve();
    expect(fakeElectron.app.quit).toHaveBeenCalledOnce();
    expect(fakeElectron.windows).toHaveLength(0);
    expect(fakeElectron.protocol.registerSchemesAsPrivileged).not.toHaveBeenCalled();
  });
});

describe('shotsOfArguments', () => {
  it('takes shots, made absolute, and leaves switches and other files', () => {
    const argv = ['/opt/Ductile/ductile', '--flag', 'a.ductile', '/b/C.DUCTILE', 'mesh.obj', '--x=y.ductile'];
    expect(shotsOfArguments(argv, '/home', false)).toEqual([join('/home', 'a.ductile'), '/b/C.DUCTILE']);
  });

  it('leaves the folder of a program that runs from source', () => {
    expect(shotsOfArguments(['electron', '/src/x.ductile', 'a.ductile'], '/h', true)).toEqual(['/h/a.ductile']);
  });
});

describe('OpenRequests', () => {
  it('keeps the last request while the page does not listen, and gives it once', () => {
    const deliver = vi.fn();
    const requests = new OpenRequests(deliver);
    requests.add('a');
    requests.add('b');
    requests.pageReady();
    requests.pageReady();
    requests.add('c');
    requests.pageGone();
    requests.add('d');
    expect(deliver.mock.calls).toEqual([['b'], ['c']]);
  });
});

describe('programFiles', () => {
  it('finds the parts of a build', () => {
    const files = programFiles(pathToFileURL('/src/ductile/dist/electron/main.js').href);
    expect(files).toEqual({
      preload: '/src/ductile/dist/electron/preload.cjs',
      host: '/src/ductile/dist/electron/host.js',
      page: '/src/ductile/dist/app',
      samples: '/src/ductile/assets',
    });
  });

  it('finds those of a packed program: the scripts of threads lie beside the archive', () => {
    const files = programFiles(pathToFileURL('/opt/Ductile/resources/app.asar/dist/electron/main.js').href);
    expect(files.preload).toBe('/opt/Ductile/resources/app.asar/dist/electron/preload.cjs');
    expect(files.page).toBe('/opt/Ductile/resources/app.asar/dist/app');
    expect(files.host).toBe('/opt/Ductile/resources/app.asar.unpacked/dist/electron/host.js');
  });
});
