import type { Dataset, MeasuredByBlocks, MeasureInput, Measurement, PairBlock, PairPass, Totals } from '@sdc/core'
import { knownPairs } from '@sdc/toolkit'
import { distanceFrom, keyDomain, mayBe, releasedKey, type CategoryCell, type NumberCell } from '@sdc/toolkit/internal'

/** Keys are perturbed where more than this share of their cells cannot be the original value. */
const PERTURBED = 0.01

/** Inputs of the comparison of key cells. */
type Compared = Pick<MeasureInput<unknown>, 'original' | 'masked' | 'columns' | 'roles'>

/**
 * Adds a warning to a measurement of masked quasi-identifiers if these were perturbed: equal masked values then say
 * little about who can be found.
 *
 * @param measured - The measurement.
 * @param input - Both files.
 * @returns The measurement itself if at most 1 % of the cells of linked records cannot be the original value.
 */
export function warnedOfPerturbed(
  measured: Measurement,
  input: Compared & Pick<MeasureInput<unknown>, 'origin'>,
): Measurement {
  const { masked, original } = knownPairs(input.origin)
  return withWarning(measured, otherCells(input, masked, original))
}

function withWarning(measured: Measurement, [cells, others]: Totals): Measurement {
  if (measured.value === null || !(others > PERTURBED * cells)) return measured
  const percent = Math.round((100 * others) / cells)
  const warning =
    `the quasi-identifiers were perturbed (${percent} % of their cells have another value), so equal masked values ` +
    'say little about who can be found; see risk/key-linkage'
  return { ...measured, warnings: [...(measured.warnings ?? []), warning] }
}

/** Number of key cells with a value in the original, and number of those cells that cannot be this value. */
function otherCells({ original, masked, columns, roles }: Compared, rows: Int32Array, of: Int32Array): Totals {
  const counts = new Float64Array(2)
  for (const name of columns.filter((one) => original.names.includes(one))) {
    const domain = keyDomain(original.column(name), roles.hierarchies?.get(name))
    const { codes, cells } = releasedKey(domain, masked.column(name))
    for (let r = 0; r < rows.length; r++) {
      const cell = cells[codes[rows[r]]]
      if (domain.kind === 'numeric') {
        const value = domain.values[of[r]]
        if (Number.isNaN(value)) continue
        counts[0]++
        if (distanceFrom(cell as NumberCell, value) > 0) counts[1]++
      } else {
        const code = domain.codes[of[r]]
        if (code < 0) continue
        counts[0]++
        if (!mayBe(cell as CategoryCell, code)) counts[1]++
      }
    }
  }
  return counts
}

/**
 * Adds the same warning out of core, to a metric that reads files block by block.
 *
 * @param measured - A metric of masked quasi-identifiers by blocks.
 * @returns The metric, which also reads the original quasi-identifiers.
 */
export function warnedInParts<P>(measured: MeasuredByBlocks<P>): MeasuredByBlocks<P> {
  const pass: PairPass<P> = {
    name: 'perturbed',
    of: ({ pairs: { original, masked }, columns, roles }: PairBlock<P>) => {
      const rows = Int32Array.from({ length: masked.rows }, (_, i) => i)
      return otherCells({ original, masked, columns, roles }, rows, rows)
    },
    merge: (total, own) => Float64Array.of(total[0] + own[0], total[1] + own[1]),
    anyOrder: true,
  }
  return {
    ...measured,
    passes: [...measured.passes, pass],
    reads: (context) => ({ original: held(context.original, context.columns), masked: context.columns }),
    end: (context) => withWarning(measured.end(context), context.totals.get(pass.name) ?? new Float64Array(2)),
  }
}

const held = (file: Dataset, names: readonly string[]): string[] => names.filter((name) => file.names.includes(name))
