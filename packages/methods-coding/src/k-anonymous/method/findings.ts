import type { Dataset } from '@sdc/core'
import type { AutomaticHierarchy } from '@sdc/toolkit/internal'
import type { KeyWithMissing } from './keys.js'
import type { Recoded } from './recode.js'
import { latticeTable, levelTable, mappingTable } from './report.js'
import type { Settled } from './suppressed.js'

/** Private report: the mapping, the combinations of levels, the lattice, and counts of records. */
export function reportOf(
  keys: readonly KeyWithMissing[],
  { levels, suppressed, classes, least, greatest, explored, figures }: Recoded,
  { removed, blanked }: Settled,
): Map<string, Dataset | number> {
  return new Map<string, Dataset | number>([
    ['records removed', removed],
    ['records blanked', blanked],
    ['classes', classes],
    ['smallest class', least],
    ['largest class', greatest],
    ['cell loss', cellLoss(keys, levels, suppressed)],
    ...figures,
    ['mapping', mappingTable(keys, levels, suppressed)],
    ['levels', levelTable(keys, levels, suppressed)],
    ...(explored ? [['lattice', latticeTable(explored)] as const] : []),
  ])
}

/** The mean over all cells of (values under the class − 1)/(values − 1); a suppressed cell is 1. */
function cellLoss(keys: readonly KeyWithMissing[], levels: readonly Uint8Array[], suppressed: Uint8Array): number {
  let sum = 0
  for (const [j, { codes, levels: own }] of keys.entries()) {
    const most = own[0].classOf.length - 1
    for (let i = 0; i < codes.length; i++) {
      if (suppressed[i] === 1) sum += 1
      else if (most > 0) {
        const { sizes, classOf } = own[levels[j][i]]
        sum += (sizes[classOf[codes[i]]] - 1) / most
      }
    }
  }
  return sum / (keys.length * suppressed.length)
}

/** Warning about keys that are recoded by hierarchies made from the text of their values, because none was given. */
export function madeFromText(
  keys: readonly KeyWithMissing[],
  hierarchies: readonly AutomaticHierarchy[],
  { levels, suppressed }: Recoded,
): string[] {
  const recoded = keys.flatMap(({ column, levels: of }, j) => {
    const isCoarser = levels[j].some((level, i) => level > 0 && suppressed[i] === 0)
    return hierarchies[j].fromText && isCoarser ? [`${column} (${of.map(({ labels }) => labels[0]).join(', ')})`] : []
  })
  if (recoded.length === 0) return []
  return [
    `recoded by hierarchies made from the text of their values: ${recoded.join('; ')}; give your own ` +
      'hierarchies for other classes',
  ]
}

/** Warning about keys with all values in the last class. */
export function wornOut(keys: readonly KeyWithMissing[], { levels, suppressed }: Recoded): string[] {
  const flat = keys.filter(({ levels: own }, j) => {
    const top = own.length - 1
    if (top === 0 || own[top].labels.length > 1) return false
    return levels[j].every((level, i) => suppressed[i] === 1 || level === top)
  })
  if (flat.length === 0) return []
  return [
    `every value became the last class in ${flat.map(({ column }) => column).join(', ')}: a finer hierarchy, ` +
      'a smaller k or fewer quasi-identifiers keep more',
  ]
}
