import { contactPair } from '../../../src/scene/properties/bodyContact.ts';
import { bestUnit } from '../../units/displayUnits.ts';
import { formatNumber, formatQuantity } from '../../units/formatNumber.ts';
import { memberName } from '../../document/describePath.ts';

/** Longest text of a value that is no number, and of a list of what it holds. */
const LONGEST = 28;
const LONGEST_LIST = 56;

/** What an entity is called, by its id. */
type NameOf = (id: string) => string;
const ownName: NameOf = (id) => id;

/** What an input was or is, in few words: numbers with their unit, curves by their value at the frame, files by their hash, objects by what they hold. */
export function inputValue(value: unknown, unit: string, nameOf = ownName): string {
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'number') return formatQuantity(value, bestUnit(unit, value), 5);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string')
    return /^[0-9a-f]{64}$/.test(value) ? value.slice(0, 8) : short(nameOf(value), LONGEST);
  const end = curveEnd(value);
  if (end !== undefined) return formatQuantity(end, bestUnit(unit, end), 5);
  return short(pairsText(value, nameOf) ?? membersText(value, nameOf), LONGEST_LIST);
}

/** `Lower and Upper: friction 0.75`; undefined for what is no pair of bodies and no list of them. */
function pairsText(value: unknown, nameOf: NameOf): string | undefined {
  const pairs = contactPair
    .array()
    .min(1)
    .safeParse(Array.isArray(value) ? value : [value]);
  return pairs.data?.map((pair) => `${pairName(pair.bodies, nameOf)}: ${pairMeans(pair)}`).join('; ');
}

function pairMeans({ enabled, friction }: { readonly enabled: boolean; readonly friction?: number }): string {
  if (!enabled) return 'no collision';
  return friction === undefined ? 'touch' : `friction ${formatNumber(friction)}`;
}

/** Two bodies as they are spoken of: `Lower and Upper`. */
export function pairName(bodies: readonly string[], nameOf: NameOf): string {
  return bodies.map(nameOf).join(' and ');
}

/** Numbers one after the other, longer lists by their length; of an object its members by name. */
function membersText(value: object, nameOf: NameOf): string {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    if (items.length <= 4 && items.every((item) => typeof item !== 'object'))
      return items.map((item) => inputValue(item, '', nameOf)).join(', ');
    return `${items.length} ${items.length === 1 ? 'entry' : 'entries'}`;
  }
  const members = Object.entries(value).map(([name, member]) => {
    if (name === 'kind' || name === 'type') return inputValue(member, '', nameOf);
    return `${memberName(name)} ${typeof member === 'object' ? '…' : inputValue(member, '', nameOf)}`;
  });
  return members.length === 0 ? 'nothing' : members.join(', ');
}

/** The value at the end of an interval of a curve. */
function curveEnd(value: object): number | undefined {
  return 'end' in value && typeof value.end === 'number' ? value.end : undefined;
}

function short(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
