import type { MessageEndpoint } from '../src/protocol/MessageEndpoint.ts';
import { hostCommand, type HostReport } from './hostMessages.ts';
import { messagePortEndpoint, type EmitterPort } from './messagePortEndpoint.ts';
import type { PathGrants } from './pathGrants.ts';

/** The used part of a utility process's control port. */
export interface ControlPort {
  on(event: 'message', listener: (event: { data: unknown; ports: readonly EmitterPort[] }) => void): unknown;
  postMessage(message: HostReport): void;
}

/** Serves the main process: takes grants and opens a host for every connection. Unknown messages are ignored. */
export function serveControlPort(
  control: ControlPort,
  grants: PathGrants,
  importExtensions: readonly string[],
  openHost: (endpoint: MessageEndpoint) => void,
): void {
  control.on('message', ({ data, ports }) => {
    const command = hostCommand.safeParse(data);
    if (!command.success) return;
    if (command.data.kind === 'connect') {
      const [port] = ports;
      if (port !== undefined) openHost(messagePortEndpoint(port));
      return;
    }
    for (const grant of command.data.grants) grants.add(grant);
    control.postMessage({ kind: 'granted', id: command.data.id });
  });
  control.postMessage({ kind: 'ready', importExtensions: [...importExtensions] });
}
