import { lostBy } from '@sdc/stats/internal'

/** Means of runs of ranks, and their information loss. */
export interface RunMeans {
  /**
   * Returns the mean of its run for every rank, for several columns together. Sums are in the order of the records, so
   * that they are those of `groupMeans` to the last bit.
   *
   * @param sorted - Values of the ranks, those of each rank adjacent.
   * @param records - Record numbers of the ranks.
   * @param starts - Starts of the runs, and the end of the last one.
   */
  of(sorted: Float64Array, records: Uint32Array, starts: Uint32Array): Float64Array
  /** Returns the number of ranks so far; and for each column Σ(x − x̄_g)² within runs, and Σ(x − x̄)². */
  totals(): readonly number[]
}

/** Maximum length of runs that are sorted by insertion. */
const SHORT = 32

/**
 * Computes means of runs of ranks.
 *
 * @param width - Number of columns.
 * @returns The means; it takes runs in their order.
 */
export function runMeans(width: number): RunMeans {
  let count = 0
  const within = new Float64Array(width)
  const centres = new Float64Array(width)
  const squares = new Float64Array(width)
  let places = new Uint32Array(SHORT)

  /** Joins a run with the ranks before it. */
  const join = (j: number, size: number, mean: number, loss: number): void => {
    const apart = mean - centres[j]
    const share = size / (count + size)
    within[j] += loss
    centres[j] += apart * share
    squares[j] += loss + apart * apart * share * count
  }
  const masked = (sorted: Float64Array, from: number, size: number, into: Float64Array): void => {
    for (let j = 0; j < width; j++) {
      const mean = meanAt(sorted, places, size, width, j)
      let loss = 0
      for (let at = from; at < from + size; at++) {
        const gap = sorted[at * width + j] - mean
        loss += gap * gap
        into[at * width + j] = mean
      }
      join(j, size, mean, loss)
    }
    count += size
  }
  return {
    of(sorted, records, starts) {
      const into = new Float64Array(width * starts[starts.length - 1])
      for (let run = 0; run + 1 < starts.length; run++) {
        const [from, size] = [starts[run], starts[run + 1] - starts[run]]
        if (size > places.length) places = new Uint32Array(2 * size)
        byRecord(places, records, from, size)
        masked(sorted, from, size, into)
      }
      return into
    },
    totals: () => [count, ...Array.from(within, (loss, j) => [loss, squares[j]]).flat()],
  }
}

/** Sorts the places of a run in the order of its records. */
function byRecord(places: Uint32Array, records: Uint32Array, from: number, size: number): void {
  if (size > SHORT) {
    for (let i = 0; i < size; i++) places[i] = from + i
    places.subarray(0, size).sort((a, b) => records[a] - records[b])
    return
  }
  for (let i = 0; i < size; i++) {
    const record = records[from + i]
    let at = i
    while (at > 0 && records[places[at - 1]] > record) {
      places[at] = places[at - 1]
      at--
    }
    places[at] = from + i
  }
}

/** Computes the mean of a run in the order of its places, as `groupMeans` does: exact if all values are equal. */
function meanAt(sorted: Float64Array, places: Uint32Array, size: number, width: number, j: number): number {
  const first = sorted[places[0] * width + j]
  let total = first
  let lost = 0
  let isEqual = true
  for (let i = 1; i < size; i++) {
    const value = sorted[places[i] * width + j]
    const next = total + value
    lost += lostBy(total, value, next)
    total = next
    if (value !== first) isEqual = false
  }
  return isEqual ? first : (total + lost) / size
}
