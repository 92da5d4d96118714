/** A label as it stands inside a sentence: `Damping time` becomes `damping time`; names and symbols keep their capitals, `Young's E`, `Poisson's ratio`. */
export function inSentence(label: string): string {
  const [first] = label.split(' ');
  const isName = /['’]s$/.test(first) || !/^\p{Lu}\p{Ll}/u.test(first);
  return isName ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
