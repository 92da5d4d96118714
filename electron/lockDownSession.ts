import type { Session } from 'electron';
import { isAppUrl } from './origin.ts';

/** The only permission of the editor's page: writing text to the clipboard (Copy CLI command). Reading it stays denied. */
const ALLOWED_PERMISSIONS: readonly string[] = ['clipboard-sanitized-write'];

/** Denies every permission and device, and every download that the editor did not create itself. */
export function lockDownSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(ALLOWED_PERMISSIONS.includes(permission) && details.isMainFrame && isAppUrl(details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) => {
    return ALLOWED_PERMISSIONS.includes(permission) && isAppUrl(requestingOrigin);
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.on('will-download', (event, item) => {
    const address = item.getURL();
    if (!address.startsWith('blob:') || !isAppUrl(address.slice('blob:'.length))) event.preventDefault();
  });
}
