import { useCallback, useRef, useState } from 'react';
import { CircleAlert, Clock, History, LoaderCircle, PackageOpen, Play, TriangleAlert } from 'lucide-react';
import { runCommand } from '../../commands/Command.ts';
import { useKeyLabel } from '../../commands/useKeymap.ts';
import { useSession } from '../../session/Session.ts';
import { Button } from '../../ui/Button.tsx';
import { bannerOf, type BannerKind } from './bannerOf.ts';
import { useLive, useViewport } from './useDrawn.ts';

const ICONS = {
  stale: History,
  missing: Clock,
  start: Clock,
  failed: CircleAlert,
  doubtful: TriangleAlert,
  inside: TriangleAlert,
  unconverged: TriangleAlert,
  preparing: LoaderCircle,
  problem: TriangleAlert,
  lost: TriangleAlert,
  unsimulated: Play,
  empty: PackageOpen,
} as const;

/** Says where the picture is not that of the playhead's frame as the shot is now, and what can be done. The number of the frame is written straight into the page. */
export function Banner() {
  const session = useSession();
  const graphics = useViewport((state) => state.graphics);
  const [kind, setKind] = useState<BannerKind>();
  const text = useRef<HTMLSpanElement>(null);
  const latest = useRef('');
  const update = useCallback(() => {
    const banner = bannerOf(session, graphics);
    latest.current = banner?.text ?? '';
    setKind(banner?.kind);
    if (text.current !== null && text.current.textContent !== latest.current) text.current.textContent = latest.current;
  }, [session, graphics]);
  useLive(session, update);
  if (kind === undefined) return null;
  const Icon = ICONS[kind];
  return (
    <div className="viewport-banner" data-kind={kind} role="status">
      <Icon aria-hidden />
      <span
        ref={(element) => {
          text.current = element;
          if (element !== null) element.textContent = latest.current;
        }}
      />
      <BannerAction kind={kind} />
    </div>
  );
}

function BannerAction({ kind }: { readonly kind: BannerKind }) {
  const session = useSession();
  const keys = useKeyLabel();
  const button = (id: string, label: string) => (
    <Button size="small" variant="ghost" keys={keys(id)} onClick={() => runCommand(session, id)}>
      {label}
    </Button>
  );
  if (kind === 'stale') return button('simulate.whyStale', 'Why?');
  if (kind === 'unsimulated') return button('simulate.run', 'Simulate');
  if (kind === 'missing') return button('simulate.fromHere', 'Simulate from here');
  if (kind === 'failed') return button('simulate.showFailure', 'Show why');
  if (kind === 'inside') return button('edit.moveOut', 'Move it out');
  if (kind === 'unconverged') return button('simulate.allowIterations', 'Allow more iterations');
  if (kind === 'empty') return button('file.importMesh', 'Import mesh…');
  return null;
}
