/** A word that artists never read, and what they read instead. */
export interface HomeMadeWord {
  readonly word: RegExp;
  readonly better: string;
}

/** Words of our own for which the field has another. */
export const homeMadeWords: readonly HomeMadeWord[] = [
  { word: /\bskins?\b/i, better: 'surface mesh, or membrane' },
  { word: /\bheld\b/i, better: 'pinned, constrained' },
  { word: /\bpins? holds?\b|\bholds nothing\b|\blet a pin hold\b/i, better: 'pin, pins' },
  { word: /\b(?:lets?|letting) go\b/i, better: 'release, turn off' },
  { word: /\b(?:grown|grows) to\b|\bsewn to\b/i, better: 'attached to' },
  { word: /\bcarr(?:y|ies|ied) along\b/i, better: 'moves with, advects' },
  { word: /\b(?:feels?|felt)\b/i, better: 'is acted on by, interacts with' },
  { word: /\blively\b/i, better: 'FLIP, or little damping' },
  { word: /\btransport\b/i, better: 'advection' },
  { word: /\bedd(?:y|ies)\b/i, better: 'vortex, vortices' },
  { word: /\bkeeps? (?:its )?dents\b|\bfor good\b/i, better: 'plasticity, permanently' },
  { word: /\btouch(?:es)? (?:itself|other bodies)\b/i, better: 'self-collision, body collision' },
  { word: /\bkeep (?:volume|size|the volume)\b/i, better: 'conserves, volume conservation' },
  { word: /\blies? on '|\blies on$/i, better: 'guide surface' },
  { word: /\bturned inside out\b/i, better: 'inverted' },
  { word: /\bbrings? (?:its|their) own\b/i, better: 'has … of its own' },
  { word: /\b(?:most|fewest) (?:substeps|iterations|cracks|pressure iterations)\b/i, better: 'maximum, minimum' },
  { word: /\bsubsteps per frame at least\b|\bleast substeps\b/i, better: 'minimum substeps' },
  { word: /\bgoes? on\b|\bgone on\b/i, better: 'continues, resumes' },
  { word: /\b(?:looked|looking) at\b|\bto look at\b/i, better: 'check' },
  { word: /\btells?\b|\bforetells?\b/i, better: 'says, reports, shows' },
  { word: /\bis worked on\b/i, better: 'active' },
  { word: /\b(?:is|are) not there\b/i, better: 'is missing' },
  { word: /\b(?:takes?|taking) (?:no )?part in\b/i, better: 'is enabled, is disabled' },
  { word: /\bpull it there\b/i, better: 'move to goal' },
  { word: /\bbr(?:eaks?|oke) down\b/i, better: 'fails' },
];
