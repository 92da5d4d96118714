import { z } from 'zod';
import { menuCommands } from './menuTable.ts';

const path = z.string().min(1).max(4096);
/** A file name without a folder. */
const fileName = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => !/[\\/\0]/.test(name), { message: 'not a file name' });
const extension = z.string().regex(/^[a-z0-9]{1,16}$/);

const menuItemState = z.strictObject({
  label: z.string().min(1).max(120).optional(),
  enabled: z.boolean().optional(),
  checked: z.boolean().optional(),
  accelerator: z
    .string()
    .regex(/^[\x20-\x7e]{1,40}$/)
    .optional(),
});

/** The arguments of every message that the preload script sends. */
export const ipcSchemas = {
  none: z.tuple([]),
  name: z.tuple([fileName]),
  exportDialog: z.tuple([fileName, z.array(extension).min(1).max(20)]),
  path: z.tuple([path]),
  documentState: z.tuple([z.strictObject({ path: path.optional(), name: z.string().max(200), dirty: z.boolean() })]),
  documentSaved: z.tuple([z.boolean()]),
  menuState: z.tuple([
    z
      .record(z.string().max(64), menuItemState)
      .refine((state) => Object.keys(state).every((id) => menuCommands.has(id)), {
        message: 'not a command of the menu',
      }),
  ]),
  address: z.tuple([z.string().max(2048)]),
} as const;
