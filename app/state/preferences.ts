import { z } from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { themeChoices } from '../ui/theme.ts';
import { qualityNames } from '../../src/scene/Scene.ts';
import { lengthUnits } from '../units/lengthUnit.ts';

const PREFIX = 'view.colour.';

/** Colourings had names of their own before they were attributes of the shot. */
const attributes: Readonly<Record<string, string>> = {
  volumeChange: 'volume change',
  vonMises: 'von Mises stress',
  plasticStrain: 'plastic strain',
  goalDistance: 'distance to goal',
  fibreStretch: 'fibre stretch',
  fibreTension: 'fibre tension',
  quality: 'element quality',
  inverted: 'inverted elements',
};

/** Keys by command id, as they were stored, under the ids that commands have now. */
function renamedKeys<T>(keys: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(keys).map(([id, chords]) => [presentId(id), chords]));
}

function presentId(id: string): string {
  if (!id.startsWith(PREFIX)) return id;
  const name = id.slice(PREFIX.length);
  return `${PREFIX}${attributes[name] ?? name}`;
}

export const navigationPresets = ['maya', 'houdini', 'blender'] as const;
export type NavigationPreset = (typeof navigationPresets)[number];

/** Sizes of the interface, percent. */
export const uiScales = [100, 110, 125, 150, 175, 200] as const;

/** The parts of the window around the viewport. */
export const panelParts = ['left', 'right', 'bottom'] as const;
export type PanelPart = (typeof panelParts)[number];

const pixels = z.number().min(0).max(10_000);
/** Widths of the columns beside the viewport, height of the dock below it and of the takes below the outliner, px; and what is folded away. */
const panelRoom = z.object({
  left: pixels,
  right: pixels,
  bottom: pixels,
  takes: pixels,
  hidden: z.array(z.enum(panelParts)).max(3).readonly(),
});
export type PanelRoom = Readonly<z.output<typeof panelRoom>>;

/** What the editor remembers of itself. What cannot be read counts as not there: an older or damaged memory never stops the start. */
const preferencesSchema = z.object({
  /** How the mouse moves the view and which keys go with it. */
  navigation: z.enum(navigationPresets).catch('maya'),
  /** Keys that the artist chose, by command id; none for a command without keys. */
  keys: z
    .record(z.string(), z.array(z.string().max(64)).max(8))
    .transform(renamedKeys)
    .catch({}),
  /** The arrangement of panels, as the workbench wrote it. */
  layout: z.json().optional(),
  layouts: z.record(z.string().max(64), z.json()).catch({}),
  /** How much room the panels have, by the class of the window's size. */
  rooms: z.record(z.string().max(16), panelRoom).catch({}),
  /** Seconds per frame that shots took when they were last simulated, by `project quality`. */
  costs: z.record(z.string().max(80), z.number().positive()).catch({}),
  theme: z.enum(themeChoices).catch('dark'),
  /** Size of everything on the screen, percent of the system's. */
  uiScale: z.union(uiScales.map((scale) => z.literal(scale))).catch(100),
  /** The unit that lengths are shown in. */
  lengthUnit: z.enum(lengthUnits).catch('auto'),
  /** Nothing moves that need not: on top of what the system asks for. */
  reducedMotion: z.boolean().catch(false),
  /** The simulation that is under way: one that a page finds there when it opens the shot was interrupted. */
  run: z
    .object({ path: z.string(), quality: z.enum(qualityNames), first: z.int(), last: z.int() })
    .optional()
    .catch(undefined),
  /** The guided first shot was closed. */
  guideSeen: z.boolean().catch(false),
});
export type Preferences = z.output<typeof preferencesSchema>;
/** Any JSON. */
export type JsonValue = z.core.util.JSONType;

/** Milliseconds of rest before preferences are stored. */
const STORE_DELAY = 400;

/** The editor's memory of itself, stored by the host. */
export class PreferencesStore {
  readonly store: StoreApi<Preferences> = createStore<Preferences>(() => preferencesSchema.parse({}));
  private readonly write: (value: JsonValue) => Promise<unknown>;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `write` stores them; it may fail. */
  constructor(write: (value: JsonValue) => Promise<unknown>) {
    this.write = write;
  }

  /** Takes what was stored. */
  load(value: unknown): void {
    const parsed = preferencesSchema.safeParse(value ?? {});
    this.store.setState(parsed.success ? parsed.data : preferencesSchema.parse({}), true);
  }

  /** Changes and stores them a moment later. */
  change(change: Partial<Preferences>): void {
    this.store.setState(change);
    clearTimeout(this.timer);
    // A memory that could not be kept is not worth a word: the next change tries again.
    this.timer = setTimeout(
      () => void this.write(plainJson(this.store.getState())).catch(() => undefined),
      STORE_DELAY,
    );
  }
}

/** Returns the preferences as they are written: members that are undefined are left out. */
function plainJson(value: Preferences): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}
