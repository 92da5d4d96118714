import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultStateFolder, defaultWorkspace } from '../../../src/host/session/stateFolder.ts';

test('the state folder is where each system keeps such things', () => {
  expect(defaultStateFolder('linux', {}, '/home/a')).toBe(join('/home/a', '.local', 'state', 'ductile'));
  expect(defaultStateFolder('linux', { XDG_STATE_HOME: '/s' }, '/home/a')).toBe(join('/s', 'ductile'));
  expect(defaultStateFolder('darwin', {}, '/Users/a')).toBe(
    join('/Users/a', 'Library', 'Application Support', 'Ductile'),
  );
  expect(defaultStateFolder('win32', { LOCALAPPDATA: 'C:/l' }, 'C:/u')).toBe(join('C:/l', 'Ductile'));
  expect(defaultStateFolder('win32', {}, 'C:/u')).toBe(join('C:/u', 'AppData', 'Local', 'Ductile'));
  expect(defaultWorkspace('/home/a')).toBe(join('/home/a', 'Ductile'));
});
