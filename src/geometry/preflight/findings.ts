import type { Finding, FindingCode, PreflightFacts, Severity } from './PreflightReport.ts';
import { lostBelowEdges, type ThinParts } from './thinParts.ts';

/** Fraction of thin surface that is reported as a warning. */
const thinShare = 0.005;

/** Returns the facts as sentences, most serious first. */
export function describeFindings(facts: PreflightFacts, edgeLength: number | undefined): Finding[] {
  const findings = [...surfaceFindings(facts), ...noteworthy(facts)].filter(({ count }) => count > 0);
  const thin = describeThinParts(facts.thin, edgeLength);
  if (thin !== undefined) findings.push({ code: 'thin', severity: 'warning', sentence: thin, count: 1 });
  const { usual, sentence } = facts.unit;
  findings.push({ code: 'scale', severity: usual ? 'note' : 'warning', sentence, count: 1 });
  const order: readonly Severity[] = ['problem', 'warning', 'note'];
  return order.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
}

/** Returns findings that keep the surface from bounding a body. */
function surfaceFindings(facts: PreflightFacts): Finding[] {
  const { pairs, complete } = facts.selfIntersections;
  const holes = `${plural(facts.boundaryLoops, 'hole')} (${plural(facts.boundaryEdges, 'open edge')})`;
  const edges = (count: number): string => plural(count, 'edge');
  const crossings = `${complete ? '' : 'at least '}${plural(pairs, 'pair')}`;
  return [
    { code: 'no-area', severity: 'problem', sentence: 'The surface has no area.', count: facts.area === 0 ? 1 : 0 },
    {
      code: 'inside-out',
      severity: 'problem',
      sentence: `Inside out: ${plural(facts.insideOutPieces, 'piece')}.`,
      count: facts.insideOutPieces,
    },
    {
      code: 'open',
      severity: 'warning',
      sentence: `The surface is open: ${holes}. Its inside is estimated.`,
      count: facts.boundaryEdges,
    },
    {
      code: 'inconsistent',
      severity: 'warning',
      sentence: `Face orientation is inconsistent at ${edges(facts.inconsistentEdges)}.`,
      count: facts.inconsistentEdges,
    },
    {
      code: 'non-manifold-edges',
      severity: 'warning',
      sentence: `More than two faces meet at ${edges(facts.nonManifoldEdges)}.`,
      count: facts.nonManifoldEdges,
    },
    {
      code: 'self-intersections',
      severity: 'warning',
      sentence: `The surface intersects itself: ${crossings} of triangles.`,
      count: pairs,
    },
  ];
}

/** Returns harmless or easily repaired findings. */
function noteworthy(facts: PreflightFacts): Finding[] {
  const vertices = (count: number): string => plural(count, 'vertex', 'vertices');
  const note = (code: FindingCode, count: number, sentence: string): Finding => ({
    code,
    severity: 'note',
    sentence,
    count,
  });
  return [
    note(
      'non-manifold-vertices',
      facts.nonManifoldVertices,
      `Parts touch in ${plural(facts.nonManifoldVertices, 'single vertex', 'single vertices')}.`,
    ),
    note('duplicate', facts.duplicateFaces, `${plural(facts.duplicateFaces, 'duplicate face')}.`),
    note('degenerate', facts.degenerateFaces, `${plural(facts.degenerateFaces, 'face')} without area.`),
    note('coincident', facts.coincidentVertices, `${vertices(facts.coincidentVertices)} coincident with another.`),
    note('unreferenced', facts.unreferencedVertices, `${vertices(facts.unreferencedVertices)} in no face.`),
    note('pieces', facts.components > 1 ? facts.components : 0, `${facts.components} separate pieces.`),
    note(
      'tiny-pieces',
      facts.tinyPieces,
      `${plural(facts.tinyPieces, 'piece')} smaller than a hundredth of the whole.`,
    ),
  ];
}

/** Thickness, in edges, below which two sides coincide up to rounding. */
const NO_THICKNESS = 1e-4;

/** Describes parts that are too thin for elements that follow the surface at this edge length, where they are significant: whole cells then fill the body. `inMetres`: lengths are metres, not file units. */
export function describeThinParts(
  thin: ThinParts | undefined,
  edgeLength: number | undefined,
  inMetres = false,
): string | undefined {
  if (thin === undefined || edgeLength === undefined || thin.share <= thinShare) return undefined;
  const tooThin = `${percent(thin.share)} of the surface is thinner than ${lostBelowEdges} edges`;
  const length = inMetres ? metres : short;
  const thinnest =
    thin.thinnest < NO_THICKNESS * edgeLength ? 'has no thickness: sides touch' : `is ${length(thin.thinnest)}`;
  const sizes = `the thinnest part ${thinnest}, an edge ${length(edgeLength)}`;
  return `${tooThin} (${sizes}): where elements cannot follow it, whole cells fill it. Shorter edges follow it more closely.`;
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

/** `7.72 mm`, `6.05 cm`, `1.2 m`. */
function metres(value: number): string {
  if (value < 0.01) return `${short(1000 * value)} mm`;
  return value < 1 ? `${short(100 * value)} cm` : `${short(value)} m`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
