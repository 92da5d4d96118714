import { resolve } from 'node:path';

/**
 * The aliases with which a build or a test run takes up the kinds of entities in `folder`, by default that which the environment variable
 * DUCTILE_KINDS names: `#extra-kinds/scene` is then its file `scene.ts`, and so on. Without a folder package.json resolves them to an empty module.
 */
export function extraKinds(folder = process.env.DUCTILE_KINDS) {
  if (folder === undefined || folder === '') return [];
  return [{ find: /^#extra-kinds\/(\w+)$/, replacement: `${resolve(folder)}/$1.ts` }];
}
