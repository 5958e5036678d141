/**
 * Computes the number of ways to arrange values: m! over the factorials of the frequencies of equal values.
 *
 * @param values - Values, equal ones adjacent.
 */
export function arrangementCount(values: ArrayLike<number>): number {
  let count = 1
  let alike = 0
  for (let i = 0; i < values.length; i++) {
    alike = i > 0 && values[i] === values[i - 1] ? alike + 1 : 1
    count = (count * (i + 1)) / alike
  }
  return count
}

/**
 * Generates every arrangement of the values, in lexicographic order: the index of the value by place. Equal values keep
 * ascending order, so no two arrangements have the same values.
 *
 * Cost: O(m) each.
 *
 * @param values - Values, equal ones adjacent.
 */
export function arrangements(values: ArrayLike<number>): Int32Array[] {
  const m = values.length
  // Equal values have one arrangement, for any number of them.
  if (arrangementCount(values) === 1) return [Int32Array.from({ length: m }, (_, i) => i)]
  const found: Int32Array[] = []
  const places = new Int32Array(m)
  const taken = new Uint8Array(m)
  const fill = (place: number): void => {
    if (place === m) {
      found.push(places.slice())
      return
    }
    for (let i = 0; i < m; i++) {
      // Only the first remaining one of equal values is used: the others give the same arrangement.
      if (taken[i] || (i > 0 && values[i] === values[i - 1] && !taken[i - 1])) continue
      taken[i] = 1
      places[place] = i
      fill(place + 1)
      taken[i] = 0
    }
  }
  fill(0)
  return found
}
