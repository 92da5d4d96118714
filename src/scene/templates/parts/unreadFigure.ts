/** The file that lies beside a shot of the walking figure that was made without one. */
export const UNREAD_FIGURE = {
  path: 'meshes/walking-figure.gltf',
  sha256: '0'.repeat(64),
  object: 'figure',
} as const;
