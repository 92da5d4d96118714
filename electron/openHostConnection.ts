import type { MessageEndpoint } from '../src/protocol/MessageEndpoint.ts';
import type { DuctileBridge, HostPortMessage } from './bridge.ts';
import { messagePortEndpoint, type PagePort } from './messagePortEndpoint.ts';

interface WindowMessage {
  readonly data: unknown;
  readonly source: unknown;
  readonly ports: readonly PagePort[];
}

/** The window of a page, as far as it is used here. */
export interface PageWindow {
  addEventListener(event: 'message', listener: (event: WindowMessage) => void): void;
  removeEventListener(event: 'message', listener: (event: WindowMessage) => void): void;
}

/**
 * The page's side of a new connection with the simulation host. Runs in the page and uses no Electron. Rejects where the host cannot be
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
    // Answer and port come by different ways: either may be first.
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
