import type { z } from 'zod';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';
import type { LiquidKernel } from '../kernels/liquid/LiquidKernel.ts';
import type { CellGrid } from './CellGrid.ts';
import type { TransportScheme } from './transport/TransportScheme.ts';
import type { ClosedSides } from './walls/LiquidObstacles.ts';

/** The liquid that an advection scheme is made for. */
export interface AdvectedLiquid {
  readonly grid: CellGrid;
  readonly closedSides: ClosedSides;
  /** How far from its surface liquid flies apart from it, in cells; left out, a liquid that is no particles has none that does. */
  readonly sprayDistance?: number;
  /** Kernel of the same grid and sides, where there is one. */
  readonly kernel?: LiquidKernel;
  /** Another seed scatters particles at other random places; 0 where left out. */
  readonly seed?: number;
}

/** How a liquid is advected. Registered by adding a file to `transports/` that default-exports one. */
export interface LiquidTransportDefinition<Params = unknown> extends Definition {
  readonly params: z.ZodType<Params>;
  /** Its schemes store a level set: frames hold cells of that, and their particles are spray. */
  readonly storesLevelSet?: true;
  /** Cloth can part it: it is stored as particles whose distances say where its surface is. */
  readonly isParted?: true;
  /** Drops of spray that have the volume of a cell; as many as particles fill one, 8, where left out. */
  dropsOfCell?(params: Params): number;
  create(liquid: AdvectedLiquid, params: Params): TransportScheme;
}

export const liquidTransports = new Registry<LiquidTransportDefinition>(
  'liquid advection',
  defaultExports<LiquidTransportDefinition>(import.meta.glob('./transports/*.ts', { eager: true })),
);

/** The scheme of a liquid that names none: affine particles. */
const USUAL = { type: 'affine', params: {} } as const;

/** Returns the advection scheme that a liquid names, with its parameters. */
export function transportOf(named: { readonly type: string; readonly params: unknown } | undefined): {
  readonly definition: LiquidTransportDefinition;
  readonly params: unknown;
} {
  const { type, params } = named ?? USUAL;
  return { definition: liquidTransports.get(type), params };
}
