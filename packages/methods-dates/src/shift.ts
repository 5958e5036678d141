/** Date shift: all dates of a person move by the same random number of days. */
import {
  blockStream,
  defineMethod,
  numeric,
  numericValues,
  rngFrom,
  SdcError,
  type Column,
  type KeyedHash,
  type MaskingMethod,
  type Rng,
  type Roles,
} from '@sdc/core'
import * as z from 'zod'

const id = 'dates/shift'

/** Seconds of a day, for columns of dates with times. */
const DAY = 86_400

const params = z.object({
  maxDays: z.int().min(1).max(36_500).default(182).meta({
    description: 'Largest number of days by which the dates of a person move, backwards or forwards.',
    unit: 'days',
  }),
  weeks: z.boolean().default(false).meta({ description: 'Move by whole weeks, so that days of the week stay.' }),
})

export type ShiftParams = z.infer<typeof params>

export const shiftMethod: MaskingMethod<ShiftParams> = defineMethod({
  id,
  title: 'Date shift',
  summary: 'Moves all dates of a person by the same random number of days; intervals stay exact.',
  brief: [
    'It keeps all intervals between the dates of a person.',
    'Seasons and days of the week are lost, and unusual intervals can still identify a person.',
  ],
  formula: 'y = x + s(person), s uniform on {−D, …, −1, 1, …, D} days; with weeks on the multiples of 7 among these',
  source: [{ key: 'hripcsak-mirhaji-low-malin-2016', where: 'one shift for each person' }],
  honours: ['person'],
  notes: [
    {
      topic: 'keeps',
      text:
        'Intervals between the dates of a person are exactly kept: lengths of stay, ages at an event, the order of ' +
        'visits. With weeks days of the week stay too.',
    },
    {
      topic: 'parameters',
      text:
        'A person is all records with the same id in the column with the role person, else each record. A record ' +
        'without an id moves by itself. Name all columns of dates in one step.',
    },
    {
      topic: 'parameters',
      text:
        'The shift is drawn from a stream of the id. With the key of a project (--pseudonym-key FILE) a person moves ' +
        'by the same days in every file of the project and in every run. Without it each run draws other shifts. ' +
        'With groups (by) and no key, a person with records in several groups has a shift in each.',
    },
    {
      topic: 'limits',
      text:
        'Columns of kind date or datetime are shifted. In a file without such columns, numbers count as days. Dates ' +
        'outside the bounds of a schema are reflected at the bound, which breaks intervals: leave out such bounds.',
    },
    {
      topic: 'attacks',
      text:
        'Intervals identify: an intruder who knows the days between a few visits of a person finds their records. ' +
        'risk/date-intervals measures how many persons have a list of intervals of their own.',
    },
    {
      topic: 'attacks',
      text:
        'Seasons stay up to D days, and years nearly so. One known date of a person reveals their shift, and with ' +
        'it all their other dates. Dates that many share (a holiday, the last day of the study) narrow the shift.',
    },
    { topic: 'missing', text: 'Missing dates stay missing.' },
  ],
  enables: ['An intruder who knows maxDays knows that a true date lies within so many days of the released one.'],
  traits: {
    stochastic: true,
    draws: 'numbers',
    missing: 'keep',
    scope: 'file',
    searched: false,
    claims: { differences: true },
  },
  params,
  examples: [{ maxDays: 30, weeks: true }],
  plan({ columns: names, params: options, roles, rng, projectKey, original }) {
    const person = roles.person !== undefined && original.names.includes(roles.person) ? roles.person : undefined
    const units = new Map(names.map((name) => [name, unitOf(name, roles)]))
    const shiftOf = drawShift(options)
    const persons = personShifts(personRoot(rng, projectKey), shiftOf)
    return {
      form: 'block',
      mask(block) {
        const stream = blockStream(rng.child('records'), block.index)
        const ids = person === undefined ? undefined : block.original.column(person)
        // Each record draws, so that no record's shift depends on the ids of others.
        const shifts = Float64Array.from({ length: block.masked.rows }, (_, i) => {
          const own = shiftOf(stream)
          const text = ids && textOf(ids, i)
          return text === undefined ? own : persons(text)
        })
        const shifted = (name: string): Column => {
          const unit = units.get(name) ?? 1
          return numeric(numericValues(block.masked, name).map((value, i) => value + unit * shifts[i]))
        }
        return { columns: new Map(names.map((name) => [name, shifted(name)])) }
      },
    }
  },
})

/** Number of units of a column in a day. */
function unitOf(name: string, { times }: Roles): number {
  if (times === undefined || times.size === 0) return 1
  const kind = times.get(name)
  if (kind === 'date') return 1
  if (kind === 'datetime') return DAY
  const dates = [...times].flatMap(([other, of]) => (of === 'time' ? [] : [other]))
  const message = `column "${name}" has no dates${kind === 'time' ? ', but times of the day' : ''}`
  const fix = `Name columns of dates only: ${dates.join(', ')}; or set kind: date in the schema.`
  throw new SdcError('BAD_PARAMETER', message, { method: id, column: name }, fix)
}

/**
 * Returns the function that draws the shift of a person.
 *
 * @param params - maxDays D in days, and whether the steps are weeks.
 * @returns Draws a number of days, uniform on −D … D without 0.
 * @throws BAD_PARAMETER if D has no whole week.
 */
export function drawShift({ maxDays, weeks }: ShiftParams): (rng: Rng) => number {
  const step = weeks ? 7 : 1
  const most = Math.floor(maxDays / step)
  if (most === 0) {
    const message = `maxDays ${maxDays} has no whole week`
    throw new SdcError('BAD_PARAMETER', message, { method: id, parameter: 'maxDays' }, 'Set maxDays to 7 at least.')
  }
  return (rng) => {
    const drawn = rng.int(2 * most)
    return step * (drawn < most ? drawn - most : drawn - most + 1)
  }
}

/** The stream whose children are persons: of the project if there is a key, else of the run. */
function personRoot(rng: Rng, projectKey: KeyedHash | undefined): Rng {
  if (projectKey === undefined) return rng.child('persons')
  return rngFrom({ key: projectKey.of(new TextEncoder().encode(id)), source: 'chacha20' })
}

/** Returns the shift of each person, drawn from the stream of their id. */
function personShifts(root: Rng, shiftOf: (rng: Rng) => number): (id: string) => number {
  const known = new Map<string, number>()
  return (text) => {
    const drawn = known.get(text) ?? shiftOf(root.child(text))
    known.set(text, drawn)
    return drawn
  }
}

function textOf(column: Column, i: number): string | undefined {
  if (column.kind === 'categorical') return column.levels[column.codes[i]]
  return Number.isNaN(column.values[i]) ? undefined : String(column.values[i])
}
