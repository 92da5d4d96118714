import { ChevronDown } from 'lucide-react';
import { qualityNames, type QualityName, startFrame } from '../../src/scene/Scene.ts';
import { estimateSeconds, guessSeconds } from '../state/costStore.ts';
import { qualityTitles } from '../state/qualityTitles.ts';
import { useCosts, useDocument, useSession, useView } from '../session/Session.ts';
import { Button } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import type { MenuEntry } from '../ui/MenuItems.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { formatAbout, formatDurationRange } from '../units/formatTime.ts';
import { useNarrowWindow } from './useNarrowWindow.ts';

/** Which quality is simulated and shown, with about what the whole shot costs in it; the range, where that was measured, in the tooltip. */
export function QualityControl() {
  const { view } = useSession();
  const quality = useView((state) => state.quality);
  const samples = useCosts((state) => state.samples);
  const frames = useDocument(({ open }) => (open === undefined ? 0 : open.scene.range.last - startFrame(open.scene)));
  const settings = useDocument(({ open }) => open?.scene.quality);
  const about = (name: QualityName) => {
    const guess = settings === undefined ? undefined : guessSeconds(samples, settings, name, frames);
    return guess === undefined ? '–' : formatAbout(guess);
  };
  // Ranges differ in length: they stand where there is room.
  const range = (name: QualityName) => {
    const cost = estimateSeconds(samples[name], frames);
    return cost === undefined ? about(name) : formatDurationRange(cost);
  };
  if (useNarrowWindow()) {
    const entries = (): MenuEntry[] =>
      qualityNames.map((name) => ({
        kind: 'item',
        label: qualityTitles[name],
        detail: range(name),
        checked: name === quality,
        onSelect: () => view.setState({ quality: name }),
      }));
    return (
      <Menu entries={entries}>
        <Button className="quality-menu" aria-label={`Quality: ${qualityTitles[quality]}`}>
          <strong>{qualityTitles[quality]}</strong>
          <span className="ui-segmented-detail">{about(quality)}</span>
          <ChevronDown aria-hidden />
        </Button>
      </Menu>
    );
  }
  return (
    <Segmented
      label="Quality, and what the whole shot costs in it"
      value={quality}
      onChange={(chosen) => view.setState({ quality: chosen })}
      options={qualityNames.map((name) => ({
        value: name,
        label: qualityTitles[name],
        detail: about(name),
        title: `${qualityTitles[name]}: ${range(name)}`,
      }))}
    />
  );
}
