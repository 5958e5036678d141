/** Longer words of a query may be prefixes or misspelt; a page with the word in its title comes first. */
export const searchOptions = {
  prefix: (term) => term.length > 2,
  fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  boost: { title: 4, text: 1, titles: 1 },
}
