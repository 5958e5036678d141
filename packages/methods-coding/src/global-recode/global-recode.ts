/**
 * Global recoding (Willenborg & de Waal 2001): the values of a column become fewer, coarser ones, the same for all records.
 *
 * Each column by itself. |D(V')| < |D(V)|; no combination of keys becomes rarer.
 */
import {
  defineMethod,
  SdcError,
  type Column,
  type Dataset,
  type ErrorPlace,
  type MaskingMethod,
  type MaskInput,
} from '@sdc/core'
import { personsOf } from '@sdc/toolkit/internal'
import { refuseStrayColumns } from './column-settings.js'
import { recodeColumn } from './recode-column.js'
import { recodeParams, type GlobalRecodeParams } from './recode-params.js'
import type { Recoding } from './recoded-subject.js'
import { recodingOf } from './recoding.js'

export type { GlobalRecodeParams } from './recode-params.js'

const id = 'coding/global-recode'

export const globalRecodeMethod: MaskingMethod<GlobalRecodeParams> = defineMethod({
  id,
  title: 'Global recoding',
  summary:
    'Replaces the values of each column by fewer, coarser ones: categories by classes of categories, numbers by classes of numbers.',
  formula:
    "V' = c(V) with |D(V')| < |D(V)|; numbers: class j is [b_j, b_(j+1)), with equal width b_j = min + j·(max − min)/m, by " +
    'logarithms b_j = min·(max/min)^(j/m), of equal frequency b_j = x_(⌈j·n/m⌉) moved to the nearest end of equal values',
  source: [
    { key: 'willenborg-de-waal-2001', where: 'global recoding' },
    { key: 'torra-2013', where: 'generalisation' },
  ],
  honours: ['person'],
  notes: [
    {
      topic: 'keeps',
      text:
        'No combination of keys becomes rarer: records that were alike stay alike. represent: mean keeps the total of each ' +
        'class, and so the mean of the column, to the rounding of the sum; with groups (by) within each group.',
    },
    {
      topic: 'keeps',
      text:
        'Classes of numbers, and of ordered categories where each is a run of neighbours, keep the order: recoding after ' +
        'reverse mapping gives what reverse mapping the recoded original gives.',
    },
    {
      topic: 'loses',
      text:
        'What a class does not tell apart is lost to everybody. Classes of an ordered column that are no runs of neighbours ' +
        'have no order, which a warning says.',
    },
    {
      topic: 'parameters',
      text:
        'For each column the first of these that there is: breaks or a map of its own (an object by column); breaks for all ' +
        '(numbers) or a map for all (categories); the level of its hierarchy; a map for all whose levels are numbers (for ' +
        'columns of numbers); computed classes. Columns that need other classes or levels may also have steps of their own.',
    },
    {
      topic: 'parameters',
      text:
        'A value on a break is in the class above it. Without closed the first and the last class have no end; with it ' +
        'both b_0 and b_m are included, and a value beyond them is an error.',
    },
    {
      topic: 'choices',
      text:
        'Computed breaks are moved to the roundest number within a twentieth of their class (of equal frequency: above the ' +
        'last value below it), so that a break is no exact value of somebody where there is room; midpoints of open classes ' +
        'lie between such breaks. The report has them, with the number of records in each class.',
    },
    {
      topic: 'choices',
      text:
        'Of categories about which nothing is said, ordered ones are put together with their neighbours, in classes of nearly ' +
        'as many records, and of the others the most frequent stay: this is for a first comparison, classes with a meaning ' +
        'come from a map or a hierarchy. More than 20 codes of one length (8001) or dates (2024-05-17) without an order have a ' +
        'hierarchy by their text: by prefix (800*, 80**, …), or month, year, 5 and 10 years. Its finest level of at most ' +
        'classes classes is taken, or that of level.',
    },
    {
      topic: 'choices',
      text:
        'Classes are those of the whole file, with groups (by) too: only means are of the group. A class of fewer than ' +
        'minimumClass records has no mean, since the mean of one record is its value.',
    },
    {
      topic: 'choices',
      text:
        'A recoding in which no class holds two different values of the column is refused (UNCHANGED): it would release the ' +
        'column under other names.',
    },
    {
      topic: 'attacks',
      text:
        'A record that is alone in its class is as easily found as before, and a class of an open end still says that the ' +
        'value is extreme. What k records have in common is for k-anonymity (coding/k-anonymous-recode) to see to.',
    },
    {
      topic: 'missing',
      text: 'Missing values stay missing. A column that has no value, or only one, is refused.',
    },
  ],
  enables: [
    'The classes show in the released values. Whoever knows them knows of every original that it lies in its class, and of ' +
      'an original that it is the only value of a class, the value.',
    'Where a mean is released for a class, whoever knows all its records but one learns the last.',
    'Several releases with different classes give their intersections: [10,20) and [15,25) together say [15,20).',
  ],
  traits: {
    accepts: ['numeric', 'ordered', 'nominal'],
    missing: 'keep',
    kinds: 'coarser',
    scope: 'column',
    claims: { means: { when: { represent: 'mean' } } },
  },
  params: recodeParams,
  examples: [
    { classes: 3, method: 'equal-frequency', represent: 'mean', minimumClass: 1 },
    { classes: 4, method: 'log', represent: 'midpoint', closed: true },
    {
      breaks: [0, 10, 50, 60, 70, 300, 1000, 1e5],
      other: 'rest',
      map: { none: 'few', odd: 'few', n: 'few', a: 'few' },
    },
  ],
  streamed: () => ({
    shape: 'whole',
    why: 'its classes follow from the values of the whole file',
    instead: 'coding/rounding with base or points makes numbers coarser in parts',
  }),
  apply(input) {
    const columns = new Map<string, Column>()
    const report = new Map<string, Dataset | number>()
    const warnings: string[] = []
    const persons = personsOf(input.data, input.roles)
    refuseLevelAndAll(input)
    refuseStrayColumns(input, id)
    input.columns.forEach((name, j) => {
      input.tick(j / input.columns.length)
      const place = { method: id, column: name }
      const recoding = wholeRecoding(input, name, place)
      const recoded = recodeColumn(input.data.column(name), recoding, input.params, place, persons)
      columns.set(name, recoded.column)
      report.set(`classes of ${name}`, recoded.table)
      const said = [...recoding.warnings, ...recoded.warnings]
      warnings.push(...said.map((warning) => `column "${name}": ${warning}`))
    })
    return { files: [{ columns }], report, warnings }
  },
})

/** By column of a file the classes that some parameters make of it: groups of one file share them. */
const known = new WeakMap<Column, Map<GlobalRecodeParams, Recoding>>()

/**
 * The classes of a column, made of all records: a file of many groups has them computed once. They follow from the column and
 * the parameters alone.
 */
function wholeRecoding(
  { whole, data, roles, params }: MaskInput<GlobalRecodeParams>,
  name: string,
  place: ErrorPlace & { readonly column: string },
): Recoding {
  const column = whole.column(name)
  const subject = { column, params, hierarchy: roles.hierarchies?.get(name), place }
  if (data.rows === whole.rows) return recodingOf(subject)
  const ofColumn = known.get(column) ?? new Map<GlobalRecodeParams, Recoding>()
  known.set(column, ofColumn)
  const recoding = ofColumn.get(params) ?? recodingOf(subject)
  ofColumn.set(params, recoding)
  return recoding
}

/** A level is for all columns that have nothing of their own: so are breaks and a map that name no column. */
function refuseLevelAndAll({ params: { level, breaks, map } }: MaskInput<GlobalRecodeParams>): void {
  if (level === undefined) return
  const isMapForAll =
    map !== undefined && (Array.isArray(map) || Object.values(map).some((to) => typeof to === 'string'))
  const both = Array.isArray(breaks) ? 'breaks' : isMapForAll ? 'map' : undefined
  if (both === undefined) return
  const fix = `Leave one of them out, or give ${both} by column: {"COLUMN": …}.`
  throw new SdcError(
    'BAD_PARAMETER',
    `level and ${both} are both given for all columns`,
    { method: id, parameter: 'level' },
    fix,
  )
}
