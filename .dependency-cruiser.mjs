import { LAYERS, NODE_FOLDERS } from './tools/layers.mjs';

const upward = LAYERS.map((layer, index) => ({
  name: `${layer}-imports-only-earlier-folders`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(${LAYERS.slice(index + 1).join('|') || 'nothing'})/` },
}));

export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    ...upward,
    {
      name: 'node-modules-stay-at-the-edge',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(${NODE_FOLDERS.join('|')})/` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'three-only-in-geometry',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/geometry/' },
      to: { path: 'node_modules/three' },
    },
    {
      name: 'core-never-imports-the-interface',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(app|electron)/' },
    },
    {
      name: 'app-sees-only-the-shared-folders',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^src/', pathNot: '^src/(protocol|scene|frames|base)/' },
    },
    {
      name: 'electron-sees-only-the-host',
      severity: 'error',
      from: { path: '^electron/' },
      to: { path: '^src/', pathNot: '^src/(host|protocol|base)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
};
