import type { AttributeDisplay, DeclaredAttribute } from '../frames/AttributeDisplay.ts';

/** Fields of deformable bodies, each declared once: frames, menus, legends, the contact sheet and exporters take them from the statics. */
export const plasticStrain = ofElements('plastic strain', '', {
  label: 'Plastic strain',
  detail: 'permanent deformation, |log Fp|',
  range: 'from-zero',
  least: 0.01,
});

export const vonMisesStress = ofElements('von Mises stress', 'Pa', {
  label: 'von Mises stress',
  detail: 'Cauchy, per element',
  range: 'from-zero',
  least: 1,
});

export const goalDistance = ofElements('distance to goal', '', {
  label: 'Distance to goal',
  detail: 'of the plastic strain',
  range: 'from-zero',
  least: 0.01,
});

export const ringVolume = ofVertices('one-ring volume', '', {
  label: 'One-ring volume',
  detail: 'around each vertex, 1 at rest',
  range: 'values',
});

export const ringArea = ofVertices('one-ring area', '', {
  label: 'One-ring area',
  detail: 'around each vertex, 1 at rest',
  range: 'values',
});

// Short fibres are red, as active ones swell; long ones are blue.
export const fibreStretch = ofElements('fibre stretch', '', {
  label: 'Fibre stretch',
  detail: '1 at rest, below 1 shortened',
  range: [0.5, 1.5],
  colours: 'diverging-reversed',
});

export const fibreTension = ofElements('fibre tension', 'Pa', {
  label: 'Fibre tension',
  detail: 'per area at rest',
  range: 'from-zero',
  least: 1,
});

function ofElements(name: string, unit: string, display: AttributeDisplay): DeclaredAttribute {
  return { name, unit, location: 'element', components: 1, display };
}

function ofVertices(name: string, unit: string, display: AttributeDisplay): DeclaredAttribute {
  return { name, unit, location: 'vertex', components: 1, display };
}
