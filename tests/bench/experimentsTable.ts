import { experiments } from '../support/experiments/experiments.ts';

/** `npm run bench -- table experiments [names] [edges of cells in mm]`: measured waters beside simulated ones. */
const words = process.argv.slice(2);
const edges = words.filter((word) => /^\d+(\.\d+)?$/.test(word)).map((word) => Number(word) / 1000);
const names = words.filter((word) => !/^\d/.test(word));
const unknown = names.find((name) => !Object.hasOwn(experiments, name));
if (unknown !== undefined) {
  process.stderr.write(`'${unknown}' is unknown; use ${Object.keys(experiments).join(', ')}\n`);
  process.exit(2);
}

const HEADS = ['measured', 'simulated', 'apart', 'bar'];
process.stdout.write(`${'experiment, cells'.padEnd(60)}${HEADS.map((head) => head.padStart(11)).join('')}\n`);
for (const [name, run] of Object.entries(experiments)) {
  if (names.length > 0 && !names.includes(name)) continue;
  for (const edge of edges.length > 0 ? edges : [0.025]) {
    const before = process.cpuUsage();
    const { cells, figures } = await run(edge);
    const { user, system } = process.cpuUsage(before);
    process.stdout.write(`${name}, ${cells} cells of ${1000 * edge} mm, ${((user + system) / 1e6).toFixed(0)} s\n`);
    for (const { what, unit, measured, simulated, bar } of figures) {
      const apart = measured === 0 ? simulated : simulated / measured - 1;
      const within = bar === undefined || Math.abs(apart) <= bar ? '' : ' *';
      const row = [measured, simulated].map((value) => value.toPrecision(3).padStart(11)).join('');
      const percent = [apart, bar]
        .map((share) => (share === undefined ? '' : `${(100 * share).toFixed(1)} %`).padStart(11))
        .join('');
      process.stdout.write(`  ${`${what} ${unit && `(${unit})`}`.padEnd(58)}${row}${percent}${within}\n`);
    }
  }
}
