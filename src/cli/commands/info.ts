import { extname, resolve } from 'node:path';
import { shownStatistics, statisticsLine } from '../../frames/shownStatistics.ts';
import { framesInCache, lastFrameInCache } from '../../host/frames/framesInCache.ts';
import { catalogue } from '../../host/catalogue/catalogue.ts';
import { judgeStart } from '../../host/simulation/judgeStart.ts';
import { preflight } from '../../geometry/preflight/preflight.ts';
import { dropUnreferenced } from '../../geometry/preflight/repairs.ts';
import type { AnimationOptions } from '../../io/AnimatedSource.ts';
import { findFrameFiles, sequencePattern } from '../../io/animations/sequence/frameFiles.ts';
import { animationFormatOf } from '../../io/openAnimation.ts';
import { readMesh } from '../../io/readMesh.ts';
import type { LoadedShot } from '../../io/locateMeshes.ts';
import { loadShot } from '../../io/shotFile.ts';
import { framesPerSecond, qualityNames, type Scene, type Take } from '../../scene/Scene.ts';
import type { Estimate } from '../../scene/Kinds.ts';
import { kindOf, paintedParts } from '../../scene/capabilities.ts';
import { listTakes } from '../../scene/takes.ts';
import { meshGroups } from '../../geometry/meshGroups.ts';
import { countShapes, type CellShape } from '../../geometry/elements/collapsedHex.ts';
import { boundsDiagonal } from '../../simulation/rest/boundsDiagonal.ts';
import { edgeLength, framesPerSecond as rateOf, requiredPositional, stringOption, usageError } from '../arguments.ts';
import type { Command, CommandArguments, CommandContext } from '../Command.ts';
import {
  describeAnimation,
  printAnimation,
  readAnimation,
  sequenceNote,
  type AnimationReport,
} from '../describeAnimation.ts';
import { CoreError } from '../../base/errors.ts';
import { checkCancelled } from '../../base/job.ts';
import { cacheFolder } from '../../cache/CacheFolder.ts';
import { FrameCache } from '../../cache/FrameCache.ts';

const SHAPE_NAMES: Readonly<Record<CellShape, string>> = {
  hex: 'hexahedra',
  prism: 'prisms',
  pyramid: 'pyramids',
  tet: 'tetrahedra',
};

async function describeMesh(
  path: string,
  edgeText: string | undefined,
  options: AnimationOptions,
  context: CommandContext,
): Promise<void> {
  const { mesh, importer, sha256, bytes } = await readMesh(path);
  checkCancelled(context.job);
  const edge = edgeText === undefined ? undefined : edgeLength(edgeText, boundsDiagonal(mesh.surface.positions));
  // The surface of a volume file shares all its vertices; those inside are no fault.
  const volume = mesh.tets !== undefined || mesh.hexes !== undefined;
  const shown = volume ? dropUnreferenced(mesh.surface).mesh : mesh.surface;
  const report = preflight(shown, { edgeLength: edge, job: context.job });
  const tets = mesh.tets && mesh.tets.tets.length / 4;
  const hexes = mesh.hexes && mesh.hexes.hexes.length / 8;
  const elements = mesh.tets ?? mesh.hexes;
  const volumeVertices = elements && elements.positions.length / 3;
  const groups = mesh.surface.groups.map(({ kind, name, faces }) => ({ kind, name, faces: faces.length }));
  const has = { uvs: mesh.surface.uvs !== undefined, normals: mesh.surface.normals !== undefined };
  const { animation, notes } = await animationOfMesh(path, importer, options);
  const attributes = mesh.surface.vertexAttributes.map(({ name, size }) => ({ name, size }));
  context.emit({
    file: path,
    importer,
    sha256,
    bytes,
    tets,
    hexes,
    volumeVertices,
    groups,
    ...has,
    attributes,
    ...report,
    warnings: mesh.warnings,
    animation,
    notes,
  });
  const part = volume ? ' of its surface' : '';
  context.print(`${path}: ${importer}, ${report.vertexCount} vertices, ${report.faceCount} faces${part}`);
  if (tets !== undefined) {
    const order = mesh.tets?.midpoints === undefined ? '' : 'quadratic ';
    context.print(`${tets} ${order}tetrahedra, ${volumeVertices} vertices`);
  }
  if (mesh.hexes !== undefined) {
    const shapes = countShapes(mesh.hexes.hexes).map(([shape, count]) => `${count} ${SHAPE_NAMES[shape]}`);
    context.print(`${shapes.join(', ')}, ${volumeVertices} vertices`);
  }
  for (const { of, names } of meshGroups(mesh))
    context.print(`${names.length} ${of}s: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ', …' : ''}`);
  const { min, max } = report.bounds;
  context.print(
    `bounds ${min.map((v) => v.toPrecision(4)).join(' ')} to ${max.map((v) => v.toPrecision(4)).join(' ')}`,
  );
  for (const { severity, sentence } of report.findings) context.print(`${severity}: ${sentence}`);
  for (const { id, sentence } of report.offered) context.print(`repair offered (${id}): ${sentence}`);
  for (const warning of [...mesh.warnings, ...notes]) context.print(`note: ${warning}`);
  if (animation !== undefined) printAnimation(animation, context);
}

/** What of a mesh file moves: the animation that it holds, or the sequence that it is a frame of. */
async function animationOfMesh(
  path: string,
  importer: string,
  options: AnimationOptions,
): Promise<{ animation?: AnimationReport; notes: string[] }> {
  if (importer !== 'gltf') {
    requireUnused(options);
    const pattern = importer === 'obj' || importer === 'ply' ? sequencePattern(path) : undefined;
    const frames = pattern === undefined ? 0 : findFrameFiles(path).frames.length;
    return { notes: pattern !== undefined && frames > 1 ? [sequenceNote(pattern, frames)] : [] };
  }
  try {
    const animation = await readAnimation(path, options);
    const moves = animation.objects.some(({ samples }) => samples > 1);
    return { animation: moves || (animation.clips ?? []).length > 0 ? animation : undefined, notes: [] };
  } catch (error) {
    if (!(error instanceof CoreError) || error.code === 'usage') throw error;
    return { notes: [`its animation cannot be read: ${error.message}`] };
  }
}

function requireUnused(options: AnimationOptions): void {
  const names = { framesPerSecond: 'fps', mesh: 'mesh', clip: 'clip' } as const;
  for (const name of Object.keys(names) as (keyof typeof names)[]) {
    if (options[name] !== undefined) throw usageError(`--${names[name]} is for animated geometry`);
  }
}

async function describeShot(path: string, root: string | undefined, context: CommandContext): Promise<void> {
  const shot = await loadShot(path, catalogue);
  const { scene, warnings } = shot;
  const cache = await FrameCache.open(cacheFolder(path, scene.project, root));
  const cached = Object.fromEntries(
    await Promise.all(qualityNames.map(async (name) => [name, await framesInCache(shot, name, cache)] as const)),
  );
  const fps = framesPerSecond(scene);
  const entities = scene.entities.map((entity) => {
    const { kind, id, name, enabled } = entity;
    const painted = paintedParts(entity);
    return { kind, id, name, enabled, ...(painted.length > 0 && { painted }) };
  });
  const { project, version, name, range } = scene;
  const takes = listTakes(scene);
  const start = await judgeStart(shot, cache, context.job);
  const statistics = await lastStatistics(shot, cache);
  context.emit({
    shot: path,
    project,
    version,
    name,
    range,
    framesPerSecond: fps,
    entities,
    contactPairs: scene.physics.contactPairs ?? [],
    take: scene.take.id,
    takes,
    cached,
    cache: cache.folder,
    statistics,
    estimates: [...start.estimates].map(([id, { count, counted, memoryBytes, frameBytes }]) => {
      return { id, quality: 'draft', count, counted, memoryBytes, frameBytes };
    }),
    judgements: start.judgements,
    attributes: start.attributes.map(({ name, unit, location, components, source }) => {
      return { name, unit, location, components, source };
    }),
    warnings: [...warnings, ...start.warnings],
  });
  const settled = range.preRoll === undefined || range.preRoll === 0 ? '' : `, after a pre-roll of ${range.preRoll}`;
  context.print(`${path}: frames ${range.first}-${range.last} at ${fps.toFixed(3)} per second${settled}`);
  for (const { kind, id, name: label, enabled, painted = [] } of entities) {
    const paint = painted.map(
      ({ part, strokes }) => `, painted ${part}: ${strokes} ${strokes === 1 ? 'stroke' : 'strokes'}`,
    );
    const state = enabled ? '' : ', disabled';
    context.print(`  ${kind.padEnd(9)} ${id}${label === '' ? '' : ` (${label})`}${state}${paint.join('')}`);
  }
  for (const pair of scene.physics.contactPairs ?? []) context.print(`  ${pairText(pair)}`);
  if (takes.length > 1) for (const take of takes) context.print(`  ${describeTake(take, scene.take.id)}`);
  for (const quality of qualityNames) context.print(`cached at ${quality} quality: ${cached[quality]} frames`);
  for (const [id, estimate] of start.estimates) context.print(`'${id}' at draft quality: ${estimateText(estimate)}`);
  for (const { id, frame, quality, numbers } of statistics) {
    context.print(`'${id}' in frame ${frame} at ${quality} quality: ${statisticsLine(numbers)}`);
  }
  for (const { name: shown, unit, display } of start.attributes) {
    const { label, detail } = display;
    context.print(
      `attribute '${shown}'${unit === '' ? '' : `, ${unit}`}: ${[label, detail].filter(Boolean).join(', ')}`,
    );
  }
  for (const warning of [...warnings, ...start.warnings]) context.print(`warning: ${warning}`);
}

/** `'ball' and 'crate' pass through each other`. */
function pairText({ bodies, enabled, friction }: NonNullable<Scene['physics']['contactPairs']>[number]): string {
  const both = bodies.map((id) => `'${id}'`).join(' and ');
  return enabled ? `friction between ${both}: ${friction}` : `${both} pass through each other`;
}

/** `1920 tetrahedra, about 3.1 MB of memory, 24.8 kB a frame`. */
function estimateText({ count, counted, detail, memoryBytes, frameBytes }: Estimate): string {
  const what = `${count} ${counted}${detail === undefined ? '' : ` (${detail})`}`;
  const memory = memoryBytes === undefined ? '' : `, about ${(memoryBytes / 1e6).toPrecision(2)} MB of memory`;
  return `${what}${memory}, ${(frameBytes / 1e3).toPrecision(3)} kB a frame`;
}

/** The numbers of each entity in the last frame that is in the cache, at the best quality that has some. */
async function lastStatistics(shot: LoadedShot, cache: FrameCache) {
  const { scene } = shot;
  for (const quality of qualityNames.toReversed()) {
    const last = await lastFrameInCache(shot, quality, cache);
    if (last === undefined) continue;
    const { frame, stats } = last;
    return scene.entities
      .filter(({ id }) => id in stats.entities)
      .map((entity) => {
        return { id: entity.id, frame, quality, numbers: shownStatistics(kindOf(entity), stats.entities[entity.id]) };
      });
  }
  return [];
}

function describeTake({ id, name, parent, branchFrame }: Take, active: string): string {
  const from = parent === undefined ? '' : `, branched from ${parent} at frame ${branchFrame ?? 'unknown'}`;
  return `take      ${id}${name === '' ? '' : ` (${name})`}${from}${id === active ? ', worked on' : ''}`;
}

function animationOptions(args: CommandArguments): AnimationOptions {
  const fps = stringOption(args, 'fps');
  const mesh = stringOption(args, 'mesh');
  return {
    framesPerSecond: fps === undefined ? undefined : rateOf(fps),
    mesh: mesh === undefined ? undefined : resolve(mesh),
    clip: stringOption(args, 'clip'),
  };
}

const info: Command = {
  summary: 'show the contents and problems of a mesh, a shot or animated geometry',
  usage: [
    'ductile info FILE [--edge 2%|0.05] [--cache DIR] [--fps 24] [--mesh FILE] [--clip NAME] [--json]',
    '',
    'A mesh: counts, bounds, preflight findings and the repairs that could be made (--edge also looks for parts that are too thin for',
    'that edge length). A shot: its entities, its takes, how much of it is cached, what frames have to show',
    'by colour (`sheet --colour`), and which solids start inside colliders or each other.',
    'Animated geometry (.abc, .pc2, .mdd, .gltf, .glb, or a sequence such as walk.####.obj or walk_%04d.ply): its objects with frames, bounds, topology',
    'and velocities, and what is doubtful. --fps is the rate of files that count frames, --mesh the mesh that a point cache moves, --clip',
    'one of several animations of a glTF file.',
  ].join('\n'),
  options: {
    edge: { type: 'string' },
    cache: { type: 'string' },
    fps: { type: 'string' },
    mesh: { type: 'string' },
    clip: { type: 'string' },
  },
  async run(args, context) {
    const path = resolve(requiredPositional(args, 0, 'the file'));
    const cache = stringOption(args, 'cache');
    const edge = stringOption(args, 'edge');
    const options = animationOptions(args);
    if (extname(path).toLowerCase() === '.ductile') {
      requireUnused(options);
      await describeShot(path, cache === undefined ? undefined : resolve(cache), context);
      return;
    }
    const format = await animationFormatOf(path);
    if (format === undefined || format.type === 'gltf') await describeMesh(path, edge, options, context);
    else if (edge !== undefined) throw usageError('--edge is for meshes');
    else await describeAnimation(path, options, context);
  },
};

export default info;
