import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The folders whose files a build may read. */
const FOLDERS = ['app', 'assets', 'docs', 'electron', 'src', 'tests', 'tools'];
/** What tests write. */
const WRITTEN = join('tests', '.output');

const stampPath = (folder) => join(folder, '.built-from');

/** Returns the SHA-256 of all that a build may read, names and contents, with the engine that compiles scripts. Installed packages stand by the lock file. */
export function sourcesDigest(root) {
  const written = join(root, WRITTEN);
  const inFolders = FOLDERS.flatMap((folder) => filesBelow(join(root, folder))).filter(
    (file) => !file.startsWith(written),
  );
  const beside = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(root, name));
  const hash = createHash('sha256').update(process.version);
  for (const file of [...inFolders, ...beside].sort()) {
    const content = readFileSync(file);
    hash.update(`\0${relative(root, file).replaceAll('\\', '/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Whether all that is in `folder` was built from what has this digest. */
export function isBuiltFrom(folder, digest) {
  try {
    return readFileSync(stampPath(folder), 'utf8') === digest;
  } catch {
    return false;
  }
}

/** Notes from what the folder was built; nothing is known of it any more where no digest is given. */
export function noteBuiltFrom(folder, digest) {
  if (digest === undefined) rmSync(stampPath(folder), { force: true });
  else writeFileSync(stampPath(folder), digest);
}
