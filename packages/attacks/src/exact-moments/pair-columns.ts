/** Maximum number of orders to try: with more, a pair of solutions is kept. */
const MOST_ORDERS = 5000

/**
 * Returns true if two columns' solutions are compatible: the values of the second, in some order within each class,
 * have this sum of products with the first.
 *
 * @param first - u values of the one column.
 * @param second - u values of the other.
 * @param classes - Equal for records whose order is unknown, ascending.
 * @param products - Required sum of products.
 * @param slack - Tolerance of that sum.
 */
export function canPair(
  first: Float64Array,
  second: Float64Array,
  classes: Int32Array,
  products: number,
  slack: number,
): boolean {
  const used = new Uint8Array(first.length)
  let orders = 0
  const place = (i: number, left: number): boolean => {
    if (i === first.length) return Math.abs(left) <= slack
    if (++orders > MOST_ORDERS) return true
    for (let j = 0; j < second.length; j++) {
      if (used[j] === 1 || classes[j] !== classes[i]) continue
      used[j] = 1
      const fits = place(i + 1, left - first[i] * second[j])
      used[j] = 0
      if (fits) return true
    }
    return false
  }
  return place(0, products)
}
