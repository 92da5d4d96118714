import { formatNumber } from '../../units/formatNumber.ts';
import type { GraphDefinition } from './graphs.ts';
import type { GraphData } from './graphSeries.ts';

/** A take that is compared with the present one, by its numbers. */
export interface ComparedGraphs {
  readonly name: string;
  readonly data: GraphData;
}

/** A graph's numbers at a frame, in words: `37 · Volume 101 %`, `37 · kin 1756, el 35.7 J · Take 2: kin 1204, el 31 J`. Undefined where there are none. */
export function describeGraph(
  graph: GraphDefinition,
  frame: number,
  data: GraphData,
  compared: ComparedGraphs | undefined,
): string | undefined {
  const own = numbers(graph, frame, data);
  const other = compared === undefined ? undefined : numbers(graph, frame, compared.data);
  if (own === undefined && other === undefined) return undefined;
  const parts = [String(frame), ...(own === undefined ? [] : [own])];
  if (other !== undefined) parts.push(`${compared!.name}: ${other}`);
  return parts.join(' · ');
}

function numbers({ id, label, unit, series }: GraphDefinition, frame: number, data: GraphData): string | undefined {
  const values = data.values.get(id)?.map((one) => one[frame - data.first] ?? NaN) ?? [];
  if (values.every(Number.isNaN)) return undefined;
  const shown = values.map((value, k) => `${series.length === 1 ? label : series[k].label} ${formatNumber(value, 4)}`);
  return `${shown.join(', ')} ${unit}`;
}
