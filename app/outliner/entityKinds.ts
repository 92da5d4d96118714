import type { Entity } from '../../src/scene/Scene.ts';

type Kind = Entity['kind'];

const LABELS: Readonly<Record<Kind, { readonly one: string; readonly many: string }>> = {
  solid: { one: 'Deformable solid', many: 'Solids' },
  cloth: { one: 'Cloth', many: 'Cloth' },
  liquid: { one: 'Liquid', many: 'Liquids' },
  region: { one: 'Liquid region', many: 'Liquid regions' },
  collider: { one: 'Collider', many: 'Colliders' },
  pin: { one: 'Pin', many: 'Pins' },
  force: { one: 'Force field', many: 'Forces' },
  camera: { one: 'Camera', many: 'Cameras' },
};

/** In the order of the outliner. */
export const entityKinds = Object.keys(LABELS) as Kind[];

export function kindLabel(kind: Kind): string {
  return LABELS[kind].one;
}

export function kindHeading(kind: Kind): string {
  return LABELS[kind].many;
}
