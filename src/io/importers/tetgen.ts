import { z } from 'zod';
import { CoreError } from '../../base/errors.ts';
import { textBytes } from '../text/textBytes.ts';
import { readTetgen } from './tetgen/readTetgen.ts';
import type { ImporterDefinition, ImportSource } from '../Importer.ts';

/** TetGen's pair of files: vertices in .node, tetrahedra in .ele beside it. Either may be named. */
const tetgen: ImporterDefinition = {
  type: 'tetgen',
  label: 'TetGen .node and .ele',
  reference: "Si, TetGen 1.5 User's Manual (2013), section 5.2, file formats",
  params: z.strictObject({}),
  extensions: ['node', 'ele'],
  recognises: () => false,
  async read(source) {
    const named = /\.ele$/i.test(source.path) ? 'ele' : 'node';
    const missing = named === 'ele' ? 'node' : 'ele';
    const other = await beside(source, missing);
    const node = named === 'node' ? source.bytes : other;
    const ele = named === 'ele' ? source.bytes : other;
    const stem = source.path.replace(/\.[^.]*$/, '');
    return readTetgen({ path: `${stem}.node`, bytes: textBytes(node) }, { path: `${stem}.ele`, bytes: textBytes(ele) });
  },
};

async function beside(source: ImportSource, ending: string): Promise<Uint8Array> {
  const stem = (source.path.split(/[\\/]/).pop() ?? '').replace(/\.[^.]*$/, '');
  const bytes =
    (await source.sibling(`${stem}.${ending}`)) ?? (await source.sibling(`${stem}.${ending.toUpperCase()}`));
  if (bytes !== undefined) return bytes;
  throw new CoreError('file-missing', `there is no ${stem}.${ending} beside it`, {
    file: source.path,
    remedy: 'Put the .node and the .ele file into one folder.',
  });
}

export default tetgen;
