import { rangePlot, stackedSvgs, type RangePoint } from '@sdc/report'
import type { Figure, PaperOptions, PaperTable } from '../paper.js'
import {
  commonSize,
  distributions,
  effectRows,
  masks,
  measures,
  runs,
  sizes,
  type Effect,
  type EffectRow,
  type MaskKind,
  type MeasureName,
} from './paper-000-effects.js'

/** Measures of the figures on size and distribution. */
const shownMeasures: readonly MeasureName[] = ['marginal distance', 'correlation loss', 'value disclosure']
const risks: readonly MeasureName[] = measures.slice(2).map(({ name }) => name)

/** Section 6: three questions that the paper leaves open, each answered by an experiment. */
export async function questionTables(options: PaperOptions): Promise<readonly PaperTable[]> {
  const rows = await effectRows(options)
  const bySize = rows.filter(({ distribution }) => distribution === 'normal')
  const byDistribution = rows.filter(({ records }) => records === commonSize)
  const many = `Files of ${commonSize.toLocaleString('en')} records.`
  return [
    answers(bySize, byDistribution),
    effectTable(1, 'Effect of the size of the file', 'Normal values.', bySize, shownMeasures, 'records'),
    effectTable(2, 'Effect of the distribution', many, byDistribution, shownMeasures, 'distribution'),
    effectTable(3, 'Added disclosure risk', many, byDistribution, risks, 'distribution'),
  ]
}

function effectTable(
  question: number,
  title: string,
  files: string,
  rows: readonly EffectRow[],
  names: readonly MeasureName[],
  by: 'records' | 'distribution',
): PaperTable {
  const isWhole = names === shownMeasures
  const cell = (effect: Effect): string =>
    `${isWhole ? `${effect.before.toFixed(1)}→${effect.after.toFixed(1)} ` : ''}${points(effect)}`
  return {
    id: `Section 6, question ${question}`,
    title,
    sentence:
      `${files} ${isWhole ? 'Before→after reverse mapping, and mean' : 'Mean'} change ± half-width of its 95 % interval, ` +
      `${runs} files each. In percent: ${names.map((name) => `${name} (${metricOf(name)})`).join(', ')}.`,
    given: ['mask', by, ...(isWhole ? names : names.map((name) => name.replace(/ (disclosure|value)$/, '')))],
    checks: [],
    rows: masks.flatMap((mask) =>
      rows
        .filter((row) => row.mask === mask)
        .map((row) => ({ given: [mask, row[by], ...names.map((name) => cell(effectIn(row, name)))], checks: [] })),
    ),
  }
}

function answers(bySize: readonly EffectRow[], byDistribution: readonly EffectRow[]): PaperTable {
  const one = sizeAnswer(bySize)
  const two = distributionAnswer(byDistribution)
  const three = riskAnswer(byDistribution)
  return {
    id: 'Section 6, answers',
    title: 'Open questions of the paper',
    sentence:
      'The paper names these questions and prints no values. Files with S normal and X of rank correlation .74 with S; X is ' +
      'masked by noise (variance 25 %), univariate microaggregation (k = 5), and rank swapping (20 %).',
    given: ['', 'question', 'answer'],
    checks: [],
    rows: [
      { given: [1, 'Does the effect of reverse mapping depend on the size of the file?', one.short], checks: [] },
      { given: [2, 'Does it depend on the characteristics of the data?', two.short], checks: [] },
      { given: [3, 'Does reverse mapping add disclosure risk?', three.short], checks: [] },
    ],
    notes: [
      `1. ${one.sentence}`,
      `2. ${two.sentence}`,
      `3. ${three.sentence}`,
      'Rank swapping releases original values, so reverse mapping changes nothing.',
    ],
  }
}

interface Answer {
  readonly short: 'yes' | 'no'
  readonly sentence: string
}

/** Tests whether two mean changes differ by more than their intervals explain. */
function differ(a: Effect, b: Effect): boolean {
  return Math.abs(a.change - b.change) > Math.sqrt(a.half ** 2 + b.half ** 2)
}

/** The measure with the greatest difference between two files for each mask, if any differs. */
function greatest(
  of: (mask: MaskKind, name: MeasureName) => readonly [one: EffectRow | undefined, other: EffectRow | undefined],
): { readonly mask: MaskKind; readonly name: MeasureName; readonly rows: readonly (EffectRow | undefined)[] }[] {
  return masks.flatMap((mask) => {
    const differing = shownMeasures
      .map((name) => {
        const rows = of(mask, name)
        const [one, other] = rows.map((row) => effectIn(row, name))
        return { mask, name, rows, gap: differ(one, other) ? Math.abs(one.change - other.change) : 0 }
      })
      .filter(({ gap }) => gap > 0)
      .toSorted((a, b) => b.gap - a.gap)
    return differing.slice(0, 1)
  })
}

function sizeAnswer(rows: readonly EffectRow[]): Answer {
  const [smallest, largest] = [sizes[0], sizes[sizes.length - 1]]
  const range = `${smallest} and ${largest.toLocaleString('en')} records`
  const found = greatest((mask) => [
    rowOf(rows, (row) => row.mask === mask && row.records === smallest),
    rowOf(rows, (row) => row.mask === mask && row.records === largest),
  ])
  if (found.length === 0) return { short: 'no', sentence: `No: the changes with ${range} are alike.` }
  const changes = found.map(
    ({ mask, name, rows: two }) => `${name} after ${mask} by ${two.map((row) => change(row, name)).join(' and ')}`,
  )
  return { short: 'yes', sentence: `Yes: with ${range} it changes ${changes.join(', ')} points.` }
}

function distributionAnswer(rows: readonly EffectRow[]): Answer {
  const found = greatest((mask, name) => {
    const sorted = rows
      .filter((row) => row.mask === mask)
      .toSorted((a, b) => effectIn(a, name).change - effectIn(b, name).change)
    return [sorted[0], sorted[sorted.length - 1]]
  })
  if (found.length === 0) return { short: 'no', sentence: 'No: the changes are alike for all distributions.' }
  const changes = found.map(
    ({ mask, name, rows: two }) =>
      `${name} after ${mask} by ${two.map((row) => `${change(row, name)} (${row?.distribution})`).join(' to ')}`,
  )
  return { short: 'yes', sentence: `Yes: it changes ${changes.join(', ')} points.` }
}

function riskAnswer(rows: readonly EffectRow[]): Answer {
  const raised = risks.flatMap((name) => {
    const [most] = rows.toSorted((a, b) => effectIn(b, name).change - effectIn(a, name).change)
    const effect = effectIn(most, name)
    const text = `It raises ${name} by up to ${change(most, name)} points (${most.mask}, ${most.distribution}).`
    return effect.change >= 1 ? [text] : []
  })
  if (raised.length === 0) return { short: 'no', sentence: 'No: no risk rises by a point or more.' }
  return { short: 'yes', sentence: `Yes. ${raised.join(' ')} No other risk rises by a point or more.` }
}

/** A figure for each question. */
export async function questionFigures(options: PaperOptions): Promise<readonly Figure[]> {
  const rows = await effectRows(options)
  const byDistribution = rows.filter(({ records }) => records === commonSize)
  // The largest value is disclosed or not: a share of files of another scale, in the table only.
  const drawn = risks.filter((name) => name !== 'largest value')
  const subtitle = `Mean change by reverse mapping with its 95 % interval, ${runs} files each; 0: no change.`
  const series = (of: (mask: MaskKind) => readonly Effect[]) =>
    masks.map((name) => ({ name, points: of(name).map(pointOf) }))
  const changes = (name: MeasureName) => ({ label: `change of ${name}`, unit: 'percentage points' })
  const panels = (title: string, x: { label: string; names: string[] }, of: (mask: MaskKind) => readonly EffectRow[]) =>
    stackedSvgs(
      shownMeasures.map((name) =>
        rangePlot({
          title: `${title}: ${name}`,
          subtitle: `${subtitle} ${metricOf(name)}.`,
          x,
          y: changes(name),
          series: series((mask) => of(mask).map((row) => effectIn(row, name))),
        }),
      ),
    )
  return [
    {
      name: 'paper-000-question-1.svg',
      svg: panels(
        'Size of the file',
        { label: 'records (normal values)', names: sizes.map((size) => size.toLocaleString('en')) },
        (mask) => rows.filter((row) => row.mask === mask && row.distribution === 'normal'),
      ),
    },
    {
      name: 'paper-000-question-2.svg',
      svg: panels(
        'Distribution',
        { label: `distribution (${commonSize} records)`, names: [...distributions] },
        (mask) => byDistribution.filter((row) => row.mask === mask),
      ),
    },
    {
      name: 'paper-000-question-3.svg',
      svg: stackedSvgs(
        distributions.map((distribution) =>
          rangePlot({
            title: `Added disclosure risk, ${distribution}`,
            subtitle: `${subtitle} ${commonSize} records.`,
            x: { label: 'measure of risk', names: [...drawn] },
            y: { label: 'change', unit: 'percentage points' },
            series: series((mask) => {
              const row = rowOf(byDistribution, (one) => one.mask === mask && one.distribution === distribution)
              return drawn.map((name) => effectIn(row, name))
            }),
          }),
        ),
      ),
    },
  ]
}

function pointOf({ change: value, half }: Effect): RangePoint {
  return { value, low: value - half, high: value + half }
}

const none: Effect = { before: Number.NaN, after: Number.NaN, change: Number.NaN, half: Number.NaN }

function effectIn(row: EffectRow | undefined, name: MeasureName): Effect {
  return row?.effects.get(name) ?? none
}

function rowOf(rows: readonly EffectRow[], is: (row: EffectRow) => boolean): EffectRow | undefined {
  return rows.find(is)
}

function metricOf(name: MeasureName): string {
  return measures.find((one) => one.name === name)?.metric ?? ''
}

function change(row: EffectRow | undefined, name: MeasureName): string {
  return signed(effectIn(row, name).change)
}

function signed(value: number): string {
  const digits = Math.abs(value).toFixed(1)
  return digits === '0.0' ? digits : `${value > 0 ? '+' : '−'}${digits}`
}

function points(effect: Effect): string {
  return `${signed(effect.change)}±${effect.half.toFixed(1)}`
}
