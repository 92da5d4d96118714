import tseslint from 'typescript-eslint';

const banned = [
  {
    object: 'Math',
    property: 'random',
    message: 'Use the seeded generator in src/math: results must repeat bit for bit.',
  },
  { object: 'Date', property: 'now', message: 'Wall-clock time must not reach results.' },
];

export default tseslint.config(
  {
    ignores: ['dist/**', 'node_modules/**', 'src/kernels/generated/**', 'src/kernels/assembly/**', 'tests/.output/**'],
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
);
