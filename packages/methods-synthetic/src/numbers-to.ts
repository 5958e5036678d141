/**
 * The numbers from 0 up to n − 1.
 *
 * @param n - Number of numbers.
 * @returns The numbers.
 */
export function numbersTo(n: number): Int32Array {
  return Int32Array.from({ length: n }, (_, i) => i)
}
