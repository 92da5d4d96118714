import type { DefinitionInfo } from '../../src/protocol/requests/program.ts';

/** What the export panel asks for. */
export interface ExportSettings {
  readonly format: string;
  readonly preset: string;
  readonly path: string;
  readonly first: number;
  readonly last: number;
  readonly framesPerSecond: number;
  readonly withColliders: boolean;
  readonly params: Record<string, unknown>;
}

/** `export/NAME.abc` beside the shot; `export/NAME.####.obj` where every frame has its file. */
export function defaultExportPath(shotPath: string, format: string, exporters: readonly DefinitionInfo[]): string {
  const exporter = exporters.find(({ type }) => type === format);
  const extension = exporter?.extensions[0] ?? format;
  const number = exporter?.sequence === true ? '.####' : '';
  const separator = shotPath.includes('\\') ? '\\' : '/';
  const parts = shotPath.split(separator);
  const name = (parts.pop() ?? 'shot').replace(/\.ductile$/, '');
  return [...parts, 'export', `${name}${number}.${extension}`].join(separator);
}
