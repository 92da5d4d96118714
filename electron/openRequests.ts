import { resolve } from 'node:path';
import { z } from 'zod';

/** Data that a second instance of the program passes to the first. */
export const secondStart = z.object({ paths: z.array(z.string().max(4096)).max(100) });

/**
 * Returns the shots on a command line as full paths. The first argument is the program, and where it runs from source (`defaultApp`) the
 * second its folder. Switches are ignored.
 */
export function shotsOfArguments(argv: readonly string[], folder: string, defaultApp: boolean): string[] {
  return argv
    .slice(defaultApp ? 2 : 1)
    .filter((argument) => !argument.startsWith('-') && /\.ductile$/i.test(argument))
    .map((argument) => resolve(folder, argument));
}

/** Queue of shots to open until the page listens; the last one wins. */
export class OpenRequests {
  private readonly deliver: (path: string) => void;
  private waiting: string | undefined;
  private listening = false;

  constructor(deliver: (path: string) => void) {
    this.deliver = deliver;
  }

  add(path: string): void {
    if (this.listening) this.deliver(path);
    else this.waiting = path;
  }

  /** Records that the page listens. */
  pageReady(): void {
    this.listening = true;
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting !== undefined) this.deliver(waiting);
  }

  /** Records that the page is loading, gone or closed. */
  pageGone(): void {
    this.listening = false;
  }
}
