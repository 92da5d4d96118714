import type { z } from 'zod';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';
import type { LiquidKernel } from '../kernels/liquid/LiquidKernel.ts';
import type { CellGrid } from './CellGrid.ts';
import type { ParticleFaceTransfer } from './transport/ParticleTransfer.ts';

/** How velocities go from particles to faces and back. Registered by adding a file to `transports/` that default-exports one. */
export interface LiquidTransportDefinition<Params = unknown> extends Definition {
  readonly params: z.ZodType<Params>;
  /** `kernel` of the liquid, where there is one. */
  create(grid: CellGrid, params: Params, kernel?: LiquidKernel): ParticleFaceTransfer;
}

export const liquidTransports = new Registry<LiquidTransportDefinition>(
  'liquid transport',
  defaultExports<LiquidTransportDefinition>(import.meta.glob('./transports/*.ts', { eager: true })),
);
