/** Names of the families of methods that cannot be derived from their ids. */
const titles: Readonly<Record<string, string>> = {
  coding: 'Recoding and suppression',
  copula: 'Copula methods',
  identifiers: 'Pseudonyms',
  linear: 'Linear models',
  noise: 'Noise',
  optimize: 'Optimisation',
}

/** Returns the name of a family of methods: `Recoding and suppression`, `Reverse map`. */
export function familyTitle(family: string): string {
  return Object.hasOwn(titles, family)
    ? titles[family]
    : family.slice(0, 1).toUpperCase() + family.slice(1).replaceAll('-', ' ')
}
