import { parseArgs } from 'node:util';
import { judged, ratioOf } from './BenchRow.ts';
import { GrowthSeries } from './report/growth.ts';
import { machineLine, measureMachine } from './report/machine.ts';
import { rowText, tableHead } from './report/tableText.ts';
import { SUITES } from './suites.ts';

/** `npm run bench -- [suites] [--json]`: the suites that are named, or all, beside what they are compared with; as a table or one JSON object per line. */
const { values, positionals: chosen } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const { json } = values;
const unknown = chosen.find((name) => !(name in SUITES));
if (unknown !== undefined) {
  process.stderr.write(`there is no benchmark '${unknown}'; use one of ${Object.keys(SUITES).join(', ')}\n`);
  process.exit(2);
}

const machine = measureMachine();
process.stdout.write(json ? `${JSON.stringify({ machine })}\n` : `${machineLine(machine)}\n${tableHead()}\n`);

for (const [suite, run] of Object.entries(SUITES)) {
  if (chosen.length > 0 && !chosen.includes(suite)) continue;
  const growth = new GrowthSeries();
  for await (const row of await run()) {
    const exponent = row.size && growth.add(row.size.series, { count: row.size.count, time: judged(row.measured) });
    const line = json
      ? JSON.stringify({ suite, ...row, ratio: ratioOf(row), exponent })
      : rowText(row, exponent, machine.read);
    process.stdout.write(`${line}\n`);
  }
  for (const { series, exponent, rows } of growth.summaries()) {
    const line = json
      ? JSON.stringify({ suite, series, exponent, rows })
      : `  ${series}: time grows as n^${exponent.toFixed(2)} over n = ${rows.map(({ count }) => count).join(', ')}`;
    process.stdout.write(`${line}\n`);
  }
}
