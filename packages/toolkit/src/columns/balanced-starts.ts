/**
 * Cuts a sequence of runs that must not be cut into at most `classes` parts of nearly as many records.
 *
 * Part j begins at the start of the run that is nearest to place j·n/m, the lower of two that are equally near. A run so long that two parts would begin at one place makes one part fewer.
 *
 * @param starts - Start of each run, ascending; the first is 0.
 * @param length - The number of records n, above the last start.
 * @param classes - The greatest number of parts m, at least 1.
 * @returns Starts of the parts, ascending; the first is 0.
 * Cost: O(runs + m).
 */
export function balancedStarts(starts: ArrayLike<number>, length: number, classes: number): number[] {
  const chosen = [0]
  let run = 0
  for (let j = 1; j < classes; j++) {
    const target = (j * length) / classes
    while (run + 1 < starts.length && starts[run + 1] <= target) run++
    const next = run + 1 < starts.length ? starts[run + 1] : Infinity
    const nearest = target - starts[run] <= next - target ? starts[run] : next
    if (nearest > chosen[chosen.length - 1]) chosen.push(nearest)
  }
  return chosen
}
