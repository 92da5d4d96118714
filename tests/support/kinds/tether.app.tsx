import { Spline } from 'lucide-react';
import type { AppKind } from '../../../app/entities/AppKind.ts';

/** What the editor knows of a tether. */
const tether: AppKind<'tether'> = { kind: 'tether', icon: () => Spline };

export default tether;
