import extraKinds from '#extra-kinds/solidFields';
import { defaultExports, Registry } from '../../base/registry.ts';
import type { DeclaredAttribute } from '../../frames/AttributeDisplay.ts';
import type { Attribute } from '../../frames/Stream.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import type { DeformableBody } from '../../solids/DeformableBody.ts';
import type { QuasistaticIntegrator } from '../../solids/quasistatic/QuasistaticIntegrator.ts';
import type { SolidBodyInput, SolidOperators } from '../../solids/SolidOperators.ts';
import type { SolidPlasticity } from './SolidPlasticity.ts';

/** What the fields of a solid are computed from. */
export interface SolidParts {
  readonly body: SolidBodyInput;
  /** The shape at rest in world axes as placed at the first frame. */
  readonly volume: VolumeMesh;
  readonly operators: SolidOperators;
  readonly integrator: DeformableBody | QuasistaticIntegrator;
  /** Undefined for an elastic solid. */
  readonly plasticity: SolidPlasticity | undefined;
}

/** What of a solid is keyed, at one moment. */
export interface SolidMoment {
  /** Factor of its stiffness. */
  readonly strength: number;
  /** Activation of its fibres. */
  readonly activation: number;
}

/** Attributes that the mesh stream of a solid has. */
export interface PresentField {
  readonly declared: readonly DeclaredAttribute[];
  /** Computes those of the present state that frames hold; left out for attributes that are computed of stored frames on request. */
  values?(moment: SolidMoment): Attribute[];
}

/** A field of solids. Registered by a file of `fields/` that default-exports one. */
export interface SolidField {
  readonly type: string;
  /** Place in menus, from low to high; last where left out. */
  readonly order?: number;
  /** Returns the attributes of a solid; undefined where it does not have the field. */
  of(parts: SolidParts): PresentField | undefined;
}

const fields = new Registry<SolidField>(
  'field of solids',
  defaultExports<SolidField>({ ...import.meta.glob('./fields/*.ts', { eager: true }), ...extraKinds }),
);

const inMenus = fields.all().toSorted((a, b) => orderOf(a) - orderOf(b));

function orderOf({ order }: SolidField): number {
  return order ?? Number.MAX_SAFE_INTEGER;
}

/** The fields that a solid has, in the order of menus. */
export function fieldsOf(parts: SolidParts): PresentField[] {
  return inMenus.flatMap((field) => field.of(parts) ?? []);
}
