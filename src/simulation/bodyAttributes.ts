import type { DeclaredAttribute } from '../frames/AttributeDisplay.ts';

/** Fields of deformable bodies, each declared once: frames, menus, legends, the contact sheet and exporters take them from the statics. */
export const plasticStrain: DeclaredAttribute = {
  name: 'plastic strain',
  unit: '',
  location: 'element',
  components: 1,
  display: { label: 'Plastic strain', detail: 'deformed for good, |log Fp|', range: 'from-zero', least: 0.01 },
};

export const vonMisesStress: DeclaredAttribute = {
  name: 'von Mises stress',
  unit: 'Pa',
  location: 'element',
  components: 1,
  display: { label: 'von Mises stress', detail: 'Cauchy, per element', range: 'from-zero', least: 1 },
};

export const goalDistance: DeclaredAttribute = {
  name: 'distance to goal',
  unit: '',
  location: 'element',
  components: 1,
  display: { label: 'Distance to goal', detail: 'of the plastic strain', range: 'from-zero', least: 0.01 },
};

export const ringVolume: DeclaredAttribute = {
  name: 'one-ring volume',
  unit: '',
  location: 'vertex',
  components: 1,
  display: { label: 'One-ring volume', detail: 'around each vertex, 1 at rest', range: 'values' },
};

export const ringArea: DeclaredAttribute = {
  name: 'one-ring area',
  unit: '',
  location: 'vertex',
  components: 1,
  display: { label: 'One-ring area', detail: 'around each vertex, 1 at rest', range: 'values' },
};

export const fibreStretch: DeclaredAttribute = {
  name: 'fibre stretch',
  unit: '',
  location: 'element',
  components: 1,
  // Short fibres are red, as active ones swell; long ones are blue.
  display: {
    label: 'Fibre stretch',
    detail: '1 at rest, below 1 shortened',
    range: [0.5, 1.5],
    colours: 'diverging-reversed',
  },
};

export const fibreTension: DeclaredAttribute = {
  name: 'fibre tension',
  unit: 'Pa',
  location: 'element',
  components: 1,
  display: { label: 'Fibre tension', detail: 'per area at rest', range: 'from-zero', least: 1 },
};
