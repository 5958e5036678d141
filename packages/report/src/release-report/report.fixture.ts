import type { RiskUtilityMap } from '../map/points/map-types.js'
import { correlationsAfter, correlationsBefore, numbers, type Numbers } from './report-numbers.fixture.js'
import type { InternalReport, PublicReport, ReportColumn, ReportCriterion, ReportMatrix } from './page/report-types.js'

const names = numbers.map(([name]) => name)

/** Returns a symmetric matrix from its lower triangle. */
function symmetric(of: readonly string[], lower: readonly (readonly number[])[]): ReportMatrix {
  return {
    names: of,
    values: of.map((_, i) =>
      of.map((_other, j) => (i === j ? 1 : (lower[Math.max(i, j) - 1]?.[Math.min(i, j)] ?? null))),
    ),
  }
}

function censusColumn([name, step, before, after, , moments]: Numbers, i: number): ReportColumn {
  const [meanBefore, meanAfter, spreadBefore, spreadAfter, middleBefore, middleAfter] = moments
  return {
    name,
    kind: 'numerical',
    role: i === 0 ? 'quasi-identifier' : 'confidential',
    treatment: i === 0 ? 'as it was' : 'masked',
    histogram: {
      breaks: Array.from({ length: before.length + 1 }, (_, k) => k * step),
      before,
      after,
      leftOut: 'the greatest 2 %',
    },
    quantities: [
      ['mean', meanBefore, meanAfter],
      ['standard deviation', spreadBefore, spreadAfter],
      ['median', middleBefore, middleAfter],
    ],
  }
}

const region: ReportColumn = {
  name: 'REGION',
  kind: 'nominal',
  role: 'quasi-identifier',
  treatment: 'recoded',
  histogram: {
    levels: ['north', 'west', 'south', 'east', 'abroad and all others'],
    before: [402, 288, 211, 150, 29],
    after: [399, 291, 214, 152, 24],
  },
  quantities: [['levels', '9', '5']],
}

const point = (
  label: string,
  series: string,
  loss: number,
  risk: number,
  more: object = {},
): RiskUtilityMap['points'][number] => ({
  label,
  series,
  parameter: label.replace(/^.*, /, ''),
  reverseMapped: false,
  loss,
  risk,
  runs: 20,
  riskRange: [risk - 0.8, risk + 0.9],
  pareto: false,
  chosen: false,
  ...more,
})

const map: RiskUtilityMap = {
  title: 'Risk against loss',
  subtitle: '1,080 records · 13 masked columns · 20 runs a candidate',
  risk: { label: 'Combined disclosure risk', unit: '%', better: 'lower', limit: 25 },
  loss: { label: 'Information loss', unit: '%', better: 'lower', limit: 40 },
  barred: 'beyond a limit of the policy',
  points: [
    point('multiplicative noise, half-width = 0.1', 'noise/multiplicative', 2.3, 69.9, { pareto: true, barred: true }),
    point('multiplicative noise, half-width = 0.3', 'noise/multiplicative', 7.9, 33.1, { pareto: true, barred: true }),
    point('multiplicative noise, half-width = 0.5', 'noise/multiplicative', 12.4, 21.5, { pareto: true, chosen: true }),
    point('additive noise, d = 0.2', 'noise/additive', 24.1, 44.7, { barred: true }),
    point('additive noise, d = 0.8', 'noise/additive', 46, 21, { reverseMapped: true, barred: true }),
    point('mdav, k = 3', 'microaggregation/mdav', 17, 37.5, { barred: true }),
    point('mdav, k = 10', 'microaggregation/mdav', 38.2, 21.2),
    point('rank swapping, p = 5', 'swapping/rank-swap', 7.8, 64.4, { barred: true }),
    point('rank swapping, p = 25', 'swapping/rank-swap', 29.4, 15.4, { pareto: true }),
    point('correlated noise, d = 0.3', 'noise/correlated', 25.2, 43.3, { reverseMapped: true, barred: true }),
  ],
}

const criteria: readonly ReportCriterion[] = [
  {
    name: 'Combined disclosure risk',
    id: 'risk/dr-combine',
    limit: 'at most 25 %',
    released: '21.5 %',
    worst: '22.1 %',
    independent: '5.0 %',
    state: 'met',
  },
  {
    name: 'Linked to the own record',
    id: 'risk/linkage-distance',
    limit: 'at most 25 %',
    released: '20.7 %',
    worst: '21.3 %',
    independent: '0.1 %',
    state: 'met',
  },
  {
    name: 'Value disclosure by regression',
    id: 'risk/value-disclosure',
    limit: 'at most 50 %',
    released: '93.7 %',
    worst: '93.9 %',
    independent: '1.2 %',
    state: 'excepted',
    note: 'excepted up to 95 %, by A. Steward until 2027-06-30: the file goes to two named researchers under contract',
  },
  {
    name: 'Information loss',
    id: 'loss/il1s',
    limit: 'at most 20 %',
    released: '14.3 %',
    worst: '14.3 %',
    independent: '61.0 %',
    state: 'met',
  },
  {
    name: 'Difference of classifiers',
    id: 'utility/classification',
    limit: 'at most 5 %',
    released: 'no value',
    state: 'allowed',
    note: 'no value: there is no column of classes; allowed, since none is released',
  },
  { name: 'Open columns', limit: 'none', released: 'none', state: 'met' },
  { name: 'Random numbers', limit: 'keyed', released: 'keyed', state: 'met' },
  { name: 'Order of records', limit: 'shuffled', released: 'shuffled', state: 'met' },
]

const sha256 = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'

/** A release of a file of 13 columns, with numbers computed from that file. */
export const censusInternal: InternalReport = {
  title: 'Release of census.public.csv',
  subtitle: '1,080 records, 14 columns · for scientific use · policy policy.yaml',
  done: 'Twelve columns were multiplied by independent noise of half-width 0.5, one was recoded, one goes out as it was. A matcher who holds the original finds 20.7 % of the records; the combined risk is 21.5 % (independent data: 5.0 %). Correlations moved by 0.13 on average.',
  verdict: 'The policy is met, with one exception: value disclosure by regression is 93.7 %, the policy allows 50 %.',
  state: 'excepted',
  criteria,
  runs: 20,
  open: [{ name: 'AFNLWGT', why: 'a weight that others may know; it goes out as it was', accepted: true }],
  exceptions: [
    {
      metric: 'risk/value-disclosure',
      upTo: 'up to 95 %',
      by: 'A. Steward',
      reason: 'the file goes to two named researchers under contract, who may not link it',
      until: '2027-06-30',
    },
  ],
  files: [{ name: 'census.public.csv', sha256, records: 1080 }],
  version: 'sdc 0.0.0',
  columns: [...numbers.map(censusColumn), region],
  map,
  candidates: map.points.map(({ label, loss, risk, chosen }) => ({
    name: label,
    label,
    loss: `${loss} %`,
    risk: `${risk} %`,
    worst: `${((risk ?? 0) + 0.9).toFixed(1)} %`,
    chosen,
    note: (risk ?? 0) > 25 ? 'beyond the limit of the risk' : undefined,
  })),
  correlations: { before: symmetric(names, correlationsBefore), after: symmetric(names, correlationsAfter) },
  moves: numbers.map(([name, , , , quantiles]) => ({ name, quantiles })),
  before: ['37 % of 1,080 records are unique by 3 quasi-identifiers; without age 5 % are.'],
  riskiest: [
    {
      kind: 'The nearest released record is their own, the next is far',
      count: 2,
      remedy: 'half-width 0.6: risk 20 %, loss 1.6 points more',
      records: [
        {
          record: 412,
          why: 'the nearest released record is its own; the next one is 3.2 times as far',
          remedy: 'top-code CAPITAL at its 99th percentile',
        },
        { record: 1033, why: 'moved by under 1 % of ranks in 10 of 13 columns', remedy: 'leave the record out' },
      ],
    },
    {
      kind: 'The greatest or least value of a column',
      count: 1,
      remedy: 'top-code AGI, FEDTAX, TAXINC, STATETAX',
      records: [{ record: 87, why: 'the greatest value of four columns', remedy: 'top-code AGI' }],
    },
  ],
  recordsNote:
    'Looked at: the distance to the nearest released records in all 13 columns. Not looked at: what others know who hold more than this file.',
  methods: [
    {
      id: 'noise/multiplicative',
      title: 'Multiplicative noise',
      text: 'Every value is multiplied by a number drawn from 1 − h to 1 + h: small values move little, great ones much.',
      source: 'Muralidhar, Batra and Kirs 1995',
      parameters: [
        ['half-width', '0.5'],
        ['columns', 'all but AFNLWGT and REGION'],
      ],
    },
  ],
  attacks: [
    {
      id: 'attack/noise-band',
      title: 'Bounds from a known half-width',
      text: 'Whoever knows the half-width knows that every original value lies between the released one divided by 1.5 and by 0.5.',
      source: 'this project',
      enables: ['with the half-width: an interval for every value', 'with a second release: the intervals meet'],
    },
  ],
  measures: criteria.filter(({ id }) => id !== undefined),
  warnings: ['PTOTVAL equals PEARNVAL + POTHVAL in 1,080 of 1,080 records of the original: noise broke the sum.'],
  warningKinds: ['PTOTVAL equals PEARNVAL + POTHVAL in 1,080 of 1,080 records of the original: noise broke the sum.'],
  repeat: [
    'sdc run census.PRIVATE.plan.yaml --key census.PRIVATE.key.json',
    'sdc gate census.csv census.public.csv --policy policy.yaml --for scientific-use',
  ],
}

/** The public report of that release. */
export const censusPublic: PublicReport = {
  title: 'census.public.csv',
  subtitle: '1,080 records, 14 columns · for scientific use',
  done: 'Twelve columns were multiplied by independent noise, one was recoded, one goes out as it was. Means and totals are kept on average; relations between columns are weakened.',
  files: [{ name: 'census.public.csv', sha256, records: 1080 }],
  columns: [...names, 'REGION'],
  uses: [
    {
      analysis: 'Totals and means of one column',
      use: 'with care',
      why: 'right on average; a mean over few records may be far off',
    },
    { analysis: 'Counts by REGION', use: 'exact', why: 'the regions were joined, no record changed its region' },
    {
      analysis: 'Correlations, regressions',
      use: 'with care',
      why: 'correlations differ by 0.13 on average, at most by 0.30',
    },
    {
      analysis: 'Single records, linkage to other files',
      use: 'never',
      why: 'a record of this file is no person’s record',
    },
  ],
  methods: [
    { title: 'Multiplicative noise', source: 'Muralidhar, Batra and Kirs 1995' },
    { title: 'Global recoding', source: 'Hundepool and others 2012' },
  ],
  correlationChange: {
    names,
    values: names.map((_, i) =>
      names.map((_other, j) => {
        if (i === j) return 0
        const at = (lower: readonly (readonly number[])[]): number => lower[Math.max(i, j) - 1][Math.min(i, j)]
        return Math.round((at(correlationsAfter) - at(correlationsBefore)) * 20) / 20
      }),
    ),
  },
  notes: ['Records are in random order.', 'Amounts are rounded to whole dollars.'],
  version: 'sdc 0.0.0',
}
