/** Longer words of a query may be beginnings of words, and misspelt; a page that is called so comes first. */
export const searchOptions = {
  prefix: (term) => term.length > 2,
  fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  boost: { title: 4, text: 1, titles: 1 },
}
