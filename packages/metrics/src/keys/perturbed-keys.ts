import type { Facts, MeasureInput, Measurement, PairColumns, Plan, Totals } from '@sdc/core'
import { knownPairs } from '@sdc/toolkit'
import {
  addedNumbers,
  distanceFrom,
  keyDomain,
  mayBe,
  releasedKey,
  type CategoryCell,
  type NumberCell,
} from '@sdc/toolkit/internal'

/** Share of the cells that cannot be the original value, above which keys count as perturbed. */
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
export function perturbedInFile(
  measured: Measurement,
  input: Compared & Pick<MeasureInput<unknown>, 'origin'>,
): Measurement {
  const { masked, original } = knownPairs(input.origin)
  return withWarning(measured, otherCells(input, masked, original))
}

/**
 * Reads whether quasi-identifiers were perturbed.
 *
 * @param facts - Both files.
 * @returns Function that adds the same warning to a measurement.
 */
export function* readPerturbed({
  columns,
  roles,
}: Pick<Facts<unknown>, 'columns' | 'roles'>): Plan<(measured: Measurement) => Measurement> {
  const [cells] = yield [
    {
      reads: 'pairs',
      of({ original, masked }) {
        const rows = Int32Array.from({ length: masked.rows }, (_, i) => i)
        return otherCells({ original, masked, columns, roles }, rows, rows)
      },
      merge: addedNumbers,
    },
  ]
  return (measured) => withWarning(measured, cells)
}

/**
 * Returns the columns that a metric of quasi-identifiers reads out of core to find perturbed ones.
 *
 * @param files - Both files, without records.
 */
export function perturbedReads({ original, columns }: Pick<Facts<unknown>, 'original' | 'columns'>): PairColumns {
  return { original: columns.filter((name) => original.names.includes(name)), masked: columns }
}

function withWarning(measured: Measurement, [cells, others]: Totals): Measurement {
  if (measured.value === null || !(others > PERTURBED * cells)) return measured
  const percent = Math.round((100 * others) / cells)
  const warning =
    `the quasi-identifiers were perturbed (${percent} % of their cells have another value), so equal masked values ` +
    'say little about who can be found; see risk/key-linkage'
  return { ...measured, warnings: [...(measured.warnings ?? []), warning] }
}

/** Counts the key cells with a value in the original, and those that cannot be this value. */
function otherCells({ original, masked, columns, roles }: Compared, rows: Int32Array, of: Int32Array): Totals {
  const counts = new Float64Array(2)
  for (const name of columns.filter((one) => original.names.includes(one))) {
    const domain = keyDomain(original.column(name), roles.hierarchies?.get(name), roles.times?.get(name))
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
