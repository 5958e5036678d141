/** How much of a search a budget let be done, decided once: who goes on with the search does the same. */
export interface SearchCut {
  /** How many runs of the grid, the simplest first. */
  readonly gridRuns: number
  /** Whether the winners are confirmed in the short form: the best of them alone. */
  readonly isShort: boolean
}

/** What fixes how much is searched. */
export interface SearchExtent {
  /** The number of generations, where it is fixed. */
  readonly generations?: number | undefined
  /** Else the seconds that the whole search may take. */
  readonly seconds: number
  /** The time in seconds, for the budget only: no result depends on it but through what is decided. */
  readonly clock: () => number
  /** When the search began, by that clock; by default now. */
  readonly started?: number | undefined
  /** What a budget decided before, of a search that is gone on with. */
  readonly cut?: SearchCut | undefined
  /** Is told the number of generations, and what was cut, before the first of them starts. */
  readonly decided?: ((generations: number, cut: SearchCut) => void | Promise<void>) | undefined
}
