import { useEffect } from 'react';
import { useDocument } from '../session/Session.ts';
import { fileName } from './fileName.ts';

const PROGRAM = 'Ductile';

/** Puts the shot on the tab or the window, so that several are told apart: with a dot where it is not saved. */
export function useWindowTitle(): void {
  const title = useDocument(({ open }) => {
    if (open === undefined) return PROGRAM;
    const mark = open.scene === open.saved ? '' : '• ';
    return `${mark}${open.scene.name || fileName(open.path)} — ${PROGRAM}`;
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
}
