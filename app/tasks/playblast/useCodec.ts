import { useEffect, useState } from 'react';
import { filmCodec, type FilmFormat } from './FilmWriter.ts';
import type { PixelSize } from './playblastSettings.ts';

/** The codec of a film here: `undefined` while it is looked for, `none` where this machine has none. */
export function useCodec(format: FilmFormat | undefined, { width, height }: PixelSize): string | undefined {
  const [found, setFound] = useState<{ readonly key: string; readonly codec: string }>();
  const key = `${format} ${width} ${height}`;
  useEffect(() => {
    if (format === undefined) return;
    let wanted = true;
    filmCodec({ format, width, height }).then(
      (codec) => wanted && setFound({ key, codec: codec ?? 'none' }),
      () => wanted && setFound({ key, codec: 'none' }),
    );
    return () => {
      wanted = false;
    };
  }, [format, width, height, key]);
  return found?.key === key ? found.codec : undefined;
}
