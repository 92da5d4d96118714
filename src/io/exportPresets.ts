import { CoreError } from '../base/errors.ts';
import type { SurfaceMesh } from '../geometry/TriMesh.ts';
import type { ExportField, ExportObject, ExportSample } from './Exporter.ts';
import {
  isIdentity,
  spaceTransform,
  transformMatrix,
  transformVectors,
  type LengthUnit,
  type SpaceTransform,
  type UpAxis,
} from './axes.ts';

/** The axes and unit that a program expects, with what to set there on import. */
export interface ExportPreset {
  readonly type: string;
  readonly label: string;
  readonly help: string;
  readonly up: UpAxis;
  readonly unit: LengthUnit;
}

export const EXPORT_PRESETS: readonly ExportPreset[] = [
  {
    type: 'houdini',
    label: 'Houdini',
    help: 'Metres, Y up: import as it is.',
    up: 'y',
    unit: 'm',
  },
  {
    type: 'maya',
    label: 'Maya, 3ds Max',
    help: 'Centimetres, Y up: import as it is (3ds Max turns it to Z up by itself).',
    up: 'y',
    unit: 'cm',
  },
  {
    type: 'blender',
    label: 'Blender',
    help: 'Metres, Y up: the Alembic and OBJ importers turn it to Z up by themselves.',
    up: 'y',
    unit: 'm',
  },
  {
    type: 'blender-z',
    label: 'Blender, Z up in the file',
    help: 'Metres, Z up: for OBJ and PLY read with "forward Y, up Z".',
    up: 'z',
    unit: 'm',
  },
  {
    type: 'unreal',
    label: 'Unreal',
    help: 'Centimetres, Y up: import with the conversion preset "Maya".',
    up: 'y',
    unit: 'cm',
  },
  {
    type: 'unreal-z',
    label: 'Unreal, Z up in the file',
    help: 'Centimetres, Z up: import with a custom conversion without rotation.',
    up: 'z',
    unit: 'cm',
  },
];

export function exportPreset(type: string): ExportPreset {
  const found = EXPORT_PRESETS.find((preset) => preset.type === type);
  if (found !== undefined) return found;
  throw new CoreError('usage', `unknown export preset '${type}'`, {
    remedy: `Use one of: ${EXPORT_PRESETS.map((preset) => preset.type).join(', ')}.`,
  });
}

/** How positions in metres, y up become those of the file: q = scale * rotation3x3 * p. */
export function presetTransform(preset: Pick<ExportPreset, 'up' | 'unit'>): SpaceTransform {
  return spaceTransform(preset.up, preset.unit);
}

/** The object in the axes and unit of the preset: everything that a frame holds, and the rest shapes. */
export function applyPreset(object: ExportObject, preset: Pick<ExportPreset, 'up' | 'unit'>): ExportObject {
  const transform = presetTransform(preset);
  if (isIdentity(transform)) return object;
  const surfaces = new SurfaceConverter(transform);
  const points = <T extends Float32Array | Float64Array>(positions: T): T =>
    transformVectors(positions, transform, transform.scale);
  const { surface, tets, hexes } = object;
  return {
    ...object,
    surface: surface && surfaces.convert(surface),
    tets: tets && { ...tets, positions: points(tets.positions) },
    hexes: hexes && { ...hexes, positions: points(hexes.positions) },
    sample: async (frame) => convertSample(await object.sample(frame), transform, surfaces),
    ...(object.transform && {
      transform: async (frame: number) => transformMatrix(await object.transform!(frame), transform),
    }),
  };
}

function convertSample(sample: ExportSample, transform: SpaceTransform, surfaces: SurfaceConverter): ExportSample {
  const { scale } = transform;
  const { positions, velocities, volumePositions, topology, widths, fields, volumeFields } = sample;
  const turned = (field: ExportField): ExportField =>
    field.size === 3 ? { ...field, values: transformVectors(field.values, transform, 1) } : field;
  return {
    ...sample,
    positions: transformVectors(positions, transform, scale),
    velocities: velocities && transformVectors(velocities, transform, scale),
    volumePositions: volumePositions && transformVectors(volumePositions, transform, scale),
    topology: topology && surfaces.convert(topology),
    widths: widths?.map((width) => width * scale),
    fields: fields?.map(turned),
    volumeFields: volumeFields && {
      vertices: volumeFields.vertices.map(turned),
      elements: volumeFields.elements.map(turned),
    },
  };
}

/** Converts surfaces; the same surface gives the same result, so that exporters still see constant topology. */
class SurfaceConverter {
  private readonly transform: SpaceTransform;
  private readonly converted = new WeakMap<SurfaceMesh, SurfaceMesh>();

  constructor(transform: SpaceTransform) {
    this.transform = transform;
  }

  convert(surface: SurfaceMesh): SurfaceMesh {
    const known = this.converted.get(surface);
    if (known !== undefined) return known;
    const { transform } = this;
    const { normals } = surface;
    const result: SurfaceMesh = {
      ...surface,
      positions: transformVectors(surface.positions, transform, transform.scale),
      normals: normals && { ...normals, values: transformVectors(normals.values, transform, 1) },
    };
    this.converted.set(surface, result);
    return result;
  }
}
