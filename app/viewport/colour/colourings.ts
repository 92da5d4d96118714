import { defaultDisplay, type AttributeDisplay } from '../../../src/frames/AttributeDisplay.ts';
import type { DisplayAttribute, DisplayStatics } from '../../state/DisplayStatics.ts';
import { SURFACE, type Colouring } from '../../state/viewStore.ts';

/** Something that the shot can be coloured by. */
export interface ColouringInfo extends AttributeDisplay {
  readonly name: Colouring;
  /** SI unit; empty for a pure number. */
  readonly unit: string;
}

const known = new WeakMap<DisplayStatics, readonly ColouringInfo[]>();

/** What the streams of a shot have to show by colour, in the order of menus; without a shot, nothing but the surface. */
export function colouringsOf(statics: DisplayStatics | undefined): readonly ColouringInfo[] {
  if (statics === undefined) return nothing;
  const found = known.get(statics) ?? collect(statics);
  known.set(statics, found);
  return found;
}

/** What a colouring is called in a shot, and how its numbers are shown. One that the shot does not have is shown as nothing declares it. */
export function colouringOf(statics: DisplayStatics | undefined, name: Colouring): ColouringInfo {
  return colouringsOf(statics).find((one) => one.name === name) ?? undeclared(name);
}

const undeclaredOnes = new Map<string, ColouringInfo>();

/** One object for each name. */
function undeclared(name: Colouring): ColouringInfo {
  const found = undeclaredOnes.get(name) ?? infoOf({ name, unit: '', components: 1 });
  undeclaredOnes.set(name, found);
  return found;
}

const plain: ColouringInfo = { name: SURFACE, label: 'Surface', detail: '', unit: '', range: [0, 1] };
/** One list for all readers, who ask whether it is another one now. */
const nothing = [plain];

function collect({ colourings }: DisplayStatics): readonly ColouringInfo[] {
  return [plain, ...colourings.map(infoOf)];
}

function infoOf(
  attribute: Pick<DisplayAttribute, 'name' | 'unit' | 'components'> & Partial<DisplayAttribute>,
): ColouringInfo {
  const { name, unit, display = defaultDisplay({ location: 'element', ...attribute }) } = attribute;
  return { ...display, name, unit };
}
