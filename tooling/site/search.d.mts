import type { SearchOptions } from 'minisearch'

export const searchOptions: SearchOptions
