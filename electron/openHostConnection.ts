import type { MessageEndpoint } from '../src/protocol/MessageEndpoint.ts';
import type { DuctileBridge, HostPortMessage } from './bridge.ts';
import { messagePortEndpoint, type PagePort } from './messagePortEndpoint.ts';

interface WindowMessage {
  readonly data: unknown;
  readonly source: unknown;
  readonly ports: readonly PagePort[];
}

/** The used part of a page's window. */
export interface PageWindow {
  addEventListener(event: 'message', listener: (event: WindowMessage) => void): void;
  removeEventListener(event: 'message', listener: (event: WindowMessage) => void): void;
}

/**
 * Opens the page's side of a new connection to the simulation host. Runs in the page and does not use Electron. Rejects where the host cannot be
 * started.
 */
export async function openHostConnection(
  bridge: Pick<DuctileBridge, 'connectHost'>,
  page: PageWindow,
): Promise<MessageEndpoint> {
  const ports = new Map<number, PagePort>();
  let arrived: () => void = () => undefined;
  const receive = ({ data, source, ports: [port] }: WindowMessage) => {
    if (source !== page || port === undefined || !isHostPort(data)) return;
    ports.set(data.connection, port);
    arrived();
  };
  page.addEventListener('message', receive);
  try {
    const connection = await bridge.connectHost();
    // Response and port arrive separately, in either order.
    while (!ports.has(connection)) {
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
    }
    return messagePortEndpoint(ports.get(connection)!);
  } finally {
    page.removeEventListener('message', receive);
  }
}

function isHostPort(data: unknown): data is HostPortMessage {
  return typeof data === 'object' && data !== null && (data as Partial<HostPortMessage>).ductile === 'host-port';
}
