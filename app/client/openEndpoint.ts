import type { DuctileBridge } from '../../electron/bridge.ts';
import { openHostConnection, type PageWindow } from '../../electron/openHostConnection.ts';
import type { OpenEndpoint } from './Connection.ts';
import { hostAddress, openWebSocketEndpoint } from './webSocketEndpoint.ts';

declare global {
  interface Window {
    /** The bridge to the main process; in Electron's window only. */
    readonly ductile?: DuctileBridge;
  }
}

/** What Electron's window offers; undefined in a browser. */
export const bridge: DuctileBridge | undefined = typeof window === 'undefined' ? undefined : window.ductile;

/** How this window reaches its simulation host: the process that Electron started, or the local host that served the page. */
export const openEndpoint: OpenEndpoint = () =>
  bridge === undefined
    ? openWebSocketEndpoint(hostAddress(window.location))
    : openHostConnection(bridge, window as unknown as PageWindow);
