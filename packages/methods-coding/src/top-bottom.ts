/**
 * Top and bottom coding (Torra 2013): the values in the tails of a column become one value each.
 *
 * Each column is coded independently, numbers and ordered categories. A threshold does not belong to its tail.
 */
import {
  defineMethod,
  numeric,
  type Column,
  type Dataset,
  type MaskingMethod,
  type Plan,
  type Roles,
  type TimeKind,
} from '@sdc/core'
import { readMissing, reportedValue } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { judgeTails, refuseUnordered, tailLimits } from './judge-tails.js'
import {
  orderKeys,
  personAggregate,
  personsIn,
  readEnds,
  rowsInTail,
  tailAggregate,
  tailsOf,
  thresholdsByPercent,
  type TailColumn,
} from './read-tails.js'
import { emptyTails, givenThresholds, refuseCrossed, type TailLimits } from './tail-thresholds.js'
import { topAges } from './top-ages.js'
import { replacementOf, replaceTails, type TailValues, type Thresholds } from './tails.js'

const id = 'coding/top-bottom'

const percent = (side: string): z.ZodDefault<z.ZodNumber> =>
  z
    .number()
    .min(0)
    .lt(100)
    .default(5)
    .meta({
      description: `Largest share of the values in the ${side} tail, fewer with ties; 0 does not code this side. Not used with a threshold.`,
      unit: 'percent of the records with a value',
      search: { min: 0.1, max: 49, scale: 'log', usual: [1, 5, 10] },
    })

/** Parameters state their bounds: no file has numbers beyond these. */
const threshold = (text: string): z.ZodOptional<z.ZodNumber> =>
  z.number().min(-1e300).max(1e300).optional().meta({ description: text, unit: "the column's unit" })

const optionalText = (text: string): z.ZodOptional<z.ZodString> => z.string().optional().meta({ description: text })

const params = z.object({
  topPercent: percent('top'),
  bottomPercent: percent('bottom'),
  top: threshold('Threshold of the top tail: larger numbers are in it. With top or bottom, the percents are not used.'),
  bottom: threshold('Threshold of the bottom tail: smaller numbers are in it.'),
  topLevel: optionalText(
    'Ordered category or date (2024-12-31) that all later ones become. With topLevel or bottomLevel, the percents are not used.',
  ),
  bottomLevel: optionalText('Ordered category or date that all earlier ones become.'),
  topAge: z
    .int()
    .min(1)
    .max(150)
    .optional()
    .meta({
      description:
        'Greatest age that is released: larger numbers become this age plus 1, and dates of birth of older people one ' +
        'date. With it no other limit is used, and replacement does not apply.',
      unit: 'years',
    }),
  ageAt: optionalText('Date at which dates of birth become ages, such as the end of the study (2024-12-31).'),
  replacement: z
    .enum(['threshold', 'tail-mean', 'tail-median'])
    .default('threshold')
    .meta({
      description:
        "Released value of numbers in a tail: its threshold, the tail's mean, which keeps the mean of the " +
        'column, or its median. Categories become the threshold.',
    }),
  minimumTail: z.int().min(1).default(3).meta({
    description:
      "Minimum records in a tail that may become the tail's mean or median; minimum persons, if a column has that role.",
    unit: 'records',
  }),
})

export type TopBottomParams = z.infer<typeof params>

export const topBottomMethod: MaskingMethod<TopBottomParams> = defineMethod({
  id,
  title: 'Top and bottom coding',
  summary: 'Replaces the values in the upper and the lower tail of each column by one value each.',
  brief: [
    'It keeps the order, and all values between the thresholds.',
    'The tails are lost, and all other values are released unchanged: combine it with another method.',
  ],
  formula:
    'y = x for l <= x <= u; x > u becomes u, or the mean or median of all values above u; x < l likewise. By percent: ' +
    'u = x_(m − ⌊p·m/100⌋), l = x_(⌊p·m/100⌋ + 1) of the m sorted values',
  source: [{ key: 'torra-2013', where: 'top and bottom coding' }],
  honours: ['person'],
  notes: [
    {
      topic: 'parameters',
      text:
        'By percent a threshold is the value next to the tail, so at most p % of the values are coded. If more ' +
        'than p % share the extreme value (zeros), no value lies beyond it and that side is not coded; a warning ' +
        'says so. With groups (by) every group has its own thresholds.',
    },
    {
      topic: 'parameters',
      text: 'A threshold applies to every column. Code columns of different scales by percent.',
    },
    {
      topic: 'parameters',
      text:
        'topAge: 89 makes one category of all people of 90 or more. Ages above 89 become 90. Dates of birth of ' +
        'people who are 90 or older at ageAt become 1 January of the year of ageAt minus 90. Run it after methods that ' +
        'move dates. Ages that other dates of a record tell (date of an examination) are not changed.',
    },
    {
      topic: 'attacks',
      text:
        'tail-mean keeps the mean of each column up to rounding, and discloses the mean of the tail: an intruder ' +
        'who knows all of a tail but one learns the last value. The mean or median of one record is its value, ' +
        'so tails of fewer than minimumTail records are refused.',
    },
    {
      topic: 'parameters',
      text:
        'Ordered categories beyond a threshold become the threshold category, whatever the replacement. Give the ' +
        'order in a schema (levels, ordered: true).',
    },
    {
      topic: 'attacks',
      text:
        'Values between the thresholds are released unchanged: combine the method with another. The report has ' +
        'the numbers of coded records and the thresholds.',
    },
    {
      topic: 'keeps',
      text: 'The method keeps the order of the values, so coding after reverse mapping equals reverse mapping of the coded original.',
    },
    { topic: 'missing', text: 'Missing values stay with their records.' },
  ],
  enables: [
    'The thresholds show in the released values, as values that many records share. An intruder who knows ' +
      'them knows that these originals lie at or beyond a threshold, and that all other values are the ' +
      'originals.',
  ],
  traits: {
    accepts: ['numeric', 'ordered'],
    missing: 'keep',
    scope: 'column',
    claims: { means: { when: { replacement: 'tail-mean' } } },
  },
  params,
  examples: [
    { replacement: 'tail-mean', topPercent: 20, bottomPercent: 10 },
    { replacement: 'tail-median', topPercent: 20, bottomPercent: 0 },
  ],
  *plan({ columns: names, params: options, roles, rows, masked }) {
    for (const column of names) refuseUnordered(masked.column(column), { method: id, column })
    const missing = yield* readMissing(names)
    const columns = names.flatMap((name, j) => {
      const count = rows.masked - missing[j]
      // A column without values has nothing to code.
      return count === 0 ? [] : [tailColumn({ name, j, count }, masked, options, roles.times?.get(name))]
    })
    const thresholds = yield* readThresholds(columns)
    const coded = yield* codedTails(columns, thresholds, options, {
      person: personColumn(masked, roles, options),
      records: rows.masked,
    })
    const warnings = names.flatMap((name, j) =>
      [
        ...(missing[j] > 0 ? [`${missing[j]} missing values stay missing`] : []),
        ...(coded.get(name)?.warnings ?? []),
      ].map((warning) => `column "${name}": ${warning}`),
    )
    const report = [...coded].flatMap(([name, own]) =>
      [...own.report].map(([what, value]): [string, number | string] => [`${what} of ${name}`, value]),
    )
    return {
      form: 'block',
      warnings,
      report: new Map(report),
      mask: (block) => ({
        columns: new Map(
          names.map((name) => {
            const column = block.masked.column(name)
            const tails = coded.get(name)?.tails
            return [name, tails ? withoutTails(column, tails) : column]
          }),
        ),
      }),
    }
  },
})

/** A column with at least one value, and its limits. */
interface LimitedColumn extends TailColumn {
  readonly place: { readonly method: string; readonly column: string }
  readonly levels: readonly string[] | undefined
  readonly limits: TailLimits
  /** True if a tail becomes its mean or median. */
  readonly keeps: boolean
  /** Kind of a column of dates or times. */
  readonly time: TimeKind | undefined
  /** Value of the ages above the greatest one, if such a limit is given. */
  readonly age: number | undefined
}

function tailColumn(
  of: TailColumn,
  masked: Dataset,
  options: TopBottomParams,
  time: TimeKind | undefined,
): LimitedColumn {
  const place = { method: id, column: of.name }
  const column = masked.column(of.name)
  const levels = column.kind === 'numeric' ? undefined : column.levels
  if (options.topAge !== undefined && levels === undefined) {
    const { value, ...ends } = topAges(time, options, place)
    const limits = { ...ends, topPercent: 0, bottomPercent: 0 }
    return { ...of, place, levels, limits, keeps: false, time, age: value }
  }
  const keeps = levels === undefined && options.replacement !== 'threshold'
  return { ...of, place, levels, limits: tailLimits({ levels, time }, options, place), keeps, time, age: undefined }
}

/** Column of persons, if tails with few persons are refused. */
function personColumn(masked: Dataset, { person }: Roles, { replacement }: TopBottomParams): string | undefined {
  return person !== undefined && masked.names.includes(person) && replacement !== 'threshold' ? person : undefined
}

function* readThresholds(columns: readonly LimitedColumn[]): Plan<readonly Thresholds[]> {
  const given = columns.map(({ limits, place }) => givenThresholds(limits, place))
  const open = columns.filter((_, k) => given[k] === undefined)
  const found =
    open.length === 0
      ? []
      : yield open.map((one) => thresholdsByPercent(one, one.limits.bottomPercent, one.limits.topPercent))
  return columns.map((one, k) => {
    const known = given[k]
    if (known) return known
    const [bottom, top] = found[open.indexOf(one)]
    refuseCrossed({ bottom, top }, one.limits, one.place)
    return { bottom, top }
  })
}

/** Coded tails of a column, with the report and the warnings about them. */
interface CodedColumn extends ReturnType<typeof judgeTails> {
  readonly tails: TailValues
}

function* codedTails(
  columns: readonly LimitedColumn[],
  thresholds: readonly Thresholds[],
  options: TopBottomParams,
  { person, records }: { readonly person: string | undefined; readonly records: number },
): Plan<ReadonlyMap<string, CodedColumn>> {
  if (columns.length === 0) return new Map()
  const totals = yield columns.map((column, k) => tailAggregate(column, thresholds[k], column.keeps))
  const people = person === undefined ? [] : yield* readPeople(columns, thresholds, person, records)
  const coded = new Map<string, CodedColumn>()
  for (const [k, { levels, limits, place, keeps, time, age, ...column }] of columns.entries()) {
    const { bottom, top } = thresholds[k]
    const tails = tailsOf(totals[k])
    if (age !== undefined) {
      coded.set(column.name, codedAges(tails.below + tails.above, { ...thresholds[k], age, time }, options))
      continue
    }
    if (tails.below + tails.above === 0) throw emptyTails(yield* readEnds(column), limits, place)
    const judged = judgeTails(tails, thresholds[k], { levels, time, options, place, people: people[k] })
    const replacement = keeps ? options.replacement : 'threshold'
    const [low, high] = [replacementOf(tails.lower, bottom, replacement), replacementOf(tails.upper, top, replacement)]
    coded.set(column.name, { ...judged, tails: { bottom, top, low, high } })
  }
  return coded
}

/** Ages above the greatest one become one value; a file without such people stays unchanged. */
function codedAges(
  count: number,
  { age, time, ...ends }: Thresholds & { readonly age: number; readonly time: TimeKind | undefined },
  { topAge = 0, ageAt }: TopBottomParams,
): CodedColumn {
  const older = `values older than ${topAge}${time === undefined ? '' : ` at ${ageAt}`}`
  return {
    tails: { ...ends, low: age, high: age },
    report: new Map<string, number | string>([
      [older, count],
      ['released value', reportedValue(time, age)],
    ]),
    warnings: count === 0 ? [`no ${older}`] : [],
  }
}

/** Counts the persons in the tails of each column; none if each person has one record. */
function* readPeople(
  columns: readonly LimitedColumn[],
  thresholds: readonly Thresholds[],
  person: string,
  records: number,
): Plan<readonly { readonly below: number; readonly above: number }[]> {
  const [all, ...found] = yield [
    personAggregate(person),
    ...columns.flatMap((column, k) =>
      (['lower', 'upper'] as const).map((side) => personAggregate(person, rowsInTail(column, side, thresholds[k]))),
    ),
  ]
  if (personsIn(all) === records) return []
  return columns.map((_, k) => ({ below: personsIn(found[2 * k]), above: personsIn(found[2 * k + 1]) }))
}

function withoutTails(column: Column, tails: TailValues): Column {
  if (column.kind === 'numeric') return numeric(replaceTails(column.values, tails))
  const keys = replaceTails(orderKeys(column), tails)
  return { ...column, codes: Int32Array.from(keys, (key) => (Number.isNaN(key) ? -1 : key)) }
}
