import type { CsvFile } from '@sdc/files'

/**
 * Returns the number of decimals of a column: those that it is written with (`12.50` has two), else the most that any
 * number needs.
 *
 * @param csv - The file.
 * @param name - Name of the column.
 * @returns d, from 0.
 */
export function decimalsOf({ dataset, source }: CsvFile, name: string): number {
  const written = source.get(name)?.decimals ?? -1
  const column = dataset.column(name)
  if (written >= 0 || column.kind === 'categorical') return Math.max(0, written)
  return column.values.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, neededBy(x)) : most), 0)
}

/** Decimals of the shortest text of a number: `1.25e-3` has five. */
function neededBy(x: number): number {
  const [mantissa, exponent] = x.toExponential().split('e')
  return Math.max(
    0,
    mantissa.length - 1 - (mantissa.indexOf('.') < 0 ? mantissa.length - 1 : mantissa.indexOf('.')) - Number(exponent),
  )
}
