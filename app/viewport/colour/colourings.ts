import { defaultDisplay, type AttributeDisplay } from '../../../src/frames/AttributeDisplay.ts';
import type { DisplayAttribute, DisplayStatics, StreamStatics } from '../../state/DisplayStatics.ts';
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

function collect({ streams }: DisplayStatics): readonly ColouringInfo[] {
  // Streams that share a name may show it otherwise: a sheet changes its area where a volume changes. Where there are both, volumes say what it is called.
  const byName = new Map<string, ColouringInfo>([[SURFACE, plain]]);
  const results = streams.filter(({ purpose }) => purpose === 'result');
  for (const stream of [...results.filter(isNoSheet), ...results.filter((stream) => !isNoSheet(stream))]) {
    for (const attribute of stream.attributes) {
      if (!byName.has(attribute.name)) byName.set(attribute.name, infoOf(attribute));
    }
  }
  return [...byName.values()];
}

function isNoSheet(stream: StreamStatics): boolean {
  return stream.type !== 'mesh' || stream.elementSize !== 3;
}

function infoOf(
  attribute: Pick<DisplayAttribute, 'name' | 'unit' | 'components'> & Partial<DisplayAttribute>,
): ColouringInfo {
  const { name, unit, display = defaultDisplay({ location: 'element', ...attribute }) } = attribute;
  return { ...display, name, unit };
}
