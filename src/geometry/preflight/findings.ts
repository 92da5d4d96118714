import type { Finding, PreflightFacts, Severity } from './PreflightReport.ts';
import { lostBelowEdges, type ThinParts } from './thinParts.ts';

/** Shares of thin surface that are worth a warning. */
const thinShare = 0.005;

/** The facts as sentences, most serious first. */
export function describeFindings(facts: PreflightFacts, edgeLength: number | undefined): Finding[] {
  const findings: Finding[] = [];
  const add = (severity: Severity, applies: boolean, sentence: string): void => {
    if (applies) findings.push({ severity, sentence });
  };
  const holes = `${plural(facts.boundaryLoops, 'hole')} (${plural(facts.boundaryEdges, 'open edge')})`;
  add('problem', facts.area === 0, 'The surface has no area.');
  add('problem', facts.insideOutPieces > 0, `Inside out: ${plural(facts.insideOutPieces, 'piece')}.`);
  add('warning', facts.boundaryEdges > 0, `The surface is open: ${holes}. Its inside is estimated.`);
  add(
    'warning',
    facts.inconsistentEdges > 0,
    `Faces run both ways round at ${plural(facts.inconsistentEdges, 'edge')}.`,
  );
  add('warning', facts.nonManifoldEdges > 0, `More than two faces meet at ${plural(facts.nonManifoldEdges, 'edge')}.`);
  const crossings = `${facts.selfIntersections.complete ? '' : 'at least '}${plural(facts.selfIntersections.pairs, 'pair')}`;
  add('warning', facts.selfIntersections.pairs > 0, `The surface runs through itself: ${crossings} of triangles.`);
  const thin = describeThinParts(facts.thin, edgeLength);
  if (thin !== undefined) findings.push({ severity: 'warning', sentence: thin });
  add(
    'note',
    facts.nonManifoldVertices > 0,
    `Parts touch in ${plural(facts.nonManifoldVertices, 'single vertex', 'single vertices')}.`,
  );
  add('note', facts.duplicateFaces > 0, `${plural(facts.duplicateFaces, 'duplicate face')}.`);
  add('note', facts.degenerateFaces > 0, `${plural(facts.degenerateFaces, 'face')} without area.`);
  add(
    'note',
    facts.coincidentVertices > 0,
    `${plural(facts.coincidentVertices, 'vertex', 'vertices')} at the place of another.`,
  );
  add(
    'note',
    facts.unreferencedVertices > 0,
    `${plural(facts.unreferencedVertices, 'vertex', 'vertices')} in no face.`,
  );
  add('note', facts.components > 1, `${facts.components} separate pieces.`);
  add(facts.unit.usual ? 'note' : 'warning', true, facts.unit.sentence);
  const order: readonly Severity[] = ['problem', 'warning', 'note'];
  return order.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
}

/** What is lost at this edge length, where it is worth a warning. */
export function describeThinParts(thin: ThinParts | undefined, edgeLength: number | undefined): string | undefined {
  if (thin === undefined || edgeLength === undefined || thin.share <= thinShare) return undefined;
  const lost = `${percent(thin.share)} of the surface is thinner than ${lostBelowEdges} edges and may be lost`;
  return `${lost} (the thinnest part is ${short(thin.thinnest)}, an edge ${short(edgeLength)}). Use shorter edges.`;
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
