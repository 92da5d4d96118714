import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { extraKinds } from './tools/extraKinds.mjs';

/** Builds the editor: static files that Electron's main process or the local host serves. */
export default defineConfig({
  root: 'app',
  base: './',
  plugins: [react(), extraKinds()],
  worker: { format: 'es', plugins: () => [extraKinds()] },
  build: {
    outDir: '../dist/app',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
  },
});
