import type { ExportSettings } from './exportSettings.ts';

/** The command line that writes the same file without the editor. */
export function exportCommand(shotPath: string, quality: string, settings: ExportSettings): string {
  const { format, preset, path, first, last, framesPerSecond, withColliders, params } = settings;
  const pairs = Object.entries(params).map(([name, value]) => `${name}=${String(value)}`);
  return [
    'npx ductile export',
    quoted(shotPath),
    `--quality ${quality}`,
    `--format ${format}`,
    `--preset ${preset}`,
    `--frames ${first}-${last}`,
    `--fps ${framesPerSecond}`,
    ...(withColliders ? ['--colliders'] : []),
    ...(pairs.length > 0 ? [`--set ${quoted(pairs.join(','))}`] : []),
    `-o ${quoted(path)}`,
  ].join(' ');
}

/** Returns the text for a POSIX shell, quoted where it needs it. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
