import type { DefinitionInfo, TemplateSubject } from '../../src/protocol/requests/program.ts';
import type { SampleState } from '../../src/protocol/requests/samples.ts';
import { sampleNotes } from './sampleNotes.ts';

/** Templates in the order in which they are shown, those worth a first look before studies; unknown ones come last. */
const sampleOrder: readonly string[] = [
  'drop-test',
  'jelly-in-tank',
  'cloth-drape',
  'cup-fill',
  'water-bag',
  'torn-scan',
  'muscle-arm',
  'muscle-elbow',
  'soft-finger',
  'keyed-figure',
  'dam-break-beam',
  'flooded-valley',
  'cape',
  'walking-cape',
  'walking-figure',
  'walking-flesh',
  'jelly-walk',
  'tori-pile',
  'crates-into-water',
  'falling-crates',
  'wrecking-ball',
  'tossed-balls',
  'crates-on-jelly',
  'goal-disk',
  'water-steps',
  'light-dino',
  'gears',
  'torus-puddle',
  'cloth-crumple',
  'dam-break',
  'dam-break-step',
  'viscous-columns',
  'weightless-water',
  'elastic-drops',
  'melting-wax',
  'deep-pool',
  'wind-line',
  'ribbon-pile',
  'stairs',
  'stairs-ball',
  'half-torus-shell',
  'clay-press',
  'floating-boxes',
  'plastic-materials',
  'torn-bar',
  'twisted-bar',
  'sunken-ball',
  'platform-pool',
  'sloped-sheet',
  'sloshing-sphere',
  'shell-bounce',
  'expanding-cube',
  'dropped-ball',
  'stiff-beams',
  'twanged-rulers',
  'corotational-beam',
  'bending-bars',
  'tumbling-handle',
  'painted-drop',
  'pressed-sphere',
  'drop-compare',
  'drop-scan',
  'cloth-roll',
  'balloon',
  'dented-ball',
  'drawn-skin',
  'hex-puddle',
  'hex-gears',
  'incline',
];

/** Pictures of sample shots that come with the program, by template. */
const pictures = new Map(
  Object.entries(import.meta.glob<string>('./samples/*.webp', { eager: true, query: '?url', import: 'default' })).map(
    ([path, url]) => [path.replace(/^.*\/|\.webp$/g, ''), url],
  ),
);

export function samplePicture(template: string): string | undefined {
  return pictures.get(template);
}

/** The template without anything to look at. */
const EMPTY = 'empty';

function place({ type }: DefinitionInfo): number {
  const at = sampleOrder.indexOf(type);
  return at < 0 ? sampleOrder.length : at;
}

/** Templates in the order of the start page, the empty one first. */
export function inOrder(templates: readonly DefinitionInfo[]): readonly DefinitionInfo[] {
  const rank = (definition: DefinitionInfo) => (definition.type === EMPTY ? -1 : place(definition));
  return templates.toSorted((a, b) => rank(a) - rank(b));
}

/** What samples are about, as their badges and the filter call it, in the order of the filter. */
export const subjectLabels: Readonly<Record<TemplateSubject, string>> = {
  soft: 'Soft',
  rigid: 'Rigid',
  plastic: 'Plastic',
  tearing: 'Tearing',
  muscle: 'Muscle',
  cloth: 'Cloth',
  liquid: 'Liquid',
  coupled: 'Coupled',
};

export interface SampleFilter {
  readonly subject: TemplateSubject | 'all';
  /** Whether to list only samples whose frames are all there. */
  readonly ready: boolean;
  /** Whether to list only samples that can be about a mesh of the artist's. */
  readonly takesMesh: boolean;
  readonly search: string;
}

export const everySample: SampleFilter = { subject: 'all', ready: false, takesMesh: false, search: '' };

type States = ReadonlyMap<string, SampleState>;

/** All frames of it are there. */
export function isReady(state: SampleState | undefined): boolean {
  return state !== undefined && state.cached >= state.frames;
}

/** The samples that a filter leaves: every word of the search is found in the name, in what is seen or learnt, or in the source. */
export function findSamples(
  definitions: readonly DefinitionInfo[],
  { subject, ready, takesMesh, search }: SampleFilter,
  states: States,
): readonly DefinitionInfo[] {
  const words = search.trim().toLowerCase().split(/\s+/);
  const found = definitions.filter((one) => {
    // One that needs a mesh has nothing to play: it is a template.
    if (one.kind !== 'template' || one.type === EMPTY || one.needsMesh) return false;
    if (subject !== 'all' && one.subject !== subject) return false;
    if ((takesMesh && !one.takesMesh) || (ready && !isReady(states.get(one.type)))) return false;
    const text = [one.label, one.type, one.reference, one.subject, ...(sampleNotes[one.type] ?? [])].join(' ');
    return words.every((word) => text.toLowerCase().includes(word));
  });
  return found.sort((a, b) => place(a) - place(b));
}

/** How many samples each choice of the filter would leave, with its other choices as they are. */
export function countSamples(definitions: readonly DefinitionInfo[], filter: SampleFilter, states: States) {
  const count = (change: Partial<SampleFilter>) => findSamples(definitions, { ...filter, ...change }, states).length;
  const subjects = (Object.keys(subjectLabels) as TemplateSubject[]).map((subject) => ({
    subject,
    count: count({ subject }),
  }));
  return {
    all: count({ subject: 'all' }),
    subjects,
    ready: count({ ready: true }),
    takesMesh: count({ takesMesh: true }),
  };
}
