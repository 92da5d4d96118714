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
export function renamedKeys<T>(keys: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(keys).map(([id, chords]) => [presentId(id), chords]));
}

function presentId(id: string): string {
  if (!id.startsWith(PREFIX)) return id;
  const name = id.slice(PREFIX.length);
  return `${PREFIX}${attributes[name] ?? name}`;
}
