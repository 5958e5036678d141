import { paper000Masks, paper000Results, type Paper000Mask } from '@sdc/datasets'
import { variance } from '@sdc/stats'
import { printedColumn, type Measures } from './paper-000-work.js'
import type { PaperRow, PaperTable } from '../paper.js'
import type { Check } from '../verdict.js'

const ids = [...printedColumn('ID')]

const row = (claim: string, check: Check): PaperRow => ({ given: [claim], checks: [check] })

/** Claims of the text on Table 1, and two correlations that it does not print. */
export function claimsOfTable1(z: Float64Array, { xz, sz, changeOf }: Measures): PaperTable {
  const kept = ids.filter((_, i) => changeOf[i] === 0)
  const { recordsNamedOfEqualRank, recordsOfEqualRank, table1Correlations } = paper000Results
  return {
    id: 'Table 1, text',
    where: 'Section 3',
    title: 'Claims of section 3',
    sentence: 'Records by their ID; correlations from −1 to 1, by risk/rank-correlation and loss/rank-correlation.',
    given: ['claim'],
    checks: ['value'],
    rows: [
      row('values of X that Z has, of 25', { ours: sharedValues(z, printedColumn('X')), printed: 25 }),
      row('records of equal rank in X and Y', {
        ours: kept.join(' '),
        printed: recordsNamedOfEqualRank.join(' '),
        misprint: {
          id: 'M18',
          should: recordsOfEqualRank.join(' '),
          why: 'the text names four records of equal rank; the ranks printed in Table 1 are equal for 3 and 16, too.',
        },
      }),
      row('rank correlation of X and Z (risk)', { ours: xz, ...notPrinted(table1Correlations.xz) }),
      row('rank correlation of S and Z', { ours: sz, ...notPrinted(table1Correlations.sz) }),
    ],
  }
}

/** Claims of the text on Table 2. MIC Z and SWP Z are random: the claims hold for every draw. */
export function claimsOfTable2(
  measures: ReadonlyMap<Paper000Mask, Measures>,
  microaggregated: Float64Array,
): PaperTable {
  const x = printedColumn('X')
  const swapped = printedColumn('SWP Z')
  const { varianceOfX, varianceOfMicY, micGroup, greatestImpChange } = paper000Results
  const moved = measures.get('IMP')
  return {
    id: 'Table 2, text',
    where: 'Section 5',
    title: 'Claims of sections 4 and 5',
    sentence: 'Records are counted or named by their ID; variances have the divisor n − 1 and the unit of X, squared.',
    given: ['claim'],
    checks: ['value'],
    rows: [
      ...paper000Masks.map((mask) =>
        row(`${mask} Z: values of X that it has, of 25`, {
          ours: sharedValues(printedColumn(`${mask} Z`), x),
          printed: 25,
        }),
      ),
      row('variance of X', { ours: variance(x), printed: varianceOfX, decimals: 2 }),
      row('variance of MIC Y', {
        ours: variance(microaggregated),
        printed: varianceOfMicY,
        decimals: 2,
      }),
      row('MIC Y: records that share the value of record 1', {
        ours: ids.filter((_, i) => microaggregated[i] === microaggregated[0]).join(' '),
        printed: micGroup.join(' '),
      }),
      row('MIC Z: records with a value of their own group of 5, of 25', {
        ours: withinGroups(microaggregated),
        printed: 25,
      }),
      row('SWP Z: records that exchanged values in pairs, or stayed, of 25', {
        ours: ids.filter((_, i) => swapped[x.indexOf(swapped[i])] === x[i]).length,
        printed: 25,
      }),
      row('SWP Z: greatest change of rank', { ours: measures.get('SWP')?.greatestChange ?? null, printed: 5 }),
      row('IMP Z: greatest change of rank', { ours: moved?.greatestChange ?? null, printed: greatestImpChange.change }),
      row('IMP Z: the record with the greatest change', {
        ours: moved ? ids.filter((_, i) => moved.changeOf[i] === moved.greatestChange).join(' ') : null,
        printed: String(greatestImpChange.record),
      }),
      row('IMP Z: records with a change above 10', {
        ours: moved ? moved.changeOf.filter((change) => change > 10).length : null,
        printed: 4,
      }),
    ],
  }
}

function notPrinted(value: number): Pick<Check, 'printed' | 'derived' | 'decimals'> {
  return {
    printed: null,
    derived: { value, how: 'from the printed ranks by 1 − 6 Σd² / (n³ − n), d the difference of two ranks.' },
    decimals: 4,
  }
}

/** Returns the number of values that two columns have in common, repeated ones counted as often as both have them. */
function sharedValues(a: Float64Array, b: Float64Array): number {
  const left = [...b]
  return a.reduce((count, value) => {
    const at = left.indexOf(value)
    if (at < 0) return count
    left.splice(at, 1)
    return count + 1
  }, 0)
}

/** Records whose MIC Z is the X of a record with the same microaggregated value. */
function withinGroups(microaggregated: Float64Array): number {
  const x = printedColumn('X')
  return printedColumn('MIC Z').filter((z, i) => microaggregated[x.indexOf(z)] === microaggregated[i]).length
}
