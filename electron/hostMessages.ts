import { z } from 'zod';

/** Messages of the main process to the simulation process over its control port. A `connect` carries one end of a new connection. */
export const hostCommand = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('connect') }),
  z.strictObject({
    kind: z.literal('grant'),
    id: z.int().min(0),
    grants: z.array(z.strictObject({ folder: z.string().min(1).max(4096), purpose: z.enum(['read', 'write']) })),
  }),
]);
export type HostCommand = z.output<typeof hostCommand>;

/** Messages of the simulation process. `granted` follows once the grants of that number are in force. */
export const hostReport = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready'), importExtensions: z.array(z.string().max(16)).max(200) }),
  z.strictObject({ kind: z.literal('granted'), id: z.int().min(0) }),
]);
export type HostReport = z.output<typeof hostReport>;
