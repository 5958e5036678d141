import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from './cli.fixture.js'

const { path, write, read } = workFolder()

type Row = Readonly<Record<string, string>>

function rowsOf(file: string, separator: string): Row[] {
  const [head, ...lines] = read(file).trim().split('\n')
  const names = head.split(separator)
  return lines.map((line) => {
    const cells = line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)|;/)
    return Object.fromEntries(names.map((name, j) => [name, cells[j]]))
  })
}

/** Returns a mean, and half of its 95 % interval. */
function meanOf(rows: readonly Row[], name: string): { mean: number; half: number } {
  const values = rows.map((row) => Number(row[name]))
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  return { mean, half: 1.96 * Math.sqrt(squares / (values.length - 1) / values.length) }
}

/** Returns the slope of the regression of y on x, and half of its 95 % interval. */
function slopeOf(rows: readonly Row[], x: string, y: string): { mean: number; half: number } {
  const [mx, my] = [meanOf(rows, x).mean, meanOf(rows, y).mean]
  const sum = (of: (dx: number, dy: number) => number): number =>
    rows.reduce((total, row) => total + of(Number(row[x]) - mx, Number(row[y]) - my), 0)
  const sxx = sum((dx) => dx * dx)
  const slope = sum((dx, dy) => dx * dy) / sxx
  const rest = sum((dx, dy) => (dy - slope * dx) * (dy - slope * dx))
  return { mean: slope, half: 1.96 * Math.sqrt(rest / (rows.length - 2) / sxx) }
}

/** Returns the least number of units that share the quasi-identifiers. */
function leastClass(rows: readonly Row[], keys: readonly string[], unitOf: (row: Row, i: number) => string): number {
  const classes = new Map<string, Set<string>>()
  rows.forEach((row, i) => {
    const key = keys.map((name) => row[name]).join('\n')
    classes.set(key, (classes.get(key) ?? new Set()).add(unitOf(row, i)))
  })
  return Math.min(...Array.from(classes.values(), ({ size }) => size))
}

const expectWithin = (after: number, { mean, half }: { mean: number; half: number }): void => {
  expect(Math.abs(after - mean)).toBeLessThanOrEqual(half)
}

const day = (text: string): number => {
  const [d, m, y] = text.split('.').map(Number)
  const date = new Date(Date.UTC(y, m - 1, d))
  // An invalid date would become another one.
  expect([date.getUTCDate(), date.getUTCMonth() + 1]).toEqual([d, m])
  return date.getTime() / 86_400_000
}

describe('the household survey', () => {
  it('keeps its rules, is 3-anonymous, and keeps mean incomes', async () => {
    expect((await sdc('dataset', 'households', '-o', path('survey.csv'), '--quiet')).status).toBe(0)
    write(
      'survey.yaml',
      `data: survey.csv
schema:
  rules:
    - if age < 15 then education = "none yet"
    - if education = "none yet" then income = 0
  columns:
    household: { role: household }
    region: { kind: categorical, role: quasi-identifier, level: household }
    sex: { kind: categorical, role: quasi-identifier }
    age: { role: quasi-identifier, min: 0, max: 120, integer: true }
    education: { kind: categorical, role: quasi-identifier }
    income: { role: confidential, min: 0, integer: true }
    weight: { role: weight }
seed: 51
steps:
  - { use: linear/sblm, columns: [income], by: [education], smallGroups: pooled, params: { similarity: 0 } }
  - { use: reverse-map/rank, columns: [income], by: [education], smallGroups: pooled }
  - { use: coding/k-anonymous-recode, columns: [region, sex, age, education], params: { k: 3, suppressionPercent: 5, loss: loss } }
`,
    )
    const made = await sdc('run', path('survey.yaml'), '-o', path('released.csv'), '--no-report')
    expect([made.status, made.stderr]).toEqual([0, expect.stringContaining('rules: ')])
    const [before, after] = [rowsOf('survey.csv', ','), rowsOf('released.csv', ',')]
    expect(after.length).toBeGreaterThan(0.95 * before.length)
    expect(after.filter(({ education, income }) => education === 'none yet' && income !== '0')).toEqual([])
    expect(leastClass(after, ['region', 'sex', 'age', 'education'], (_, i) => String(i))).toBeGreaterThanOrEqual(3)
    expectWithin(meanOf(after, 'income').mean, meanOf(before, 'income'))
    for (const level of ['primary', 'secondary', 'tertiary']) {
      const of = (rows: readonly Row[]): Row[] => rows.filter(({ education }) => education === level)
      expectWithin(meanOf(of(after), 'income').mean, meanOf(of(before), 'income'))
    }
  })
})

/** Returns stays of 381 patients; the rules hold in all of them. */
function hospital(): string {
  let state = 5
  const draw = (n: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * n)
  }
  const date = (days: number): string => new Date(86_400_000 * days).toISOString().slice(0, 10).split('-').reverse().join('.') // oxfmt-ignore
  const lines = Array.from({ length: 381 }, (_, p) => {
    const sex = 'fm'[draw(2)]
    const born = -12_000 + draw(25_000)
    return Array.from({ length: 1 + draw(3) }, () => {
      const admitted = 19_400 + draw(700)
      const stay = Math.floor((draw(20) * draw(20)) / 20)
      const cost = 400 + 310 * stay + draw(800)
      const illness = ['asthma', 'burn', 'flu', sex === 'f' ? 'birth' : 'gout'][draw(4)]
      return `H${1000 + p};${sex};${date(born)};${date(admitted)};${date(admitted + stay)};${stay};${cost};${illness}`
    })
  })
  return `patient;sex;born;admitted;discharged;stay;cost;diagnosis\n${lines.flat().join('\n')}\n`
}

describe('a hospital file with dates', () => {
  it('keeps its rules and valid dates, is 5-anonymous in patients, and keeps a regression', async () => {
    write('hospital.csv', hospital())
    write(
      'hospital.yaml',
      `data: hospital.csv
schema:
  rules:
    - discharged = admitted + stay
    - born <= admitted
    - if diagnosis = "birth" then sex = "f"
  columns:
    patient: { role: person }
    sex: { kind: categorical, role: quasi-identifier, level: person }
    born: { kind: date, dateFormat: DD.MM.YYYY, role: quasi-identifier, level: person }
    admitted: { kind: date, dateFormat: DD.MM.YYYY, role: confidential }
    discharged: { kind: date, dateFormat: DD.MM.YYYY, role: confidential }
    stay: { role: confidential, min: 0, integer: true }
    cost: { role: confidential, min: 0, integer: true }
    diagnosis: { kind: categorical, role: confidential }
seed: 51
steps:
  - { use: noise/correlated, columns: [admitted], params: { relativeVariance: 0.1 } }
  - { use: microaggregation/mdav, columns: [stay, cost], params: { k: 5 } }
  - { use: categorical/pram, columns: [diagnosis], params: { stay: 0.9 } }
  - { use: coding/k-anonymous-recode, columns: [sex, born], params: { k: 5, loss: loss } }
`,
    )
    const made = await sdc('run', path('hospital.yaml'), '-o', path('masked.csv'), '--no-report')
    expect([made.status, made.stderr]).toEqual([0, expect.stringContaining('computed (discharged)')])
    const [before, after] = [rowsOf('hospital.csv', ';'), rowsOf('masked.csv', ';')]
    expect(after).toHaveLength(before.length)
    expect(after.filter((row) => day(row.admitted) + Number(row.stay) !== day(row.discharged))).toEqual([])
    expect(after.filter(({ diagnosis, sex }) => diagnosis === 'birth' && sex === 'm')).toEqual([])
    expect(leastClass(after, ['sex', 'born'], ({ patient }) => patient)).toBeGreaterThanOrEqual(5)
    // Masking changes most dates and illnesses.
    const same = (name: string): number => after.filter((row, i) => row[name] === before[i][name]).length / after.length
    expect(same('admitted')).toBeLessThan(0.1)
    expect(same('diagnosis')).toBeLessThan(0.95)
    for (const name of ['stay', 'cost']) expectWithin(meanOf(after, name).mean, meanOf(before, name))
    expectWithin(slopeOf(after, 'stay', 'cost').mean, slopeOf(before, 'stay', 'cost'))
  })
})
