import { censusInternal } from './report.fixture.js'
import { attack } from './report-ugly.fixture.js'
import type { InternalReport, ReportSynthesis } from './page/report-types.js'

/** Returns likeness and risks of a synthetic file with these columns. */
export function synthesisOf(names: readonly string[]): ReportSynthesis {
  const matrix = (of: (i: number, j: number) => number) => ({
    names,
    values: names.map((_, i) => names.map((__, j) => (i === j ? null : of(i, j)))),
  })
  return {
    like: [
      'Propensity: a regression with 104 terms separates synthetic from original records 1.2 times as well as two samples of one population (pMSE).',
      'Pairs of columns: 14 % of the records would have to change on average.',
    ],
    columns: names.map((name, i) => ({ name, distance: `${i} %`, chance: '5.1 %', ratio: i === 0 ? '–' : '1.1' })),
    worst: names.slice(1).map((second) => ({ first: names[0], second, distance: '24 %', chance: '15 %' })),
    pairs: { distance: matrix((i, j) => 10 + Math.max(i, j)), chance: matrix(() => 9.5) },
    safe: [
      {
        name: 'Replicated uniques',
        id: 'risk/replicated-uniques',
        limit: 'high from 28 %',
        released: '12 %',
        independent: '10 %',
        state: 'not high',
      },
      {
        name: 'Membership inference, on halves',
        id: 'risk/membership',
        limit: 'high from 10 %',
        released: '19 %',
        state: 'high',
        note: 'members are called members 19 % more often than people outside',
      },
      {
        name: 'Disclosive combinations',
        id: 'risk/disclosive-categories',
        limit: 'lower is better',
        released: 'no value',
        state: 'not high',
        note: 'it needs quasi-identifiers',
      },
    ],
    unknown: ['Distance to the closest record was not measured.'],
  }
}

const names = censusInternal.columns.map(({ name }) => name)

/** Report of a synthetic file of numbers. */
export const censusSynthetic: InternalReport = { ...censusInternal, synthesis: synthesisOf(names) }

/** Report of a synthetic file of a hundred columns with hostile names and long texts. */
export const wideSynthetic: InternalReport = {
  ...censusInternal,
  synthesis: {
    ...synthesisOf(Array.from({ length: 100 }, (_, i) => `${attack} ${i} ${'x'.repeat(300)}`)),
    like: Array.from({ length: 9 }, () => 'long '.repeat(300)),
    unknown: Array.from({ length: 9 }, () => attack.repeat(20)),
  },
}

/** Report of a synthetic file without any measure. */
export const unmeasuredSynthetic: InternalReport = {
  ...censusInternal,
  synthesis: { like: [], columns: [], worst: [], safe: [], unknown: ['Propensity score has no value.'] },
}
