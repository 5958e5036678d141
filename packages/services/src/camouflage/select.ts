/**
 * Value at a position of the ascending order (Hoare's quickselect). Cost: O(n) on average.
 *
 * @param values - n numbers, none missing; reordered in place.
 * @param place - Position from 0 to n − 1.
 * @returns The number at that position.
 */
export function select(values: Float64Array, place: number): number {
  let first = 0
  let last = values.length - 1
  while (first < last) {
    const pivot = middleOf(values[first], values[(first + last) >> 1], values[last])
    let up = first
    let down = last
    while (up <= down) {
      while (values[up] < pivot) up++
      while (values[down] > pivot) down--
      if (up > down) break
      const held = values[up]
      values[up++] = values[down]
      values[down--] = held
    }
    if (place <= down) last = down
    else if (place >= up) first = up
    else return pivot
  }
  return values[place]
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
