import { importers } from '../../src/io/Importer.ts';
import { sampleMesh } from '../../src/io/sampleMeshes.ts';
import type { TemplateMesh } from '../../src/scene/templates.ts';
import type { SourceMesh } from '../../src/simulation/rest/proceduralMesh.ts';
import { extent } from './rigidDistance.ts';

interface Rabbit {
  readonly fileName: string;
  readonly mesh: SourceMesh;
}

/** Made and read when it is asked for first. */
let rabbit: Promise<Rabbit> | undefined;

async function readRabbit(): Promise<Rabbit> {
  const { fileName, bytes } = sampleMesh('rabbit');
  const source = { path: fileName, bytes, sibling: () => Promise.resolve(undefined) };
  return { fileName, mesh: await importers.get('obj').read(source) };
}

/** The rabbit as templates of scans get it, and the mesh of their solid, which nothing may write to. */
export async function rabbitTemplate(): Promise<{ template: TemplateMesh; sources: Map<string, SourceMesh> }> {
  const { fileName, mesh } = await (rabbit ??= readRabbit());
  const sides = [0, 1, 2].map((axis) => extent(mesh.surface.positions, axis));
  const bounds = [...sides.map(({ min }) => min), ...sides.map(({ max }) => max)];
  const template = { path: fileName, sha256: '0'.repeat(64), metresPerUnit: 1, upAxis: 'y' as const, bounds };
  return { template, sources: new Map([['scan', mesh]]) };
}
