import { readFileSync, renameSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

/** Largest settings file that is read, bytes. */
const MAX_BYTES = 1 << 20;

/** A small settings file. A missing, torn or foreign file reads as undefined; writing replaces it atomically. */
export class JsonFile<T> {
  private readonly path: string;
  private readonly schema: z.ZodType<T>;

  constructor(path: string, schema: z.ZodType<T>) {
    this.path = path;
    this.schema = schema;
  }

  read(): T | undefined {
    try {
      const text = readFileSync(this.path, 'utf8');
      if (text.length > MAX_BYTES) return undefined;
      const parsed = this.schema.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : undefined;
    } catch {
      return undefined;
    }
  }

  /** Writes the settings; a failure is reported on standard error and otherwise ignored, since settings are a convenience. */
  write(value: T): void {
    const temporary = `${this.path}.${process.pid}.tmp`;
    try {
      mkdirSync(dirname(this.path), { recursive: true });
      writeFileSync(temporary, `${JSON.stringify(value, undefined, 2)}\n`, { flush: true });
      renameSync(temporary, this.path);
    } catch (error) {
      removeQuietly(temporary);
      process.stderr.write(`${this.path} could not be written: ${String(error)}\n`);
    }
  }
}

/** Removes a file if it exists: `force` ignores a missing file, but not a missing folder. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Nothing was written there.
  }
}
