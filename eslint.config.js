import tseslint from 'typescript-eslint';

const banned = [
  {
    object: 'Math',
    property: 'random',
    message: 'Use the seeded generator in src/math: results must repeat bit for bit.',
  },
  { object: 'Date', property: 'now', message: 'Wall-clock time must not reach results.' },
];

const message = 'Files are read through src/cache/plainFile.ts: a FIFO or a device would never end.';
/** What opens files; those that write may. */
const opensFiles = {
  'no-restricted-imports': [
    'error',
    {
      paths: [
        { name: 'node:fs', importNames: ['createReadStream', 'open', 'openSync', 'readFile', 'readFileSync'], message },
        { name: 'node:fs/promises', importNames: ['open', 'readFile'], message },
      ],
    },
  ],
};
const filesThatWrite = [
  'src/cache/atomicFile.ts',
  'src/cache/plainFile.ts',
  'src/host/session/UploadFolder.ts',
  'src/host/shot/createShot.ts',
  'src/io/alembic/ByteSink.ts',
  'src/io/exporters/sequence/exportSequence.ts',
  // Serves the files of the program itself.
  'src/host/local/LocalServer.ts',
];

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'node_modules/**',
      'src/kernels/generated/**',
      'src/kernels/assembly/**',
      '**/*.kernel.ts',
      'tests/.output/**',
    ],
  },
  ...tseslint.configs.strict,
  {
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/unified-signatures': 'off',
      'no-restricted-properties': ['error', ...banned],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/cli/**'],
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': ['error', { selector: "NewExpression[callee.name='Date']", message: 'No Date in src.' }],
    },
  },
  { files: ['src/**/*.ts'], ignores: filesThatWrite, rules: opensFiles },
);
