import { qualityNames } from '../../src/scene/Scene.ts';
import type { DocumentStore } from '../document/documentStore.ts';
import type { CostStore } from '../state/costStore.ts';
import type { PreferencesStore } from '../state/preferences.ts';

interface Stores {
  readonly document: DocumentStore;
  readonly costs: CostStore;
  readonly preferences: PreferencesStore;
}

/** Shots whose costs are remembered. */
const MOST_SHOTS = 100;

/** Keeps what frames cost over restarts of the program: the choice of a quality begins with it. */
export function rememberCosts({ document, costs, preferences }: Stores): void {
  const keyOf = (quality: string) => `${document.scene?.project ?? ''} ${quality}`;
  document.store.subscribe((now, before) => {
    if (now.open?.path === before.open?.path || now.open === undefined) return;
    const { costs: known } = preferences.store.getState();
    const found = qualityNames.filter((quality) => known[keyOf(quality)] !== undefined);
    costs.setState({ samples: Object.fromEntries(found.map((quality) => [quality, [known[keyOf(quality)]]])) });
  });
  costs.subscribe(({ samples }) => {
    if (document.scene === undefined) return;
    const { costs: known } = preferences.store.getState();
    const measured = Object.entries(samples).map(([quality, seconds]) => [keyOf(quality), median(seconds)] as const);
    if (measured.every(([key, cost]) => known[key] === cost)) return;
    const all = [...Object.entries({ ...known, ...Object.fromEntries(measured) })];
    preferences.change({ costs: Object.fromEntries(all.slice(-MOST_SHOTS)) });
  });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
