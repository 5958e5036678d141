import { defineTableMethod, givenStatuses, option, SdcError, type Table, type TableMethod } from '@sdc/core'
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

/** Default protection levels: in percent of a value, and in contributors. */
const USUAL_PERCENT = 20
const USUAL_CONTRIBUTIONS = 1

/** Minimum-frequency rule: a cell with contributors, but fewer than m, is sensitive. */
export const minimumFrequencyRule: TableMethod<MinimumFrequencyParams> = defineTableMethod({
  id,
  title: 'Minimum frequency',
  summary: 'Finds cells with fewer than m contributors; m contributors are safe.',
  formula: '0 < contributors < m',
  source: [{ key: 'hundepool-et-al-2012', where: 'the threshold rule' }],
  notes: [
    {
      topic: 'choices',
      text: 'Respondents with a contribution of 0 count. In tables of counts the level is one contributor; otherwise it is a percentage of the value.',
    },
    {
      topic: 'choices',
      text: 'A cell is safe if all its contributors waive protection. If only some of them waive, the cell stays sensitive.',
    },
    {
      topic: 'parameters',
      text: 'zeros=unsafe makes empty cells sensitive, too, so that readers cannot learn that a cell is empty. unsafe:illness does so for cells of single illnesses, not for totals over illness. Cells known to be empty (status zero) are safe. The protection may then also suppress other zeros; sdc table protect passes this on.',
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
      .meta({ description: 'Smallest number of contributors of a safe cell.', unit: 'contributors' }),
    range: z
      .number()
      .min(0)
      .max(1000)
      .optional()
      .meta({
        description: `Required uncertainty: contributors in tables of counts (default ${USUAL_CONTRIBUTIONS}), else percent of the value (default ${USUAL_PERCENT}).`,
      }),
    to: z.enum(['range', 'm']).default('range').meta({
      description: 'Required uncertainty: range; or, in tables of counts, up to m, so that the cell could be safe.',
    }),
    zeros: z
      .string()
      .regex(/^(safe|unsafe(:.+)?)$/s, 'safe, unsafe or unsafe:DIMENSION')
      .default('safe')
      .meta({
        description:
          'Status of cells without contributors: safe, unsafe, or unsafe:DIMENSION (unsafe outside the total of that dimension).',
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
      // A reader must not exclude one contributor.
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

/** Returns a test for cells that readers must not know to be empty. */
function unsafeZeros({ dimensions, names }: Table, { zeros }: MinimumFrequencyParams): (cell: number) => boolean {
  if (zeros === 'safe') return () => false
  if (zeros === 'unsafe') return () => true
  const name = zeros.slice(zeros.indexOf(':') + 1)
  const d = names?.indexOf(name) ?? -1
  if (d < 0) {
    const message = `${id}: zeros=${zeros} names "${name}", but the table has no such dimension`
    const fix = `Its dimensions are ${names?.join(', ') ?? 'not named'}.`
    throw new SdcError('BAD_PARAMETER', message, { table: id, parameter: 'zeros' }, fix)
  }
  const { codes } = dimensions[d]
  const parents = parentCodes(dimensions[d])
  const above = new Set(parents)
  return (c) => !(parents[codes[c]] < 0 && above.has(codes[c]))
}

function uncounted(table: Table, cell: number): SdcError {
  const message = `the number of contributors of ${cellName(table, cell)} is unknown; ${id} needs it`
  const fix = `Name the column of the number of contributors (${option('count')}), or use a rule on contributions: p=15%, nk=1,50.`
  return new SdcError('BAD_PARAMETER', message, { table: id, row: cell + 1 }, fix)
}

function noCounts(): SdcError {
  const message = `${id}: to=m needs a table of counts; this table has sums`
  const fix = 'Give the required uncertainty in percent of the value: freq=3,20.'
  return new SdcError('BAD_PARAMETER', message, { table: id, parameter: 'to' }, fix)
}
