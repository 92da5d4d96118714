import { defineConfig } from 'vite';
import { extraKinds } from './tools/extraKinds.mjs';

/** Builds the headless program: the `ductile` command and the scripts that worker threads start from. */
export default defineConfig({
  plugins: [extraKinds()],
  ssr: { noExternal: ['zod', 'fflate', '@noble/hashes'] },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rollupOptions: {
      input: {
        ductile: 'src/cli/main.ts',
        commandThread: 'src/cli/commandThread.ts',
        localHost: 'src/host/local/main.ts',
        serveHost: 'src/host/local/serveHost.ts',
        jobWorker: 'src/host/jobs/jobWorker.ts',
        sampleFrames: 'src/host/samples/main.ts',
        kernelWorker: 'src/kernels/threads/kernelWorker.ts',
        bench: 'tests/bench/main.ts',
        fuzz: 'tests/fuzz/main.ts',
        editorBench: 'tests/bench/editor/main.ts',
        pictures: 'tests/pictures/main.ts',
        pressTable: 'tests/bench/press.ts',
        puddleTable: 'tests/bench/puddle.ts',
        recoveryTable: 'tests/bench/recovery.ts',
        bendingTable: 'tests/bench/bendingTable.ts',
        restTable: 'tests/bench/restTable.ts',
        experimentsTable: 'tests/bench/experimentsTable.ts',
        contactTable: 'tests/bench/contactTable.ts',
        hashesTable: 'tests/bench/hashesTable.ts',
        meshingTable: 'tests/bench/meshingTable.ts',
        wholeTable: 'tests/bench/wholeTable.ts',
        againstTable: 'tests/bench/againstTable.ts',
      },
      output: {
        entryFileNames: '[name].js',
        minify: { compress: false, mangle: false, codegen: true },
        // What only benchmarks and pictures share stays out of packages.
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some((id) => id.includes('/tests/')) ? 'studies/[name]-[hash].js' : 'chunks/[name]-[hash].js',
      },
    },
  },
});
