import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const tool = new URL('../../../tools/importDirections.mjs', import.meta.url).href;
const { importBreaches } = (await import(tool)) as { importBreaches(root: string): string[] };

/** Files that break each rule once, beside imports that are allowed. */
const FILES = {
  'src/base/low.ts': "import type { High } from '../solids/high.ts';\n",
  'src/math/file.ts': "import { readFileSync } from 'node:fs';\nexport { join } from 'path';\n",
  'src/math/ball.ts': "import { Vector3 } from 'three';\n",
  'src/geometry/ball.ts': "import { Vector3 } from 'three';\n",
  'src/cache/file.ts': "import { readFileSync } from 'node:fs';\n",
  'src/solids/high.ts':
    "import { low } from '../base/low.ts';\nexport const panel = import('../../app/panels/panel.ts');\n",
  'src/scene/one.ts': "import { two } from './two.ts';\nimport { two as again } from './two.ts';\n",
  'src/scene/two.ts': "let name: import('./three.ts').Name;\n",
  'src/scene/three.ts': "export * from './one.ts';\n",
  'app/units/unit.ts': "import { panel } from '../panels/panel.tsx';\nimport { ball } from '../../src/math/ball.ts';\n",
  'app/panels/panel.tsx': "import { one } from '../../src/scene/one.ts';\nimport text from './text.md?raw';\n",
  'electron/main.ts': "import { one } from '../src/scene/one.ts';\nimport { host } from '../src/host/host.ts';\n",
  'src/host/host.ts': '',
};

test('each breach of a rule is named with the files that it is between, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ductile-directions-'));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const breaches = importBreaches(folder);
  rmSync(folder, { recursive: true });
  expect(breaches.toSorted()).toEqual([
    'app sees only the shared folders of src: app/units/unit.ts -> src/math/ball.ts',
    'app/units imports only folders before it: app/units/unit.ts -> app/panels/panel.tsx',
    'electron sees only the host: electron/main.ts -> src/scene/one.ts',
    'no circles of imports: src/base/low.ts -> src/solids/high.ts -> src/base/low.ts',
    'no circles of imports: src/scene/one.ts -> src/scene/two.ts -> src/scene/three.ts -> src/scene/one.ts',
    'src never imports the editor: src/solids/high.ts -> app/panels/panel.ts',
    'src uses modules of Node only at the edge: src/math/file.ts -> node:fs',
    'src uses modules of Node only at the edge: src/math/file.ts -> node:path',
    'src uses three only in geometry: src/math/ball.ts -> package:three',
    'src/base imports only folders before it: src/base/low.ts -> src/solids/high.ts',
  ]);
});
