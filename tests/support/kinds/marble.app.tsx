import { CircleDotDashed } from 'lucide-react';
import type { AppKind } from '../../../app/entities/AppKind.ts';

/** What the editor knows of a marble: all but the icon follows from its schema. */
const marble: AppKind<'marble'> = { kind: 'marble', icon: () => CircleDotDashed };

export default marble;
