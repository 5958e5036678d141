import { seededRng, type Rng } from '@sdc/core'

/** The tests' bound for |z|: a false alarm once in 1e7. */
export const zBound = 5.33

/** A source whose `int` is this function, in every child too. */
export function scripted(int: (n: number) => number): Rng {
  const rng: Rng = { ...seededRng(0), int, child: () => rng }
  return rng
}

/**
 * The algorithm read off the paper, O(n·w): every candidate is looked at for every rank. `choose` gets them ascending.
 */
export function naivePartners(
  count: number,
  window: number,
  choose: (candidates: readonly number[], i: number) => number,
): number[] {
  const partners = Array.from({ length: count }, (_, i) => i)
  const swapped = new Set<number>()
  for (let i = 0; i < count; i++) {
    if (swapped.has(i)) continue
    const candidates: number[] = []
    for (let l = i + 1; l <= Math.min(count - 1, i + window); l++) if (!swapped.has(l)) candidates.push(l)
    if (candidates.length === 0) continue
    const l = choose(candidates, i)
    partners[i] = l
    partners[l] = i
    swapped.add(i).add(l)
  }
  return partners
}
