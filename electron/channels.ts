/** Names of the messages between main process and preload script. */
export const channels = {
  // Asked by the preload script.
  connectHost: 'host:connect',
  openShotDialog: 'dialog:open-shot',
  saveShotDialog: 'dialog:save-shot',
  importMeshDialog: 'dialog:import-mesh',
  exportDialog: 'dialog:export',
  grantFile: 'file:grant',
  recentShots: 'recent:list',
  clearRecentShots: 'recent:clear',
  // Told by the preload script.
  documentState: 'document:state',
  documentSaved: 'document:saved',
  menuState: 'menu:state',
  openExternal: 'external:open',
  openPathReady: 'open-path:ready',
  // Told by the main process.
  hostPort: 'host:port',
  hostLost: 'host:lost',
  command: 'menu:command',
  openPath: 'open-path',
  saveBeforeClose: 'document:save',
} as const;
