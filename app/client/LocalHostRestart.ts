import { z } from 'zod';
import { CoreError } from '../../src/base/errors.ts';
import type { HostRestart } from './Connection.ts';

const restartAddress = z.object({ port: z.int().min(1).max(65535), secret: z.string() });

/** Asks the process that watches over a local host to restart it: it answers also when the host does not. */
export class LocalHostRestart implements HostRestart {
  private readonly fetch: typeof fetch;
  private address: z.output<typeof restartAddress> | undefined;

  constructor(fetchFrom: typeof fetch = (input, init) => fetch(input, init)) {
    this.fetch = fetchFrom;
  }

  async learn(): Promise<void> {
    try {
      const answer = await this.fetch('/restart');
      if (answer.ok) this.address = restartAddress.parse(await answer.json());
    } catch {
      // What was learnt before still holds.
    }
  }

  async ask(): Promise<void> {
    const { address } = this;
    const answer =
      address &&
      (await this.fetch(`http://127.0.0.1:${address.port}/restart`, {
        method: 'POST',
        headers: { authorization: `Bearer ${address.secret}` },
      }).catch(() => undefined));
    if (answer?.ok === true) return;
    throw new CoreError('internal', 'the simulation process cannot be restarted from here', {
      remedy: 'Stop the program where it was started, and start it again. Edits and finished frames are kept.',
    });
  }
}
