import type { TemplateMesh } from '../../templates.ts';

/** The skin of a figure beside a shot that was made without its file. */
export const UNREAD_SKIN: TemplateMesh = {
  path: 'meshes/figure-skin.obj',
  sha256: '0'.repeat(64),
  metresPerUnit: 1,
  upAxis: 'y',
  bounds: [],
};
