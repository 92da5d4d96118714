import { expect, it } from 'vitest';
import { parseFibreVtk } from '../../../src/io/readFibreVtk.ts';

const parse = (...lines: string[]) =>
  parseFibreVtk(new TextEncoder().encode(['# vtk DataFile Version 3.0', 'arm', ...lines].join('\n')), 'arm.vtk');
const mesh = [
  'ASCII',
  'DATASET UNSTRUCTURED_GRID',
  'POINTS 4 float',
  '0 0 0 1 0 0',
  '0 1 0',
  '0 0 1',
  'CELLS 1 5',
  '4 0 1 2 3',
  'CELL_TYPES 1',
  '10',
];

it('reads the vectors of cells as directions of elements', () => {
  const found = parse(
    ...mesh,
    'CELL_DATA 1',
    'SCALARS region int 1',
    'LOOKUP_TABLE default',
    '7',
    'VECTORS fibres float',
    '0 0 2',
  );
  expect(found).toEqual({ directions: Float64Array.of(0, 0, 2), frame: 'mesh' });
});

it('reads the vectors of points with their places, without those that are zero', () => {
  const found = parse(
    ...mesh,
    'POINT_DATA 4',
    'FIELD data 2',
    'weight 1 4 float',
    '1 2 3 4',
    'fibres 3 4 double',
    '1 0 0',
    '0 0 0',
    '0 1 0',
    '0 0 1',
  );
  expect([...found.directions]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  expect([...(found.points ?? [])]).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 1]);
});

it.each([
  [['BINARY'], 'format-unsupported', 'text form'],
  [mesh, 'format-malformed', 'no vectors'],
  [[...mesh, 'CELL_DATA 1', 'VECTORS fibres float', '0 0'], 'format-malformed', 'ends early'],
  [[...mesh, 'CELL_DATA 1', 'VECTORS fibres float', '0 0 0'], 'format-malformed', 'zero'],
  [[...mesh, 'POINT_DATA 2', 'VECTORS fibres float', '0 0 1 1 0 0'], 'format-malformed', '2 vectors for 4 points'],
  [['ASCII', 'POINTS 9000000000 float'], 'limit-exceeded', 'too large'],
])('refuses what gives none', (lines, code, message) => {
  expect(() => parse(...lines)).toThrow(
    expect.objectContaining({ code, file: 'arm.vtk', message: expect.stringContaining(message) as string }),
  );
});
