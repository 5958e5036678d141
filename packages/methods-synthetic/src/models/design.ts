import type { Design, DesignBlock } from '@sdc/stats/internal'
import type { TreeColumn } from '@sdc/stats/trees'

/** Turns predictors into the columns of a regression, those of other records likewise. */
export type ToDesign = (predictors: readonly TreeColumn[], records: Int32Array) => Design

/**
 * Makes the design of a regression on columns: numbers centred and scaled, categories as indicators of all levels that
 * occur but the first.
 *
 * @param predictors - Columns that the regression is fitted on.
 * @returns The function that turns records of such columns into a design.
 */
export function designOf(predictors: readonly TreeColumn[]): ToDesign {
  const blocks = predictors.map((column) => {
    if (column.kind === 'numbers') return { kind: column.kind, ...scaleOf(column.values) } as const
    const occurs = new Uint8Array(column.levels)
    for (const code of column.codes) occurs[code] = 1
    const places = new Int32Array(column.levels).fill(-1)
    let used = -1
    occurs.forEach((one, level) => {
      if (one === 1) places[level] = used++
    })
    return { kind: column.kind, places, count: Math.max(0, used) } as const
  })
  return (columns, records) => ({
    rows: records.length,
    blocks: columns.flatMap((column, j): DesignBlock[] => {
      const block = blocks[j]
      if (column.kind === 'numbers' && block.kind === 'numbers') {
        if (block.scale === 0) return []
        const { mean, scale } = block
        return [{ count: 1, values: Float64Array.from(records, (i) => (column.values[i] - mean) / scale) }]
      }
      if (column.kind === 'numbers' || block.kind === 'numbers' || block.count === 0) return []
      return [{ count: block.count, codes: records.map((i) => block.places[column.codes[i]]) }]
    }),
  })
}

function scaleOf(values: Float64Array): { readonly mean: number; readonly scale: number } {
  const n = values.length
  const mean = values.reduce((total, value) => total + value / n, 0)
  const scale = Math.sqrt(values.reduce((total, value) => total + ((value - mean) * (value - mean)) / n, 0))
  return { mean, scale: Number.isFinite(scale) ? scale : 0 }
}

/**
 * The columns of a design as arrays, without the constant.
 *
 * @param design - The design.
 * @returns An array for each column.
 */
export function columnsOf({ rows, blocks }: Design): Float64Array[] {
  return blocks.flatMap(({ count, codes, values }) =>
    codes === undefined
      ? [values ?? new Float64Array(rows).fill(1)]
      : Array.from({ length: count }, (_, k) => Float64Array.from(codes, (code) => (code === k ? 1 : 0))),
  )
}
