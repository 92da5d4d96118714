import type { OpenEndpoint } from './Connection.ts';
import { openWebSocketEndpoint } from './webSocketEndpoint.ts';

/** How this window reaches its simulation host: the local host that served the page. */
export const openEndpoint: OpenEndpoint = () => openWebSocketEndpoint();
