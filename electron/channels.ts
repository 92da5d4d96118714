/** Names of the messages between main process and preload script. */
export const channels = {
  // Requests of the preload script.
  connectHost: 'host:connect',
  openShotDialog: 'dialog:open-shot',
  saveShotDialog: 'dialog:save-shot',
  importMeshDialog: 'dialog:import-mesh',
  exportDialog: 'dialog:export',
  grantFile: 'file:grant',
  recentShots: 'recent:list',
  clearRecentShots: 'recent:clear',
  // Notifications of the preload script.
  documentState: 'document:state',
  documentSaved: 'document:saved',
  menuState: 'menu:state',
  openExternal: 'external:open',
  openPathReady: 'open-path:ready',
  // Notifications of the main process.
  hostPort: 'host:port',
  hostLost: 'host:lost',
  command: 'menu:command',
  openPath: 'open-path',
  saveBeforeClose: 'document:save',
} as const;
