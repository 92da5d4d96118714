import { z } from 'zod';
import type { Definition, Registry } from '../../base/registry.ts';
import { colliderShapes } from '../../collision/CollisionBody.ts';
import { animationFormats } from '../../io/AnimatedSource.ts';
import { exporters } from '../../io/Exporter.ts';
import { importers } from '../../io/Importer.ts';
import { liquidTransports } from '../../liquids/LiquidTransport.ts';
import { constitutiveModels } from '../../materials/ConstitutiveModel.ts';
import { meshers } from '../../meshing/Mesher.ts';
import { goalShapes } from '../../plasticity/GoalShape.ts';
import { yieldLaws } from '../../plasticity/YieldLaw.ts';
import type { DefinitionInfo } from '../../protocol/requests/program.ts';
import { templates } from '../../scene/templates.ts';
import { templateSubject } from '../shot/templateSubject.ts';

/** What some kinds of definition say beyond their parameters. */
interface Described extends Definition {
  readonly extensions?: readonly string[];
  readonly needsMesh?: boolean;
  readonly takesMesh?: boolean;
  readonly sampleMesh?: string;
  readonly followsDetail?: boolean;
  readonly hasFibres?: boolean;
  readonly measure?: string;
  readonly sequence?: boolean;
}

/** All registries, in the order in which an artist meets them. */
const registries: readonly Pick<Registry<Described>, 'kind' | 'all'>[] = [
  templates,
  meshers,
  constitutiveModels,
  yieldLaws,
  goalShapes,
  colliderShapes,
  liquidTransports,
  importers,
  animationFormats,
  exporters,
];

/** Everything that is registered, as menus, forms and the command line list it: by kind, then by type. */
export function definitionInfos(): DefinitionInfo[] {
  const subjects = new Map(templates.all().map((template) => [template.type, templateSubject(template)]));
  return registries.flatMap((registry) =>
    registry.all().map((definition) => {
      const info = definitionInfo(registry.kind, definition);
      const subject = registry === templates ? subjects.get(info.type) : undefined;
      return subject === undefined ? info : { ...info, subject };
    }),
  );
}

function definitionInfo(kind: string, definition: Described): DefinitionInfo {
  const { type, label, reference, params, extensions = [], sequence = false } = definition;
  // A template that brings a sample mesh can be made without one.
  const takesMesh = definition.needsMesh === true || definition.takesMesh === true;
  const needsMesh = definition.needsMesh === true && definition.sampleMesh === undefined;
  return {
    kind,
    type,
    label,
    reference,
    params: paramsSchema(params),
    extensions: [...extensions],
    needsMesh,
    takesMesh,
    sequence,
    ...(definition.followsDetail === true && { followsDetail: true }),
    ...(definition.hasFibres === true && { hasFibres: true }),
    ...(definition.measure !== undefined && { measure: definition.measure }),
  };
}

/**
 * JSON Schema of parameters as they may be written (defaults left out). What `quantity` and `meta` say of a member stands beside its type:
 * `quantity` (unit, label, help, symbol, ranges, default), or `label` and `help` of choices and switches. Rules between several members
 * are not in it: the host checks them.
 */
export function paramsSchema(params: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' });
  return schema;
}
