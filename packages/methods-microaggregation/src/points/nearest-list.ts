/** Nearest records so far, up to a number; ties go to the lowest index. */
interface NearestList {
  /** Returns true if the record is now in the list; it replaces the last one if the list is full. */
  add(record: number, distance: number): boolean
  /** Writes the records and their distances, nearest first; returns their number. */
  write(records: Uint32Array, distances: Float64Array): number
}

/**
 * Makes a sorted list: inserting a record costs the number of records behind it.
 *
 * @param most - Largest number of records.
 * @returns An empty list.
 */
export function nearestList(most: number): NearestList {
  const records = new Uint32Array(most)
  const distances = new Float64Array(most)
  let size = 0
  const before = (record: number, distance: number, at: number): boolean =>
    distance < distances[at] || (distance === distances[at] && record < records[at])
  return {
    add(record, distance) {
      if (size === most && (most === 0 || !before(record, distance, most - 1))) return false
      let at = size === most ? most - 1 : size++
      for (; at > 0 && before(record, distance, at - 1); at--) {
        records[at] = records[at - 1]
        distances[at] = distances[at - 1]
      }
      records[at] = record
      distances[at] = distance
      return true
    },
    write(toRecords, toDistances) {
      toRecords.set(records.subarray(0, size))
      toDistances.set(distances.subarray(0, size))
      return size
    },
  }
}
