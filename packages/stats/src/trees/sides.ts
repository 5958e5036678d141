/** Counts the records, or different persons, on the two sides of a split. */
export interface Sides {
  /** Starts a node. */
  begin(records: Uint32Array, from: number, to: number): void
  /** Moves every record to the right side. */
  restart(): void
  /** Moves a record to the left side. */
  move(record: number): void
  /** Returns true if both sides are at least as large as a leaf has to be. */
  areLarge(): boolean
}

/**
 * Returns the counts of the sides of a split.
 *
 * @param least - Smallest number of records in a leaf; of different persons if persons are given.
 * @param persons - Number of the person of each record, from 0 up.
 * @returns The counts.
 */
export function countSides(least: number, persons: Int32Array | undefined): Sides {
  return persons === undefined ? countRecords(least) : countPersons(least, persons)
}

function countRecords(least: number): Sides {
  let [left, right] = [0, 0]
  let size = 0
  return {
    begin: (_, from, to) => void (size = to - from),
    restart() {
      left = 0
      right = size
    },
    move() {
      left++
      right--
    },
    areLarge: () => left >= least && right >= least,
  }
}

function countPersons(least: number, persons: Int32Array): Sides {
  const size = persons.reduce((most, person) => Math.max(most, person), -1) + 1
  const [all, left] = [new Int32Array(size), new Int32Array(size)]
  let touched: number[] = []
  let [leftPersons, rightPersons] = [0, 0]
  return {
    begin(records, from, to) {
      for (const person of touched) all[person] = 0
      touched = []
      for (let i = from; i < to; i++) if (all[persons[records[i]]]++ === 0) touched.push(persons[records[i]])
    },
    restart() {
      for (const person of touched) left[person] = 0
      leftPersons = 0
      rightPersons = touched.length
    },
    move(record) {
      const person = persons[record]
      if (left[person]++ === 0) leftPersons++
      if (left[person] === all[person]) rightPersons--
    },
    areLarge: () => leftPersons >= least && rightPersons >= least,
  }
}
