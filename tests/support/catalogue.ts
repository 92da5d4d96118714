import { z } from 'zod';
import { quantity } from '../../src/base/quantities.ts';
import { Registry } from '../../src/base/registry.ts';
import { createCatalogue } from '../../src/scene/DefinitionCatalogue.ts';

const fineness = quantity({ unit: '', label: 'fineness', help: 'For tests.', min: 0, max: 10, default: 2 });
const definition = (type: string, params: z.ZodType) => ({ type, label: type, reference: 'none', params });

/** Stand-ins for the registries of meshers, collider shapes and liquid transports, with one parameter each. */
export const testCatalogue = createCatalogue({
  meshers: new Registry('mesher', [
    definition('lattice', z.strictObject({ fineness })),
    definition('graded-stuffing', z.strictObject({})),
  ]),
  colliderShapes: new Registry('collider shape', [
    definition('plane', z.strictObject({ tilt: quantity({ unit: 'rad', label: 'tilt', help: '', default: 0 }) })),
    definition('sphere', z.strictObject({})),
  ]),
  liquidTransports: new Registry('liquid advection', [definition('flow', z.strictObject({ fineness }))]),
});
