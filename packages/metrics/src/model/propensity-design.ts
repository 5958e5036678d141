import { kindOf, type CategoricalColumn, type Column, type Dataset, type NumericColumn } from '@sdc/core'
import { spread, type Design, type DesignBlock } from '@sdc/stats/internal'

/** Terms of the propensity model, in addition to the columns themselves. */
export interface PropensityTerms {
  /** True to add the squares of the numbers as terms. */
  readonly squares: boolean
  /** True to add the products of every two columns; a name to add those of this column with the others. */
  readonly products: boolean | string
  /** Maximum number of categories of a column with their own terms; the rarer ones are pooled. */
  readonly levels: number
}

/** Records of two files, one after the other, as a design. */
export interface PropensityDesign extends Design {
  /** Number of columns with pooled categories, and of such categories. */
  readonly pooled: ReadonlyMap<string, number>
  /** Columns that are numeric in one file and categorical in the other. */
  readonly otherKind: readonly string[]
}

/** A column of both files, the records of the first before those of the second. */
interface Stacked {
  readonly name: string
  readonly first: Column
  readonly second: Column
  readonly split: number
  readonly rows: number
}

/**
 * Builds the terms that may separate the records of two files.
 *
 * A number is a term in standard deviations of both files together, 0 if it is missing or infinite, with an indicator
 * for each of these if it occurs. Categories are indicators, all except the most frequent. Missing is one of them, and
 * those outside the `levels` − 1 most frequent are pooled. Constants of both files are not terms.
 *
 * @param x - One file.
 * @param y - The other.
 * @param columns - Common columns.
 * @param terms - Further terms, and largest number of categories.
 * @returns The design. Cost: O(n) a term.
 */
export function propensityDesign(
  x: Dataset,
  y: Dataset,
  columns: readonly string[],
  terms: PropensityTerms,
): PropensityDesign {
  const { squares, products, levels } = terms
  const pooled = new Map<string, number>()
  const otherKind: string[] = []
  const ofColumns = columns.map((name): readonly DesignBlock[] => {
    const [first, second] = [x.column(name), y.column(name)]
    const stacked = { name, first, second, split: x.rows, rows: x.rows + y.rows }
    if (first.kind === 'numeric' && second.kind === 'numeric') return numberBlocks(stackedValues(stacked))
    if (kindOf(first) === 'numeric' || kindOf(second) === 'numeric') {
      otherKind.push(name)
      return [{ count: 1, codes: Int32Array.from({ length: stacked.rows }, (_, i) => (i < x.rows ? -1 : 0)) }]
    }
    const { block, rare } = categoryBlock(stackedCodes(stacked), levels)
    if (rare > 0) pooled.set(name, rare)
    return block
  })
  const main = ofColumns.flat()
  const squared = squares ? main.flatMap(squareOf) : []
  const isPair = (j: number, k: number): boolean =>
    products === true || products === columns[j] || products === columns[k]
  const pairs = ofColumns.flatMap((one, j) =>
    ofColumns.flatMap((other, k) => (k > j && isPair(j, k) ? productsOf(one, other) : [])),
  )
  return { rows: x.rows + y.rows, blocks: [...main, ...squared, ...pairs], pooled, otherKind }
}

function stackedValues({ first, second, split, rows }: Stacked): Float64Array {
  const values = new Float64Array(rows)
  values.set((first as NumericColumn).values)
  values.set((second as NumericColumn).values, split)
  return values
}

/** Returns the codes of both files by the names of the levels, −1 for a missing value, and the occurring levels. */
function stackedCodes({ first, second, split, rows }: Stacked): { codes: Int32Array; names: readonly string[] } {
  const [a, b] = [first as CategoricalColumn, second as CategoricalColumn]
  const names = [...new Set([...a.levels, ...b.levels])]
  const codeOf = new Map(names.map((name, code) => [name, code]))
  const codes = new Int32Array(rows).fill(-1)
  for (const [column, from] of [
    [a, 0],
    [b, split],
  ] as const) {
    const code = Int32Array.from(column.levels, (name) => codeOf.get(name) ?? -1)
    column.codes.forEach((one, i) => (codes[from + i] = one < 0 ? -1 : code[one]))
  }
  return { codes, names }
}

/** Returns a number in standard deviations, and indicators of missing or infinite values if they occur. */
function numberBlocks(values: Float64Array): DesignBlock[] {
  const finite = values.map((value) => (Number.isFinite(value) ? value : Number.NaN))
  const sorts = [Number.NaN, Infinity, -Infinity]
  const occurring = sorts.filter((sort) => values.some((value) => Object.is(value, sort)))
  const indicators: DesignBlock[] =
    occurring.length === 0
      ? []
      : [
          {
            count: occurring.length,
            codes: Int32Array.from(values, (value) => occurring.findIndex((sort) => Object.is(value, sort))),
          },
        ]
  return [...standardised(finite), ...indicators]
}

/** Returns values in standard deviations, 0 if missing; nothing if all values are equal. */
function standardised(values: Float64Array): DesignBlock[] {
  const { base, mean, sd } = spread(values)
  if (!(sd > 0 && sd < Infinity)) return []
  return [{ count: 1, values: values.map((value) => (value === value ? (value - base - mean) / sd : 0)) }]
}

/** Returns indicators of the categories except the most frequent one; equally frequent ones are sorted by name. */
function categoryBlock(
  { codes, names }: { readonly codes: Int32Array; readonly names: readonly string[] },
  most: number,
): { readonly block: DesignBlock[]; readonly rare: number } {
  const counts = new Float64Array(names.length + 1)
  for (const code of codes) counts[code + 1]++
  const ordered = [...counts.keys()]
    .filter((at) => counts[at] > 0)
    .sort((a, b) => counts[b] - counts[a] || (nameOf(names, a) < nameOf(names, b) ? -1 : 1))
  const rare = ordered.length > most ? ordered.length - (most - 1) : 0
  const terms = Math.min(ordered.length, most) - 1
  if (terms < 1) return { block: [], rare: 0 }
  const term = new Int32Array(counts.length)
  ordered.forEach((at, place) => (term[at] = Math.min(place, most - 1) - 1))
  return { block: [{ count: terms, codes: codes.map((code) => term[code + 1]) }], rare }
}

/** Returns the name of a category by its code + 1; a missing value has none. */
const nameOf = (names: readonly string[], at: number): string => (at === 0 ? '' : names[at - 1])

/** Returns the squares of a column of numbers; an indicator is its own square, so other blocks have none. */
function squareOf({ codes, values }: DesignBlock): DesignBlock[] {
  return codes === undefined && values !== undefined ? standardised(values.map((value) => value * value)) : []
}

/** Returns every block of one column times every block of another. */
function productsOf(one: readonly DesignBlock[], other: readonly DesignBlock[]): DesignBlock[] {
  return one.flatMap((a) =>
    other.map((b): DesignBlock => {
      const count = a.count * b.count
      const [ofA, ofB] = [a.codes, b.codes]
      const codes =
        ofA && ofB
          ? ofA.map((code, i) => (code < 0 || ofB[i] < 0 ? -1 : code * b.count + ofB[i]))
          : (ofA ?? ofB ?? undefined)
      const [va, vb] = [a.values, b.values]
      const values = va && vb ? va.map((value, i) => value * vb[i]) : (va ?? vb)
      return { count, codes, values }
    }),
  )
}
