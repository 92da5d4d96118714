// What the kernel build knows of constitutive models: a file `src/kernels/assembly/materials/<name>.ts` is the kernel of the name; so is
// `<name>.kernel.ts` in a folder of models that exist for tests alone (`extraKinds.mjs`). Nothing else lists them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/** Numbers that a material has room for: `FIBRE_PARAMS` of `src/kernels/bodyFields.ts`. */
const MOST_PARAMETERS = 16;
const FOLDER = 'src/kernels/assembly/materials';
const EXTRA = /\.kernel\.ts$/;

/** Whether the folder has kernels of its own. */
export function hasKernels(extra) {
  return extra !== undefined && existsSync(extra) && readdirSync(extra).some((file) => EXTRA.test(file));
}

/**
 * Reads the kernels of models, by name: each has a number, which the kernel branches on, its file, its class, and the parameters in the order of the
 * class's fields. Throws where a file is not what a kernel has to be.
 */
export function materialKernels(root, extra) {
  const own = readdirSync(join(root, FOLDER)).map((file) => join(root, FOLDER, file));
  const others = extra === undefined ? [] : readdirSync(extra).filter((file) => EXTRA.test(file));
  const files = [...own.sort(), ...others.sort().map((file) => join(extra, file))];
  const kernels = files.map((file, index) => ({ number: index + 1, ...kernelOf(file) }));
  for (const { name, file, number } of kernels) {
    if (kernels.find((other) => other.name === name).number < number) throw new Error(`${file}: two kernels '${name}'`);
  }
  return kernels;
}

function kernelOf(file) {
  const name = basename(file).replace(/(\.kernel)?\.ts$/, '');
  const type = `${name[0].toUpperCase()}${name.slice(1)}`;
  const source = readFileSync(file, 'utf8');
  const params = [...source.matchAll(/^ {2}(\w+): f32;$/gm)].map(([, param]) => param);
  const complain = (problem) => {
    throw new Error(`${file}: ${problem}`);
  };
  if (!source.includes(`@unmanaged\nexport class ${type} {`)) complain(`an unmanaged class ${type} is wanted`);
  if (params.length === 0 || params.length > MOST_PARAMETERS) complain(`1 to ${MOST_PARAMETERS} parameters are wanted`);
  return { name, file, type, params };
}

/** The AssemblyScript module `materialDispatch`: chooses the loop of a model by its number. */
export function dispatchModule(root, kernels) {
  const from = join(root, 'src/kernels/assembly');
  const path = (file) => relative(from, file).replaceAll('\\', '/').replace(/\.ts$/, '');
  const imports = kernels.map(({ type, file }) => {
    const module = path(file);
    return `import { ${type} } from '${module.startsWith('.') ? module : `./${module}`}';`;
  });
  const choice = (call) => kernels.map(({ number, type }) => `    case ${number}: ${call(type)}`).join('\n');
  return `${imports.join('\n')}
import { stressLoop, tangentLoop } from './materialLoops';
import { planeStressLoop } from './membrane/planeStress';

export function principalStresses(model: u32, params: usize, s: usize, p: usize, count: usize): void {
  switch (model) {
${choice((type) => `stressLoop<${type}>(params, s, p, count); break;`)}
  }
}

export function principalTangents(model: u32, params: usize, s: usize, out: usize, count: usize): void {
  switch (model) {
${choice((type) => `tangentLoop<${type}>(params, s, out, count); break;`)}
  }
}

export function planeStresses(model: u32, params: usize, s: usize, law: usize, scratch: usize, count: usize): void {
  switch (model) {
${choice((type) => `planeStressLoop<${type}>(params, s, law, scratch, count); break;`)}
  }
}

export function restStiffness(model: u32, params: usize): v128 {
  switch (model) {
${choice((type) => `return changetype<${type}>(params).restStiffness();`)}
  }
  return f32x4.splat(0.0);
}
`;
}

/** The TypeScript module `materialKernels`: number and packed parameters of each kernel. */
export function tableModule(kernels) {
  const lines = kernels.map(({ name, number, params }) => {
    return `  ${name}: { number: ${number}, params: [${params.map((param) => `'${param}'`).join(', ')}] },\n`;
  });
  return `/** Generated from the kernels of models by tools/buildKernels.mjs: the number and the parameters in packed order of each. */
export const materialKernels: Readonly<Record<string, { readonly number: number; readonly params: readonly string[] }>> = {
${lines.join('')}};
`;
}
