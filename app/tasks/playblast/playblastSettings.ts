/** Kinds of files that a playblast can be. */
export const playblastFormats = [
  { value: 'png', label: 'PNG sequence', detail: 'zip', extension: 'zip' },
  { value: 'mp4', label: 'MP4 film', detail: 'mp4', extension: 'mp4' },
  { value: 'webm', label: 'WebM film', detail: 'webm', extension: 'webm' },
] as const;
export type PlayblastFormat = (typeof playblastFormats)[number]['value'];

export const playblastSizes = ['viewport', '720p', '1080p'] as const;
export type PlayblastSize = (typeof playblastSizes)[number];

export interface PlayblastSettings {
  readonly first: number;
  readonly last: number;
  readonly framesPerSecond: number;
  readonly size: PlayblastSize;
  readonly format: PlayblastFormat;
  /** Writes the frame's number, the shot and the take into the picture. */
  readonly burnIn: boolean;
}

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

const FIXED: Readonly<Record<Exclude<PlayblastSize, 'viewport'>, PixelSize>> = {
  '720p': { width: 1280, height: 720 },
  '1080p': { width: 1920, height: 1080 },
};

/** Pixels of a picture. Even, as film codecs want them. */
export function pixelSize(size: PlayblastSize, viewport: PixelSize): PixelSize {
  if (size !== 'viewport') return FIXED[size];
  const even = (pixels: number) => Math.max(2, 2 * Math.floor(pixels / 2));
  return { width: even(viewport.width), height: even(viewport.height) };
}

/** `torus-main.mp4`: of the shot and the take. */
export function playblastName(shot: string, take: string, format: PlayblastFormat): string {
  const words = [shot, take]
    .map((name) => name.trim().replace(/[^\p{L}\p{N}_-]+/gu, '-'))
    .filter((name) => name !== '');
  const { extension } = playblastFormats.find(({ value }) => value === format)!;
  return `${words.join('-') || 'playblast'}.${extension}`;
}

/** `torus-main.0042.png`. */
export function pictureName(fileName: string, frame: number): string {
  const sign = frame < 0 ? '-' : '';
  return `${fileName.replace(/\.[^.]*$/, '')}.${sign}${String(Math.abs(frame)).padStart(4, '0')}.png`;
}
