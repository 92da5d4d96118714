import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Names of all scenes of the suite below `examples/3D` of its folder, without their ending, in alphabetical order. */
export function contactSceneNames(folder: string): string[] {
  return readdirSync(join(folder, 'examples/3D'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replaceAll('\\', '/').slice(0, -'.json'.length))
    .sort();
}
