import { APP_LAYERS, LAYERS, NODE_FOLDERS } from './tools/layers.mjs';

/** A rule for each folder of `root`: it imports none of those that come after it. */
function upwardRules(root, layers) {
  return layers.map((layer, index) => ({
    name: `${root}-${layer}-imports-only-earlier-folders`,
    severity: 'error',
    from: { path: `^${root}/${layer}/` },
    to: { path: `^${root}/(${layers.slice(index + 1).join('|') || 'nothing'})/` },
  }));
}

export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...upwardRules('src', LAYERS),
    ...upwardRules('app', APP_LAYERS),
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
