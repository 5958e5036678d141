import { isMissing, numeric, type CategoricalColumn, type Column } from '@sdc/core'

/**
 * Returns the places of waves in time: numbers by size, ordered categories in their order, other texts by their words
 * and numbers (wave 2 before wave 10).
 *
 * @param wave - The wave of each record.
 * @returns One number a record; NaN if the wave is missing.
 */
export function waveOrder(wave: Column): Float64Array {
  if (wave.kind === 'numeric') return wave.values
  const places = new Float64Array(wave.levels.length)
  orderOf(wave).forEach((code, place) => (places[code] = place))
  return numeric(Array.from(wave.codes, (code, i) => (isMissing(wave, i) ? Number.NaN : places[code]))).values
}

/** Codes of the levels in the order of time. */
function orderOf({ levels, ordered }: CategoricalColumn): number[] {
  const codes = levels.map((_, code) => code)
  if (ordered) return codes
  const parts = levels.map(partsOf)
  return codes.sort((a, b) => compareParts(parts[a], parts[b]) || a - b)
}

/** Splits a label into its runs of digits and of other letters. */
function partsOf(label: string): string[] {
  return label.match(/\d+|\D+/gu) ?? []
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [one, other] = [Number(a[i]), Number(b[i])]
    const order = Number.isNaN(one) || Number.isNaN(other) ? (a[i] < b[i] ? -1 : a[i] > b[i] ? 1 : 0) : one - other
    if (order !== 0) return order
  }
  return a.length - b.length
}
