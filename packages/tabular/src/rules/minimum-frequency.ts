import { defineTableMethod, givenStatuses, SdcError, type Table, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { cellName } from '../table/cell-name.js'
import { parentCodes } from '../table/relations.js'
import { levelsParam, ruleResult, type LevelKind } from './levels.js'
import { waivedIn } from './waived.js'

export interface MinimumFrequencyParams {
  readonly m: number
  readonly range?: number | undefined
  readonly to: 'range' | 'm'
  readonly zeros: string
  readonly levels: LevelKind
}

const id = 'tabular/minimum-frequency'

/** What must remain unknown where nobody says how much: of a value, in percent, and of a count. */
const USUAL_PERCENT = 20
const USUAL_CONTRIBUTIONS = 1

/** A cell with contributors, but fewer than m, is sensitive. */
export const minimumFrequencyRule: TableMethod<MinimumFrequencyParams> = defineTableMethod({
  id,
  title: 'Minimum frequency',
  summary: 'Finds the cells with fewer contributors than m; m itself is safe.',
  formula: '0 < contributors < m',
  source: [{ key: 'hundepool-et-al-2012', where: 'the threshold rule' }],
  notes: [
    {
      topic: 'choices',
      text: 'A respondent whose contribution is 0 counts. Where the values are the counts themselves, the level is one contribution; else a percentage of the value.',
    },
    {
      topic: 'choices',
      text: 'A cell all of whose contributors waive (agree that theirs be computed) is safe; who waives is not enough for the others.',
    },
    {
      topic: 'parameters',
      text: 'zeros=unsafe calls cells without contributors sensitive, too: nobody is to know that there is nobody. unsafe:illness does so where the cell is of some illness, not of all of them. Cells that are known to be empty (status zero) are safe. The protection may then suppress other zeros, too; sdc table protect tells it so.',
    },
  ],
  step: 'sensitivity',
  short: { name: 'freq', params: ['m', 'range'] },
  params: z.object({
    m: z
      .int()
      .min(1)
      .max(1000)
      .default(3)
      .meta({ description: 'The fewest contributors of a safe cell.', unit: 'contributors' }),
    range: z
      .number()
      .min(0)
      .max(1000)
      .optional()
      .meta({
        description: `How much must remain unknown: in tables of counts so many contributors (${USUAL_CONTRIBUTIONS} where nothing is said), else in percent of the value (${USUAL_PERCENT}).`,
      }),
    to: z.enum(['range', 'm']).default('range').meta({
      description:
        'What must remain unknown: as much as range says; or, in tables of counts, up to m: the cell may as well be safe.',
    }),
    zeros: z
      .string()
      .regex(/^(safe|unsafe(:.+)?)$/s, 'safe, unsafe or unsafe:DIMENSION')
      .default('safe')
      .meta({
        description:
          'Whether cells without contributors are sensitive: safe, unsafe, or unsafe:DIMENSION in the levels of one dimension that are not its total.',
      }),
    levels: levelsParam,
  }),
  protect({ table, params, tick }) {
    const { counts, values, given } = table
    const { m, levels, to } = params
    const unknown = counts.findIndex((count) => count < 0)
    if (unknown >= 0) throw uncounted(table, unknown)
    const areCounts = values.every((value, c) => value === counts[c])
    if (!areCounts && to === 'm') throw noCounts()
    const waived = waivedIn(table)
    const level = (value: number, count: number): number => {
      if (!areCounts) return ((params.range ?? USUAL_PERCENT) / 100) * Math.abs(value)
      return to === 'm' ? m - count : (params.range ?? USUAL_CONTRIBUTIONS)
    }
    const isFew = (c: number): boolean =>
      counts[c] > 0 && counts[c] < m && (waived?.get(c)?.amounts.length ?? 0) < counts[c]
    const result = ruleResult(
      Float64Array.from(counts, (count, c) => (isFew(c) ? level(values[c], count) : Number.NaN)),
      levels,
    )
    const isUnsafe = unsafeZeros(table, params)
    counts.forEach((count, c) => {
      if (count > 0 || !isUnsafe(c) || given?.[c] === KNOWN_EMPTY) return
      result.status[c] = 1
      // Nobody is below none: one contributor or none is what a reader must be left with.
      if (result.levels) result.levels[levels === 'width' ? 'width' : 'upper'][c] = 1
    })
    tick(1)
    return {
      ...result,
      levelOf: ({ total, count }, as) =>
        as === 'union' || count === 0 || count >= m ? 0 : level(total, Math.max(count, 1)),
    }
  },
})

const KNOWN_EMPTY = (givenStatuses as readonly string[]).indexOf('zero')

/** The cells where nobody may know that there is nobody. */
function unsafeZeros({ dimensions, names }: Table, { zeros }: MinimumFrequencyParams): (cell: number) => boolean {
  if (zeros === 'safe') return () => false
  if (zeros === 'unsafe') return () => true
  const name = zeros.slice(zeros.indexOf(':') + 1)
  const d = names?.indexOf(name) ?? -1
  if (d < 0) {
    const message = `${id}: zeros=${zeros} names "${name}", which is no dimension of the table`
    const fix = `Its dimensions are ${names?.join(', ') ?? 'not named'}.`
    throw new SdcError('BAD_PARAMETER', message, { table: id, parameter: 'zeros' }, fix)
  }
  const { codes } = dimensions[d]
  const parents = parentCodes(dimensions[d])
  const above = new Set(parents)
  return (c) => !(parents[codes[c]] < 0 && above.has(codes[c]))
}

function uncounted(table: Table, cell: number): SdcError {
  const message = `nobody says how many contributors ${cellName(table, cell)} has, and ${id} is about their number`
  const fix =
    'Name the column of the number of contributors (--count), or take a rule on contributions: p=15%, nk=1,50.'
  return new SdcError('BAD_PARAMETER', message, { table: id, row: cell + 1 }, fix)
}

function noCounts(): SdcError {
  const message = `${id}: to=m is for tables of counts, and the values of this one are sums`
  const fix = 'Say how much of the value must remain unknown, in percent: freq=3,20.'
  return new SdcError('BAD_PARAMETER', message, { table: id, parameter: 'to' }, fix)
}
