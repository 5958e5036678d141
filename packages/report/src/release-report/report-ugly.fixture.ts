import { censusInternal, censusPublic } from './report.fixture.js'
import type { CriterionState, InternalReport, PublicReport, ReportColumn, ReportMatrix } from './page/report-types.js'

const long = 'a name that nobody would give to a column or a criterion but that a program made of all its levels, '
const chinese = '国家统计局关于家庭收入和支出情况的调查数据中每个人的年度应纳税所得额的总和与平均值'
const arabic = 'دخل الأسرة السنوي قبل الضريبة وبعدها حسب المنطقة ونوع السكن وعدد الأفراد في كل أسرة'
const states: readonly CriterionState[] = ['met', 'not met', 'excepted', 'allowed']

/** More items of every kind than a page has room for, in scripts of several widths and directions. */
export const crowded: InternalReport = {
  ...censusInternal,
  title: `Release of ${long.repeat(3)}`,
  subtitle: chinese.repeat(4),
  done: (long + chinese + arabic).repeat(6),
  verdict: `The policy is not met: ${arabic.repeat(4)}`,
  state: 'not met',
  criteria: Array.from({ length: 40 }, (_, i) => ({
    name: [long.repeat(2).slice(0, 200), chinese.repeat(5).slice(0, 200), arabic.repeat(3).slice(0, 200), 'Short'][
      i % 4
    ],
    id: `risk/number-${i}`,
    limit: i % 7 === 0 ? chinese : 'at most 25 %',
    released: `${i}.5 %`,
    worst: i % 5 === 0 ? arabic : `${i}.9 %`,
    independent: '5.0 %',
    state: states[i % 5] ?? 'met',
    ...(i % 3 === 0 ? { note: long.repeat(4) } : {}),
  })),
  open: Array.from({ length: 60 }, (_, i) => ({
    name: `${i} ${[long, chinese, arabic][i % 3].repeat(3).slice(0, 200)}`,
    why: long,
    accepted: i % 2 === 0,
  })),
  exceptions: Array.from({ length: 12 }, (_, i) => ({
    metric: `risk/number-${i}`,
    upTo: 'up to 95 %',
    by: [long, chinese, arabic][i % 3],
    reason: `${chinese}${arabic}${long}`,
    until: '2027-06-30',
  })),
  files: Array.from({ length: 9 }, (_, i) => ({
    name: `${[long, chinese, arabic][i % 3]}${i}.csv`,
    sha256: censusInternal.files[0].sha256,
    records: 1_000_000,
  })),
  version: `sdc 0.0.0, ${Array.from({ length: 12 }, (_, i) => `sdc-plugin-of-somebody-${i} 1.0.0`).join(', ')}`,
}

const wideNames = Array.from({ length: 100 }, (_, i) => `COLUMN_${i + 1}`)

/** Returns scattered numbers, the same in every run. */
function scattered(i: number, j: number): number {
  return (((i * 7919 + j * 104_729) % 2003) / 2003) * 2 - 1
}

function wideMatrix(shift: number): ReportMatrix {
  return {
    names: wideNames,
    values: wideNames.map((_, i) =>
      wideNames.map((_other, j) => (i === j ? 1 : scattered(Math.min(i, j) + shift, Math.max(i, j)))),
    ),
  }
}

function wideColumn(name: string, i: number): ReportColumn {
  const classes = Array.from({ length: 24 }, (_, k) => Math.round(500 * Math.abs(scattered(i, k))))
  return {
    ...censusInternal.columns[1],
    name,
    histogram: {
      breaks: Array.from({ length: 25 }, (_, k) => k * 1234.567 + i),
      before: classes,
      after: classes.map((count, k) => count + ((k * 13) % 40)),
      leftOut: 'the greatest 2 %',
    },
  }
}

/** A file of a hundred columns, all masked. */
export const hundredColumns: InternalReport = {
  ...censusInternal,
  title: 'Release of wide.public.csv',
  columns: wideNames.map(wideColumn),
  correlations: { before: wideMatrix(0), after: wideMatrix(3) },
  moves: wideNames.map((name, i) => ({
    name,
    quantiles: Array.from({ length: 21 }, (_, k) => (k * (20 + (i % 30))) / 20),
  })),
}

/** Text that would run a script, load a file, or change the direction of the page if it were not escaped. */
export const attack = '<img src=x onerror=alert(1)>&"\'</style><script>alert(2)</script>\u202Egpj.\u2066\n\u0000\uD800'

/** A draft with markup in texts, values that are not numbers, and lists of different lengths. */
export const hostile: InternalReport = {
  ...censusInternal,
  title: attack,
  subtitle: attack,
  draft: `random numbers came from a seed; ${attack}`,
  done: attack,
  verdict: attack,
  state: undefined,
  criteria: [
    { name: attack, id: attack, limit: attack, released: attack, worst: attack, state: 'not met', note: attack },
  ],
  open: [{ name: attack, why: attack, accepted: false }],
  exceptions: [{ metric: attack, upTo: attack, by: attack, reason: attack, until: attack }],
  files: [{ name: attack, sha256: attack, records: Number.NaN }],
  version: attack,
  columns: [
    { name: attack, kind: attack, role: attack, treatment: attack, quantities: [[attack, attack, attack]] },
    {
      name: 'x'.repeat(1_000_000),
      kind: '',
      role: '',
      treatment: '',
      histogram: { breaks: [0, Number.NaN, 1], before: [Number.NaN, 3], after: [-1, Infinity, 7], leftOut: attack },
      quantities: [],
    },
    { name: '', kind: '', role: '', treatment: '', histogram: { before: [], after: [] }, quantities: [] },
    {
      name: 'unequal',
      kind: '',
      role: '',
      treatment: '',
      histogram: { breaks: [0, 1, 100], before: [50, 50], after: [40, 60] },
      quantities: [],
    },
    {
      name: 'levels',
      kind: '',
      role: '',
      treatment: '',
      histogram: { levels: [attack, attack], before: [1, 2, 3], after: [2] },
      quantities: [],
    },
  ],
  map: {
    title: attack,
    subtitle: attack,
    risk: { label: attack, unit: attack, better: 'higher', limit: Number.NaN },
    loss: { label: attack, unit: attack, better: 'higher', limit: 3 },
    barred: attack,
    points: [
      {
        label: attack,
        series: attack,
        parameter: attack,
        reverseMapped: true,
        risk: 3,
        loss: 4,
        pareto: true,
        chosen: true,
        barred: true,
        reasons: [attack],
      },
      {
        label: '',
        series: '',
        parameter: '',
        reverseMapped: false,
        risk: null,
        loss: Number.NaN,
        pareto: true,
        chosen: false,
      },
    ],
  },
  candidates: [{ name: attack, label: attack, loss: attack, risk: attack, worst: attack, chosen: true, note: attack }],
  correlations: {
    before: {
      names: [attack, 'b', 'c'],
      values: [
        [1, null, Number.NaN],
        [null, 1],
      ],
    },
    after: { names: [attack, 'b', 'c'], values: [] },
  },
  moves: [
    { name: attack, quantiles: [] },
    { name: 'b', quantiles: [Number.NaN, 3, 1000] },
  ],
  before: [attack],
  riskiest: [
    { kind: attack, count: Number.NaN, remedy: attack, records: [{ record: Number.NaN, why: attack, remedy: attack }] },
  ],
  recordsNote: attack,
  methods: [
    { id: attack, title: attack, text: attack, source: attack, enables: [attack], parameters: [[attack, attack]] },
  ],
  attacks: [{ id: attack, title: attack, text: attack, source: attack }],
  measures: [{ name: attack, limit: attack, released: attack, state: 'met', note: attack }],
  warnings: [attack],
  warningKinds: [attack],
  repeat: [attack],
}

/** A report with every optional part empty. */
export const empty: InternalReport = {
  title: '',
  subtitle: '',
  done: '',
  verdict: '',
  criteria: [],
  runs: 0,
  open: [],
  exceptions: [],
  files: [],
  version: '',
  columns: [],
  correlations: { before: { names: [], values: [] }, after: { names: [], values: [] } },
  moves: [],
  before: [],
  riskiest: [],
  methods: [],
  attacks: [],
  measures: [],
  warnings: [],
  warningKinds: [],
  repeat: [],
}

export const hostilePublic: PublicReport = {
  ...censusPublic,
  title: attack,
  subtitle: attack,
  done: attack,
  files: [{ name: attack, sha256: attack, records: 1 }],
  columns: [attack, ''],
  uses: [{ analysis: attack, use: 'never', why: attack }],
  methods: [{ title: attack, source: attack }],
  correlationChange: { names: [attack, 'b'], values: [[null], [Number.NaN, null]] },
  notes: [attack],
  version: attack,
}

export const emptyPublic: PublicReport = {
  title: '',
  subtitle: '',
  done: '',
  files: [],
  columns: [],
  uses: [],
  methods: [],
  correlationChange: undefined,
  notes: [],
  version: '',
}
