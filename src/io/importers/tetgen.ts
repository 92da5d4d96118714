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
    const other = await otherFile(source);
    const [node, ele] = isEle(source) ? [other, source.bytes] : [source.bytes, other];
    const stem = source.path.replace(/\.[^.]*$/, '');
    return readTetgen({ path: `${stem}.node`, bytes: textBytes(node) }, { path: `${stem}.ele`, bytes: textBytes(ele) });
  },
  companions: otherFile,
};

function isEle(source: ImportSource): boolean {
  return /\.ele$/i.test(source.path);
}

/** Returns the .ele file beside a .node file, and vice versa. */
async function otherFile(source: ImportSource): Promise<Uint8Array> {
  const ending = isEle(source) ? 'node' : 'ele';
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
