import { EnclosedVolume } from '../incompressibility/EnclosedVolume.ts';
import { type VolumeBody, VolumeConservation, type VolumeSettings } from '../incompressibility/VolumeConservation.ts';
import type { ShellInput } from './ShellInput.ts';

/** What of a shell is kept, and how exactly: the area of every one-ring, or the volume that a closed one encloses. */
export interface ShellVolumeSettings extends VolumeSettings {
  readonly keeps: 'area' | 'enclosed';
}

/** What the conservation of volumes needs of a shell. */
type ShellParts = Pick<VolumeBody, 'positions' | 'velocities' | 'targets' | 'contact'> & {
  readonly shell: ShellInput;
  /** kg. */
  readonly masses: Float64Array;
};

/**
 * Conservation of volumes as solids have it (Irving 2007, chapter 4), in its form for triangles: a one-ring has a third of the area of every triangle at its
 * vertex. With a constant thickness that is its volume. Steps are implicit.
 */
export function shellVolume(
  { shell, masses, ...parts }: ShellParts,
  settings: ShellVolumeSettings,
): VolumeConservation {
  const { restPositions, triangles } = shell;
  const createPressures: VolumeBody['operators']['createPressures'] =
    settings.keeps === 'area' ? undefined : (input) => new EnclosedVolume(triangles, restPositions, input);
  const body = { elementKind: 'triangle', elements: triangles, restPositions, implicit: { typicalStep: NaN } } as const;
  return new VolumeConservation({ ...parts, body, operators: { masses, createPressures } }, settings);
}
