/** A stretch of things that are shown at once, counted from 0; `end` is left out. */
export interface Stretch {
  readonly from: number
  readonly end: number
}

/** The stretch of at most `size` that begins at `from`, kept within `all` things. */
export function stretch(from: number, size: number, all: number): Stretch {
  const first = Math.max(0, Math.min(Number.isFinite(from) ? Math.floor(from) : 0, all - 1))
  return { from: first, end: Math.min(first + size, all) }
}

/** Where the last page of `size` begins. */
export function lastPage(size: number, all: number): number {
  return Math.max(0, Math.floor((all - 1) / size) * size)
}
