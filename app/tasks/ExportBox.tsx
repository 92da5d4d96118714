import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { streamsOf } from '../../src/frames/Stream.ts';
import type { RequestResult } from '../../src/protocol/requests.ts';
import type { FrameSourceState } from '../client/FrameSource.ts';
import { Section } from '../inspector/Section.tsx';
import { useSession } from '../session/Session.ts';
import { drawExportBox, shownBounds } from './drawExportBox.ts';
import { useTheme } from '../ui/theme.ts';

type ExportPreset = RequestResult<'catalogue'>['exportPresets'][number];

/** The box of the shown frame as the other program will measure it, with the shape inside. */
export function ExportBox({ preset }: { readonly preset: ExportPreset | undefined }) {
  const { frameSource } = useSession();
  const shown = useStore(frameSource.store, (state: FrameSourceState) => state.shown);
  const meshes = useMemo(() => (shown === undefined ? [] : streamsOf(shown, 'mesh')), [shown]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  const metresPerUnit = preset?.metresPerUnit ?? 1;
  const upAxis = preset?.upAxis ?? 'y';
  useEffect(() => {
    if (canvas.current !== null) drawExportBox(canvas.current, meshes, metresPerUnit, upAxis);
  }, [meshes, metresPerUnit, upAxis, theme]);
  const empty = shownBounds(meshes) === undefined;
  return (
    <Section title="Axes and unit" summary={`${upAxis.toUpperCase()} up`}>
      {empty ? (
        <p className="form-note">Nothing is simulated yet. The bounding box of the first frame will be shown here.</p>
      ) : (
        <canvas
          ref={canvas}
          className="export-box"
          role="img"
          aria-label="Bounding box of the shown frame in the unit and axes of the other program"
          title="Bounding box of the shown frame. The report contains that of all frames."
        />
      )}
    </Section>
  );
}
