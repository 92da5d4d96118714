import { z } from 'zod';

/** What the watching process tells the serving one, over their channel: other users of the machine could read arguments. */
export const serveOrder = z.strictObject({
  port: z.int().min(0).max(65535),
  token: z.string(),
  ticket: z.string().optional(),
  /** The folders whose files a page may name. */
  roots: z.tuple([z.string()], z.string()),
  /** Frames of sample shots are made in the background. */
  preparesSamples: z.boolean().optional(),
  notice: z.string().optional(),
  /** Address at which pages ask the watching process for a restart. */
  restart: z.strictObject({ port: z.int().min(1).max(65535), secret: z.string() }).optional(),
});
export type ServeOrder = z.output<typeof serveOrder>;

/** What the serving process says back. */
export const serveReport = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('listening'), port: z.int() }),
  /** It could not begin, or breaks down; it ends now. */
  z.strictObject({ kind: z.literal('failed'), reason: z.string() }),
]);
export type ServeReport = z.output<typeof serveReport>;
