import { basename } from 'node:path';
import { importers } from '../../src/io/Importer.ts';
import { openSampledGeometry } from '../../src/io/openSampledGeometry.ts';
import type { SampleMesh } from '../../src/io/SampleMesh.ts';
import { sampleMesh } from '../../src/io/sampleMeshes.ts';
import { isKind, type Scene } from '../../src/scene/Scene.ts';
import type { SampledGeometry } from '../../src/simulation/animated/SampledGeometry.ts';
import { writeFiles } from './animationSamples.ts';
import type { SourceMesh } from '../../src/simulation/rest/proceduralMesh.ts';
import { rabbitTemplate } from './rabbitTemplate.ts';
import { templateScene, type ShotOptions } from './shots.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** Coarse and short forms of the templates; the others are quick as they are. */
const SMALL: Record<string, Record<string, unknown>> = {
  cape: { edge: 0.08, percent: 12 },
  balloon: { edge: 0.05, frames: 31 },
  'bending-bars': { frames: 13 },
  'clay-press': { percent: 9, frames: 25 },
  'cloth-crumple': { edge: 0.07, frames: 25 },
  'cloth-drape': { edge: 0.06 },
  'cloth-roll': { edge: 0.05 },
  'corotational-beam': { frames: 13 },
  'crates-into-water': { cells: 20, frames: 25 },
  'crates-on-jelly': { percent: 12, crates: 1, frames: 13 },
  'cup-fill': { cells: 32, frames: 25 },
  'dam-break': { cells: 24, frames: 25 },
  'dam-break-beam': { cells: 16, frames: 25 },
  'dam-break-step': { cells: 28, frames: 25 },
  'dented-ball': { edge: 0.05, frames: 37 },
  'drawn-skin': { edge: 0.05, frames: 25 },
  'drop-compare': { percent: 12, frames: 25 },
  'drop-scan': { percent: 12 },
  'dropped-ball': { cells: 16, frames: 25 },
  'drop-test': { percent: 12, height: 0.02 },
  'expanding-cube': { cells: 16, frames: 25 },
  'falling-crates': { rows: 3, falling: 1, frames: 31 },
  'flooded-valley': { cells: 60, frames: 25 },
  gears: { percent: 12, frames: 37 },
  'goal-disk': { percent: 10, frames: 25 },
  'floating-boxes': { cells: 24 },
  'half-torus-shell': { edge: 0.06, height: 0.2 },
  'hex-gears': { percent: 12, frames: 37 },
  'hex-puddle': { percent: 6, limp: 0.1 },
  'jelly-in-tank': { cells: 20, frames: 25 },
  'keyed-figure': { frames: 37 },
  'light-dino': { cells: 16, frames: 25 },
  'muscle-arm': { percent: 12, frames: 25 },
  'muscle-elbow': { percent: 12, frames: 25 },
  'soft-finger': { percent: 12, frames: 13 },
  'painted-drop': { percent: 14, release: 4 },
  'plastic-materials': { percent: 12, frames: 25 },
  'platform-pool': { cells: 16, frames: 25 },
  'pressed-sphere': { percent: 10, frames: 25 },
  'ribbon-pile': { edge: 0.04, frames: 25 },
  'shell-bounce': { cells: 16, frames: 25 },
  'sloped-sheet': { cells: 16, frames: 25 },
  'sloshing-sphere': { cells: 16, frames: 25 },
  stairs: { percent: 12 },
  'stairs-ball': { percent: 12 },
  'stiff-beams': { cells: 16, frames: 25 },
  'sunken-ball': { cells: 16, frames: 25 },
  'water-bag': { cells: 20, edge: 0.04, frames: 13 },
  'tori-pile': { count: 5, percent: 14 },
  'torn-bar': { percent: 7, frames: 25 },
  'torn-scan': { percent: 10, frames: 25 },
  'torus-puddle': { percent: 11, limp: 0.1 },
  'tumbling-handle': { frames: 13 },
  'twanged-rulers': { frames: 13 },
  'walking-cape': { edge: 0.08, preRoll: 0, frames: 25 },
  'jelly-walk': { element: 0.08, released: 5, frames: 25 },
  'walking-flesh': { element: 0.07, cape: false, preRoll: 0, frames: 25 },
  'walking-figure': { edge: 0.08, frames: 25 },
  'deep-pool': { cells: 24, depth: 3, frames: 9 },
  'elastic-drops': { cells: 12, frames: 9 },
  'melting-wax': { cells: 12, frames: 9 },
  'weightless-water': { cells: 48, frames: 9 },
  'viscous-columns': { cells: 16, frames: 13 },
  'wind-line': { edge: 0.09, frames: 25 },
  'wrecking-ball': { links: 3, frames: 25 },
  'water-steps': { cells: 24, frames: 25 },
};
/** A scan would be a collider of theirs: its level set is made from a file. */
const SCAN_COLLIDES = new Set(['cloth-drape', 'cup-fill']);
/** A scan for the templates that want one, whatever their solid is called. */
async function scans() {
  const { template, sources } = await rabbitTemplate();
  return { template, sources: new Map(['scan', 'body'].map((id) => [id, [...sources.values()][0]])) };
}

/** Shots of which the program makes the mesh itself, and the id of the solid that has it. */
const SKINS: Readonly<Record<string, string>> = { 'walking-flesh': 'flesh', 'jelly-walk': 'jelly' };

/** Files that the program makes itself, made when they are asked for first. */
const made = new Map<string, SampleMesh>();

function madeFile(name: string): SampleMesh {
  const file = made.get(name) ?? sampleMesh(name);
  made.set(name, file);
  return file;
}

let skin: Promise<SourceMesh> | undefined;

/** The mesh of a solid that the program makes itself, which nothing may write to. */
export function figureSkin(): Promise<SourceMesh> {
  const { fileName, bytes } = madeFile('figure-skin');
  return (skin ??= importers.get('obj').read({ path: fileName, bytes, sibling: () => Promise.resolve(undefined) }));
}

/** The coarse, short form of a template's shot, and the meshes of its scans. */
export async function smallShot(
  type: string,
): Promise<{ readonly scene: Scene } & Required<Pick<ShotOptions, 'sources' | 'animations'>>> {
  const { template, sources } = await scans();
  const scene = templateScene(type, SMALL[type], SCAN_COLLIDES.has(type) ? undefined : template);
  const skinned = SKINS[type] as string | undefined;
  if (skinned !== undefined) sources.set(skinned, await figureSkin());
  return { scene, sources, animations: await sampleAnimations(scene) };
}

/** The animations of a scene, which are files that the program makes itself. */
export async function sampleAnimations(scene: Scene): Promise<ReadonlyMap<string, SampledGeometry>> {
  const animations = new Map<string, SampledGeometry>();
  for (const { id, source } of scene.entities.filter(isKind('importedAnimation'))) {
    if (source.kind !== 'file') continue;
    const { fileName, bytes } = madeFile(basename(source.path, '.gltf'));
    const path = writeFiles(await temporaryFolder(), { [fileName]: bytes }, fileName);
    animations.set(id, await openSampledGeometry(path, source));
  }
  return animations;
}
