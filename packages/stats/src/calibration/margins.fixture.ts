import type { MarginRows } from './margin-rows.js'

/** Columns of a small file, by name. */
export type Columns = Readonly<Record<string, readonly (string | number)[]>>

/** Margin: column, category (null: the sum of the column) and total. */
export type Margin = readonly [column: string, category: string | null, total: number]

/** Auxiliary variables of margins. */
export function rowsOf(data: Columns, margins: readonly Margin[], n: number): MarginRows {
  const [starts, places, values] = [new Int32Array(n + 1), [] as number[], [] as number[]]
  for (let i = 0; i < n; i++) {
    margins.forEach(([column, category], j) => {
      const value = data[column][i]
      if (category !== null && String(value) !== category) return
      places.push(j)
      values.push(category === null ? Number(value) : 1)
    })
    starts[i + 1] = places.length
  }
  return { count: margins.length, starts, margins: Int32Array.from(places), values: Float64Array.from(values) }
}
