import type { DefinitionInfo } from '../../src/protocol/requests/program.ts';

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

/** Templates in the order in which they are shown, those worth a first look before studies; unknown ones come last. */
const ORDER = [
  'drop-test',
  'jelly-in-tank',
  'cloth-drape',
  'cup-fill',
  'torn-scan',
  'muscle-arm',
  'dam-break-beam',
  'cape',
  'tori-pile',
  'goal-disk',
  'water-steps',
  'light-dino',
  'gears',
  'torus-puddle',
  'cloth-crumple',
  'dam-break',
  'dam-break-step',
  'ribbon-pile',
  'stairs',
  'stairs-ball',
  'half-torus-shell',
  'clay-press',
  'floating-boxes',
  'plastic-materials',
  'torn-bar',
  'sunken-ball',
  'platform-pool',
  'sloped-sheet',
  'sloshing-sphere',
  'shell-bounce',
  'expanding-cube',
  'dropped-ball',
  'stiff-beams',
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

function place({ type }: DefinitionInfo): number {
  const at = ORDER.indexOf(type);
  return at < 0 ? ORDER.length : at;
}

/** Templates in the order of the start page, the empty one first. */
export function inOrder(templates: readonly DefinitionInfo[]): readonly DefinitionInfo[] {
  const rank = (definition: DefinitionInfo) => (definition.type === EMPTY ? -1 : place(definition));
  return templates.toSorted((a, b) => rank(a) - rank(b));
}

/** All shots, those about one subject, or those that begin with a mesh of the artist's. */
export type SampleFilter = 'all' | 'soft' | 'plastic' | 'tearing' | 'cloth' | 'liquid' | 'coupled' | 'mesh';

/** The filters, as they are shown. */
export const sampleFilters: Readonly<Record<SampleFilter, string>> = {
  all: 'All',
  soft: 'Soft',
  plastic: 'Plastic',
  tearing: 'Tearing',
  cloth: 'Cloth',
  liquid: 'Liquid',
  coupled: 'Coupled',
  mesh: 'With your mesh',
};

/** The templates that a filter and a search leave; any part of the label, the name or the reference is found. */
export function findSamples(
  definitions: readonly DefinitionInfo[],
  filter: SampleFilter,
  search: string,
): readonly DefinitionInfo[] {
  const words = search.trim().toLowerCase().split(/\s+/);
  const found = definitions.filter(({ kind, type, label, reference, subject, takesMesh }) => {
    if (kind !== 'template' || type === EMPTY) return false;
    if (filter === 'mesh' && !takesMesh) return false;
    // Muscles are soft, too.
    if (filter !== 'mesh' && filter !== 'all' && filter !== (subject === 'muscle' ? 'soft' : subject)) return false;
    const text = `${label} ${type} ${reference}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return found.sort((a, b) => place(a) - place(b));
}

/** `Irving 2007, figure 2.2; Irving et al. 2006, sections 3 and 4` -> `Irving 2007, figure 2.2`; `none: a floor` -> `a floor`. */
export function shortReference(reference: string): string {
  return reference
    .replace(/^none: /, '')
    .split(/;|\(/)[0]
    .trim();
}
