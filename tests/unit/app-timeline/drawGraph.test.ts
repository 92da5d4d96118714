import { expect, test } from 'vitest';
import type { Drawing } from '../../../app/timeline/draw/Drawing.ts';
import { drawCompared } from '../../../app/timeline/graphs/drawGraph.ts';
import { graphs } from '../../../app/timeline/graphs/graphs.ts';
import { sampleCodes } from '../../../app/timeline/graphs/graphSeries.ts';

/** The lines that were stroked: their colour and the frames that they lead through. */
function strokes(states: readonly (keyof typeof sampleCodes)[]): [string, number[]][] {
  const found: [string, number[]][] = [];
  let points: number[] = [];
  const context = {
    strokeStyle: '',
    setLineDash: () => undefined,
    beginPath: () => (points = []),
    // Half a pixel makes a frame without neighbours visible.
    moveTo: (x: number) => points.push(x),
    lineTo: (x: number) => x > points.at(-1)! + 1 && points.push(x),
    stroke() {
      found.push([this.strokeStyle, points]);
    },
  };
  const colours = new Proxy({}, { get: (_, name) => (name === 'text-disabled' ? 'grey' : 'colour') });
  const axis = { viewFirst: 1, viewLast: 8, width: 1000 };
  const drawing = { context, axis, theme: { colours } } as unknown as Drawing;
  const graph = graphs.find(({ shape, series }) => shape !== 'bars' && series.length === 1)!;
  const values = Float64Array.from(states, (state, k) => (state === 'none' ? NaN : k));
  const data = {
    first: 1,
    states: Uint8Array.from(states, (state) => sampleCodes[state]),
    values: new Map([[graph.id, [values]]]),
  };
  drawCompared(drawing, graph, data, { low: 0, high: 10 }, 0, 60);
  return found.map(([colour, xs]) => [colour, xs]);
}

test('the colour of a graph ends at the last frame that holds, and begins at the first that does again', () => {
  const counts = strokes(['fresh', 'fresh', 'stale', 'stale', 'fresh', 'fresh', 'none', 'stale']);
  expect(counts.map(([colour, points]) => [colour, points.length])).toEqual([
    ['colour', 2],
    // From the last fresh frame through two stale ones to the next fresh one.
    ['grey', 4],
    ['colour', 2],
    ['grey', 1],
  ]);
});
