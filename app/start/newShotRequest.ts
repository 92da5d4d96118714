import type { RequestInput } from '../../src/protocol/requests.ts';
import type { DefinitionInfo } from '../../src/protocol/requests/program.ts';
import { schemaDefault, type JsonSchema } from '../forms/formFields.ts';
import type { NewShotSettings } from '../state/shellStore.ts';

export const initialSettings: NewShotSettings = {
  template: undefined,
  mesh: undefined,
  name: '',
  metresPerUnit: 1,
  upAxis: 'y',
  quality: undefined,
  params: {},
};

/** What a shot begins with where nothing is chosen. */
const EMPTY = 'empty';

/** The template that is meant: the chosen one, else one that uses what there is. */
export function chosenTemplate(
  templates: readonly DefinitionInfo[],
  { template, mesh }: NewShotSettings,
): DefinitionInfo | undefined {
  const chosen = templates.find(({ type }) => type === template);
  if (chosen !== undefined) return chosen;
  if (mesh === undefined) {
    return templates.find(({ type }) => type === EMPTY) ?? templates.find(({ needsMesh }) => !needsMesh);
  }
  return templates.find(({ needsMesh }) => needsMesh) ?? templates.find(({ takesMesh }) => takesMesh);
}

/** Nothing in it moves yet: there is nothing to simulate. */
export function isBare({ type }: DefinitionInfo): boolean {
  return type === EMPTY;
}

/** The parameters of a template as they were set, the others as they begin. */
export function templateParams({ type, params }: DefinitionInfo, settings: NewShotSettings): Record<string, unknown> {
  const initial = schemaDefault(params as JsonSchema) as Record<string, unknown> | undefined;
  return { ...initial, ...settings.params[type] };
}

/** What the shot is called where no name is typed. */
export function proposedName({ label, takesMesh }: DefinitionInfo, mesh: string | undefined): string {
  return takesMesh && mesh !== undefined ? fileLabel(mesh) : label;
}

/** The request that makes the shot; parameters of templates that were left as they begin are not sent. */
export function newShotRequest(template: DefinitionInfo, settings: NewShotSettings): RequestInput<'createShot'> {
  const { mesh, name, metresPerUnit, upAxis, params } = settings;
  return {
    template: template.type,
    name: name.trim() || proposedName(template, mesh),
    params: (params[template.type] ?? {}) as RequestInput<'createShot'>['params'],
    mesh: template.takesMesh && mesh !== undefined ? { path: mesh, metresPerUnit, upAxis } : undefined,
  };
}

/** `scans/bunny_hi.obj` -> `bunny hi`. */
function fileLabel(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]*$/, '').replaceAll('_', ' ');
}
