import type { EntityKind } from './AppKind.ts';

const LABELS: Readonly<Record<EntityKind, { readonly one: string; readonly many: string }>> = {
  solid: { one: 'Deformable solid', many: 'Solids' },
  cloth: { one: 'Cloth', many: 'Cloth' },
  liquid: { one: 'Liquid', many: 'Liquids' },
  region: { one: 'Liquid region', many: 'Liquid regions' },
  collider: { one: 'Collider', many: 'Colliders' },
  pin: { one: 'Pin', many: 'Pins' },
  force: { one: 'Force field', many: 'Forces' },
  camera: { one: 'Camera', many: 'Cameras' },
};

export function kindLabel(kind: EntityKind): string {
  return LABELS[kind].one;
}

export function kindHeading(kind: EntityKind): string {
  return LABELS[kind].many;
}
