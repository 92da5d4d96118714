/** How long something takes, with two units at most: `40 s`, `1 min 30 s`, `3 h 10 min`. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–';
  if (seconds < 0.1) return '< 0.1 s';
  if (seconds < 10) return `${Number(seconds.toPrecision(2))} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) {
    const rest = minutes < 10 ? Math.round((whole % 60) / 5) * 5 : 0;
    return rest === 0 || rest === 60 ? `${rest === 60 ? minutes + 1 : minutes} min` : `${minutes} min ${rest} s`;
  }
  const hours = Math.floor(minutes / 60);
  const rest = hours < 10 ? minutes % 60 : 0;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** The shortest form of about how long: `~2 min`. */
export function formatAbout(seconds: number): string {
  if (seconds < 1) return '< 1 s';
  if (seconds < 55) return `~${Math.round(seconds)} s`;
  if (seconds < 3300) return `~${Math.round(seconds / 60)} min`;
  return `~${Math.round(seconds / 3600)} h`;
}

/** Lengths of the units of ranges, s, and up to which length of the range each is used. */
const RANGE_UNITS = [
  { name: 's', seconds: 1, below: 100 },
  { name: 'min', seconds: 60, below: 5400 },
  { name: 'h', seconds: 3600, below: Infinity },
] as const;

/** A range of durations in one unit, so that it never gets long: `40–55 s`, `1.5–2 min`, one number where both read the same. */
export function formatDurationRange({ low, high }: { readonly low: number; readonly high: number }): string {
  const { name, seconds } = RANGE_UNITS.find(({ below }) => high < below)!;
  // Below ten, halves of minutes and hours still matter.
  const step = seconds > 1 && high < 10 * seconds ? 0.5 : 1;
  const [from, to] = [low, high].map((length) => step * Math.round(length / (step * seconds)));
  const end = Math.max(step, to);
  if (from === end) return `${end} ${name}`;
  return from === 0 ? `< ${end} ${name}` : `${from}–${end} ${name}`;
}

/** How long ago: `just now`, `12 min ago`, `yesterday`, `3 weeks ago`. */
export function formatAgo(seconds: number): string {
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`;
  const days = Math.floor(seconds / 86400);
  if (days === 1) return 'yesterday';
  if (days < 14) return `${days} days ago`;
  if (days < 60) return `${Math.floor(days / 7)} weeks ago`;
  return days < 730 ? `${Math.floor(days / 30)} months ago` : `${Math.floor(days / 365)} years ago`;
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
/** Sweden writes dates as ISO 8601 does. */
const STAMP = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });

/** The time of day where the editor runs, of milliseconds since 1970: `14:02:07`. */
export function formatClock(milliseconds: number): string {
  return CLOCK.format(milliseconds);
}

/** Formats a time with its date: `2026-03-04 14:02:07`. */
export function formatStamp(milliseconds: number): string {
  return STAMP.format(milliseconds);
}

/** `11.6 MB`, decimal prefixes as disks are sold. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? Math.round(value) : Number(value.toPrecision(3))} ${units[unit]}`;
}
