import type { Column, Dataset } from '@sdc/core'

/** Codes of a column that no draw may have. */
export type RareCodes = ReadonlyMap<string, ReadonlySet<number>>

/** Smallest number of different persons that have a value, and the person of each record. */
export interface Rareness {
  readonly smallestLeaf: number
  readonly persons?: Int32Array | undefined
}

/**
 * Codes that fewer than `smallestLeaf` different persons have.
 *
 * @param codes - Code of each record; negative ones are left out.
 * @param rareness - Number of persons, and the person of each record; undefined if each record is one.
 * @returns The codes.
 */
export function rareCodes(codes: ArrayLike<number>, { smallestLeaf, persons }: Rareness): Set<number> {
  const holders = new Map<number, Set<number>>()
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] < 0) continue
    const own = holders.get(codes[i]) ?? new Set()
    if (own.size < smallestLeaf) own.add(persons?.[i] ?? i)
    holders.set(codes[i], own)
  }
  return new Set([...holders].flatMap(([code, own]) => (own.size < smallestLeaf ? [code] : [])))
}

/**
 * Finds the categories that no draw may have: those that fewer than `smallestLeaf` different persons have. If a column
 * determines another, as a code does a name, those that go only with such categories are left out with them, so that the drawn
 * columns determine each other, too.
 *
 * @param data - The records.
 * @param names - Columns that are drawn.
 * @param rareness - Number of persons, and the person of each record.
 * @returns The codes of each column of categories. A column without others has all of them, and decides of no other column.
 */
export function rareCategories(data: Dataset, names: readonly string[], rareness: Rareness): RareCodes {
  const codes = new Map(names.flatMap((name) => {
    const own = codesOf(data.column(name))
    return own ? [[name, own] as const] : []
  })) // oxfmt-ignore
  const rare = new Map([...codes].map(([name, own]) => [name, rareCodes(own, rareness)]))
  const used = [...codes].filter(([name, own]) => own.some((code) => code >= 0 && rare.get(name)?.has(code) !== true))
  const counts = new Map(used.map(([name, own]) => [name, new Set(own.filter((code) => code >= 0)).size]))
  const pairs = used.flatMap(([from, a]) =>
    used.flatMap(([to, b]) => {
      const image = from === to ? undefined : imageOf(a, b)
      return image ? [{ from, to, image }] : []
    }),
  )
  const add = (name: string, code: number): boolean => {
    const own = rare.get(name)
    // The last one stays: a column without any would take all of the others with it.
    if (own === undefined || own.has(code) || own.size + 1 >= (counts.get(name) ?? 0)) return false
    own.add(code)
    return true
  }
  for (let isChanged = true; isChanged;) {
    isChanged = false
    for (const { from, to, image } of pairs) {
      const isRare = (name: string, code: number): boolean => rare.get(name)?.has(code) === true
      const reached = new Set(image.filter(([a]) => !isRare(from, a)).map(([, b]) => b))
      for (const [a, b] of image) {
        if (isRare(to, b) && add(from, a)) isChanged = true
        if (!reached.has(b) && add(to, b)) isChanged = true
      }
    }
  }
  return rare
}

function codesOf(column: Column): Int32Array | undefined {
  return column.kind === 'numeric' ? undefined : column.codes
}

/** Pairs of codes; undefined if a does not determine b. A missing a determines nothing, a missing b is a code. */
function imageOf(a: Int32Array, b: Int32Array): (readonly [a: number, b: number])[] | undefined {
  const image = new Map<number, number>()
  const besideMissing = new Set<number>()
  for (let i = 0; i < a.length; i++) {
    if (a[i] < 0) besideMissing.add(b[i])
    else if ((image.get(a[i]) ?? b[i]) !== b[i]) return undefined
    else image.set(a[i], b[i])
  }
  return [...image, ...[...besideMissing].map((code) => [-1, code] as const)].filter(([, code]) => code >= 0)
}

/**
 * The common code that is nearest to each one, by the order of the codes; the lower of two.
 *
 * @param codes - Codes of a column with an order.
 * @param rare - Codes that are to be replaced.
 * @returns The codes without rare ones; unchanged if all are rare.
 */
export function nearestCommon(codes: Int32Array, rare: ReadonlySet<number>): Int32Array {
  const common = [...new Set(codes)].filter((code) => code >= 0 && !rare.has(code)).sort((a, b) => a - b)
  if (common.length === 0) return codes
  const nearest = new Map(
    [...rare].map((code) => [code, common.reduce((best, one) => (Math.abs(one - code) < Math.abs(best - code) ? one : best))]), // oxfmt-ignore
  )
  return codes.map((code) => nearest.get(code) ?? code)
}
