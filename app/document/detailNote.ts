import type { DefinitionInfo } from '../../src/protocol/requests/program.ts';
import type { Meshing } from '../../src/scene/kinds/solid.ts';

/** Returns the note that elements do not follow painted detail, and which mesher's would; undefined where they do. */
export function detailNote(meshing: Meshing | undefined, definitions: readonly DefinitionInfo[]): string | undefined {
  if (meshing === undefined) return 'It has elements of its own: painted detail has no effect.';
  const meshers = definitions.filter(({ kind }) => kind === 'mesher');
  const mesher = meshers.find(({ type }) => type === meshing.method);
  if (mesher === undefined || mesher.followsDetail === true) return undefined;
  const following = meshers.filter(({ followsDetail }) => followsDetail === true).map(({ label }) => label);
  return `${mesher.label} makes elements of one size: painted detail has no effect. ${following.join(', ')} follow it.`;
}
