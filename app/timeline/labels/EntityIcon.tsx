import { Box, Clapperboard, Move3d, Pin, Video, Wind, type LucideIcon } from 'lucide-react';
import type { KeyLane } from '../lanes/keyLanes.ts';

const icons: Readonly<Record<KeyLane['kind'], LucideIcon>> = {
  solid: Move3d,
  collider: Box,
  pin: Pin,
  force: Wind,
  camera: Video,
  shot: Clapperboard,
};

/** The kind of thing that a lane belongs to. */
export function EntityIcon({ kind }: { readonly kind: KeyLane['kind'] }) {
  const Icon = icons[kind];
  return <Icon className="dock-label-icon" aria-hidden />;
}
