import type { RiskUtilityMap } from '../map/map-types.js'
import type { InternalReport, PublicReport, ReportColumn, ReportCriterion, ReportMatrix } from './report-types.js'

/** A column of a file of 1,080 records, before and after noise of half-width 0.5: width of its classes, records, moves, moments. */
type Numbers = readonly [
  name: string,
  step: number,
  before: readonly number[],
  after: readonly number[],
  moves: readonly number[],
  moments: readonly string[],
]

const numbers: readonly Numbers[] = [
  [
    'AFNLWGT',
    25000,
    [6, 31, 66, 61, 95, 120, 133, 140, 107, 69, 60, 31, 21, 35, 27, 26, 23, 9, 5, 5],
    [10, 49, 69, 112, 112, 111, 104, 88, 86, 64, 58, 44, 40, 22, 22, 15, 17, 10, 12, 6],
    [0.0, 1.7, 4.1, 6.8, 10.0, 14.4, 20.1, 25.7, 41.9],
    ['196,040', '193,662', '101,205', '120,425', '180,349', '167,041'],
  ],
  [
    'AGI',
    5000,
    [0, 18, 36, 44, 55, 51, 50, 63, 55, 50, 69, 77, 65, 81, 86, 78, 54, 49, 45, 54],
    [3, 23, 43, 44, 65, 66, 63, 61, 52, 85, 57, 76, 62, 54, 53, 43, 39, 34, 30, 24],
    [0.0, 2.1, 4.7, 8.0, 11.9, 15.7, 20.3, 27.5, 52.7],
    ['56,223', '56,023', '24,663', '29,689', '58,412', '52,607'],
  ],
  [
    'EMCONTRB',
    300,
    [11, 19, 28, 36, 43, 68, 61, 73, 71, 74, 85, 82, 73, 75, 76, 63, 50, 37, 24, 13],
    [15, 28, 31, 50, 65, 65, 76, 76, 87, 80, 71, 65, 47, 53, 51, 39, 30, 22, 35, 24],
    [0.0, 1.6, 4.3, 7.2, 10.5, 15.1, 19.9, 27.6, 49.1],
    ['3,173', '3,133', '1,401', '1,712', '3,216', '2,864'],
  ],
  [
    'FEDTAX',
    1000,
    [88, 72, 76, 87, 67, 78, 68, 61, 80, 59, 66, 55, 44, 50, 41, 35, 19, 13, 10, 7],
    [93, 92, 69, 77, 88, 87, 68, 71, 70, 49, 64, 38, 34, 30, 32, 20, 21, 16, 19, 6],
    [0.0, 1.1, 2.8, 5.1, 7.6, 10.7, 14.4, 18.9, 34.4],
    ['7,545', '7,548', '4,903', '5,533', '7,068', '6,586'],
  ],
  [
    'PTOTVAL',
    5000,
    [4, 15, 39, 59, 98, 80, 102, 85, 82, 76, 89, 83, 67, 53, 42, 31, 22, 21, 17, 11],
    [6, 26, 54, 92, 86, 91, 97, 87, 74, 90, 49, 52, 40, 37, 41, 35, 31, 20, 17, 9],
    [0.0, 2.1, 4.5, 7.1, 10.4, 14.7, 19.2, 24.4, 41.5],
    ['45,231', '45,384', '21,314', '26,166', '43,278', '40,117'],
  ],
  [
    'STATETAX',
    400,
    [92, 90, 95, 98, 96, 87, 90, 72, 74, 55, 48, 53, 37, 32, 20, 10, 5, 6, 3, 5],
    [94, 104, 106, 101, 98, 82, 86, 73, 54, 53, 47, 39, 29, 29, 26, 17, 9, 6, 8, 4],
    [0.0, 1.0, 2.8, 4.9, 7.2, 10.3, 13.7, 18.0, 32.7],
    ['2,597', '2,575', '1,826', '1,954', '2,322', '2,180'],
  ],
  [
    'TAXINC',
    4000,
    [45, 53, 44, 44, 49, 57, 50, 49, 67, 61, 70, 73, 82, 63, 63, 44, 61, 42, 34, 19],
    [56, 58, 34, 60, 60, 58, 61, 67, 88, 61, 57, 53, 44, 41, 48, 39, 36, 42, 24, 15],
    [0.0, 1.1, 3.0, 5.5, 9.0, 12.7, 17.6, 23.7, 44.4],
    ['39,713', '39,690', '21,214', '25,195', '41,155', '35,926'],
  ],
  [
    'POTHVAL',
    2000,
    [600, 145, 79, 51, 42, 27, 28, 20, 14, 8, 6, 9, 7, 6, 5, 2, 7, 1, 4, 3],
    [599, 160, 87, 43, 28, 24, 30, 16, 16, 12, 10, 14, 3, 4, 6, 2, 4, 3, 0, 1],
    [0.0, 0.6, 1.4, 2.4, 3.7, 5.0, 6.4, 8.3, 14.9],
    ['5,162', '5,073', '9,445', '9,884', '1,586', '1,525'],
  ],
  [
    'INTVAL',
    600,
    [678, 153, 62, 36, 28, 20, 17, 7, 17, 12, 2, 2, 6, 3, 8, 1, 4, 2, 0, 1],
    [675, 144, 81, 42, 23, 13, 11, 12, 16, 7, 6, 5, 8, 3, 3, 1, 3, 4, 1, 3],
    [0.0, 0.6, 1.4, 2.1, 3.1, 4.2, 5.6, 7.6, 15.0],
    ['1,421', '1,443', '3,749', '3,843', '353', '317'],
  ],
  [
    'PEARNVAL',
    5000,
    [22, 48, 51, 70, 94, 73, 115, 75, 95, 73, 89, 63, 64, 42, 39, 19, 19, 15, 10, 4],
    [27, 54, 75, 84, 94, 90, 99, 82, 76, 65, 56, 57, 54, 35, 40, 14, 22, 9, 14, 10],
    [0.0, 1.4, 3.5, 5.9, 8.7, 12.4, 16.9, 22.3, 41.8],
    ['40,069', '40,207', '20,806', '24,344', '39,000', '35,851'],
  ],
  [
    'FICA',
    300,
    [19, 30, 42, 48, 51, 69, 71, 80, 81, 49, 86, 50, 68, 53, 55, 135, 73, 9, 1, 2],
    [25, 41, 44, 61, 67, 74, 88, 64, 82, 59, 63, 67, 44, 57, 41, 38, 34, 27, 29, 15],
    [0.0, 1.9, 4.2, 7.1, 10.5, 14.8, 19.4, 24.8, 50.7],
    ['2,963', '2,940', '1,427', '1,702', '3,002', '2,674'],
  ],
  [
    'WSALVAL',
    5000,
    [25, 47, 53, 69, 97, 76, 113, 77, 98, 71, 89, 62, 60, 45, 37, 20, 15, 14, 8, 4],
    [29, 56, 76, 79, 98, 99, 100, 103, 66, 76, 40, 63, 43, 27, 24, 26, 20, 13, 16, 6],
    [0.0, 1.8, 4.2, 6.7, 9.8, 13.5, 18.3, 23.8, 41.9],
    ['39,523', '39,226', '20,592', '23,927', '38,000', '35,136'],
  ],
  [
    'ERNVAL',
    5000,
    [29, 56, 48, 85, 93, 87, 114, 63, 94, 68, 88, 63, 56, 46, 35, 18, 13, 13, 8, 3],
    [41, 57, 73, 96, 96, 99, 99, 86, 80, 61, 62, 44, 37, 34, 24, 23, 18, 17, 7, 6],
    [0.0, 1.5, 3.4, 6.2, 9.1, 13.2, 17.6, 22.5, 39.4],
    ['38,445', '38,001', '20,668', '23,748', '36,000', '34,256'],
  ],
]

const correlationsBefore: readonly (readonly number[])[] = [
  [0.01],
  [0.05, 0.49],
  [-0.0, 0.95, 0.38],
  [0.02, 0.77, 0.5, 0.8],
  [-0.1, 0.78, 0.29, 0.79, 0.63],
  [0.0, 0.98, 0.44, 0.98, 0.78, 0.79],
  [-0.03, 0.14, -0.12, 0.2, 0.27, 0.13, 0.17],
  [-0.02, 0.2, -0.06, 0.28, 0.27, 0.22, 0.23, 0.45],
  [0.03, 0.73, 0.56, 0.73, 0.9, 0.59, 0.72, -0.17, 0.07],
  [0.03, 0.71, 0.55, 0.69, 0.85, 0.57, 0.7, -0.19, 0.06, 0.96],
  [0.04, 0.72, 0.56, 0.71, 0.88, 0.57, 0.71, -0.17, 0.07, 0.98, 0.91],
  [0.04, 0.7, 0.55, 0.69, 0.86, 0.56, 0.69, -0.17, 0.08, 0.96, 0.89, 0.97],
]
const correlationsAfter: readonly (readonly number[])[] = [
  [-0.01],
  [0.02, 0.3],
  [-0.01, 0.69, 0.27],
  [0.01, 0.53, 0.3, 0.59],
  [-0.1, 0.56, 0.2, 0.61, 0.49],
  [0.0, 0.68, 0.27, 0.72, 0.57, 0.59],
  [-0.01, 0.06, -0.1, 0.14, 0.23, 0.14, 0.13],
  [0.01, 0.15, -0.06, 0.24, 0.26, 0.22, 0.19, 0.4],
  [0.02, 0.5, 0.37, 0.55, 0.63, 0.44, 0.54, -0.15, 0.09],
  [0.02, 0.47, 0.34, 0.5, 0.61, 0.42, 0.49, -0.15, 0.05, 0.69],
  [0.02, 0.5, 0.37, 0.57, 0.61, 0.46, 0.52, -0.14, 0.06, 0.72, 0.65],
  [0.01, 0.47, 0.37, 0.54, 0.61, 0.44, 0.51, -0.14, 0.04, 0.69, 0.64, 0.7],
]

const names = numbers.map(([name]) => name)

/** A symmetric matrix by its lower triangle. */
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
    role: i === 0 ? 'known to others' : 'confidential',
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
  role: 'known to others',
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

/** A release of a file of 13 columns, all of whose numbers were computed from it. */
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
    label,
    loss: `${loss} %`,
    risk: `${risk} %`,
    worst: `${((risk ?? 0) + 0.9).toFixed(1)} %`,
    chosen,
    note: (risk ?? 0) > 25 ? 'beyond the limit of the risk' : undefined,
  })),
  correlations: { before: symmetric(names, correlationsBefore), after: symmetric(names, correlationsAfter) },
  moves: numbers.map(([name, , , , quantiles]) => ({ name, quantiles })),
  records: [
    {
      record: 412,
      why: 'the nearest released record is its own; the next one is 3.2 times as far',
      remedy: 'top-code CAPITAL at its 99th percentile',
    },
    { record: 87, why: 'the greatest value of four columns', remedy: 'top-code AGI, FEDTAX, TAXINC, STATETAX' },
    {
      record: 1033,
      why: 'moved by under 1 % of ranks in 10 of 13 columns',
      remedy: 'half-width 0.6: risk 19.8 %, loss 1.6 points more',
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
      arms: ['with the half-width: an interval for every value', 'with a second release: the intervals meet'],
    },
  ],
  measures: criteria.filter(({ id }) => id !== undefined),
  warnings: ['PTOTVAL equals PEARNVAL + POTHVAL in 1,080 of 1,080 records of the original: noise broke the sum.'],
  repeat: [
    'sdc run census.KEEP.plan.yaml --key census.KEEP.key.json',
    'sdc gate census.csv census.public.csv --policy policy.yaml --for scientific-use',
  ],
}

/** What goes with that release. */
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
