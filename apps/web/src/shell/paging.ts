/** A range of items shown at once, counted from 0; `end` is excluded. */
export interface Stretch {
  readonly from: number
  readonly end: number
}

/** Returns the range of at most `size` items that begins at `from`, limited to `all` items. */
export function stretch(from: number, size: number, all: number): Stretch {
  const first = Math.max(0, Math.min(Number.isFinite(from) ? Math.floor(from) : 0, all - 1))
  return { from: first, end: Math.min(first + size, all) }
}

/** Returns the first item of the last page of `size`. */
export function lastPage(size: number, all: number): number {
  return Math.max(0, Math.floor((all - 1) / size) * size)
}
