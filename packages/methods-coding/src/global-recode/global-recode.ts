/**
 * Global recoding (Willenborg & de Waal 2001): fewer, coarser values replace those of a column, the same for all
 * records.
 *
 * Each column is recoded independently. |D(V')| < |D(V)|; no combination of quasi-identifiers becomes rarer.
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
  summary: 'Replaces the values of each column by fewer, coarser ones: classes of categories, or classes of numbers.',
  brief: [
    'It keeps counts by class, and every released class is true.',
    'Detail within the classes is lost to all users.',
  ],
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
        'No combination of quasi-identifiers becomes rarer: equal records stay equal. represent: mean keeps the ' +
        'total of each class, and so the mean of the column, up to rounding; with groups (by) within each group.',
    },
    {
      topic: 'keeps',
      text:
        'Classes of numbers keep the order, and so do classes of ordered categories if each is a run of ' +
        'neighbours. Recoding after reverse mapping then equals reverse mapping of the recoded original.',
    },
    {
      topic: 'loses',
      text:
        'Differences within a class are lost to all users. Classes of an ordered column that are not runs of ' +
        'neighbours have no order; a warning says so.',
    },
    {
      topic: 'parameters',
      text:
        'Each column uses the first of these settings that exists. First: its own breaks or map (an object by column). Then: breaks for all (numbers) or a map for all (categories). Then: the level of its hierarchy. Then, for columns of numbers: a map for all whose levels are numbers. Last: computed classes. Columns that need other classes or levels can ' +
        'also have separate steps.',
    },
    {
      topic: 'parameters',
      text:
        'A value on a break is in the class above it. Without closed the first and the last class have no end. ' +
        'With closed both b_0 and b_m are included, and a value beyond them is an error.',
    },
    {
      topic: 'choices',
      text:
        'Computed breaks are moved to the roundest number within a twentieth of their class (of equal frequency: ' +
        "above the last value below it). If there is room, a break is therefore nobody's exact value. Midpoints " +
        'of open classes lie between such breaks. The report lists the breaks and the number of records in each ' +
        'class.',
    },
    {
      topic: 'choices',
      text:
        'Categories without any setting are recoded for a first comparison only; meaningful classes come from a ' +
        'map or a hierarchy. Ordered categories are merged with their neighbours into classes of nearly as many ' +
        'records. Among unordered ones the most frequent stay. More than 20 unordered codes of one length (8001) or ' +
        'dates (2024-05-17) get a hierarchy from their text: by prefix (800*, 80**, …), or month, year, 5 and 10 ' +
        'years. Its finest level with at most classes classes is used, or the one that level names.',
    },
    {
      topic: 'choices',
      text:
        'Classes are those of the whole file, even with groups (by): only means are of the group. A class of ' +
        'fewer than minimumClass records has no mean, because the mean of one record is its value.',
    },
    {
      topic: 'choices',
      text:
        'A recoding in which no class has two different values of the column is refused (UNCHANGED): it would ' +
        'release the column under other names.',
    },
    {
      topic: 'attacks',
      text:
        'A record alone in its class is as easily found as before, and a class with an open end still shows that ' +
        'the value is extreme. Use k-anonymity (coding/k-anonymous-recode) to make k records share their values.',
    },
    {
      topic: 'missing',
      text: 'Missing values stay missing. A column with no value, or with only one, is refused.',
    },
  ],
  enables: [
    'The classes show in the released values. An intruder who knows them knows the class of every original, ' +
      'and the exact value if it is the only one of its class.',
    'If a mean is released for a class, an intruder who knows all its records but one learns the last.',
    'Several releases with different classes can be intersected: [10,20) and [15,25) together disclose [15,20).',
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
  needsFile: () => ({
    why: 'its classes follow from the values of the whole file',
    instead: 'coding/rounding with base or points makes numbers coarser out of core',
  }),
  plan: () => ({
    form: 'file',
    mask(input) {
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
  }),
})

/** The classes that some parameters make of a column of a file, by column: groups of one file share them. */
const known = new WeakMap<Column, Map<GlobalRecodeParams, Recoding>>()

/**
 * The classes of a column, from all records, computed once for a file of many groups. They follow from the column and
 * the parameters alone.
 */
function wholeRecoding(
  { whole, data, roles, params }: MaskInput<GlobalRecodeParams>,
  name: string,
  place: ErrorPlace & { readonly column: string },
): Recoding {
  const column = whole.column(name)
  const subject = { column, params, hierarchy: roles.hierarchies?.get(name), time: roles.times?.get(name), place }
  if (data.rows === whole.rows) return recodingOf(subject)
  const ofColumn = known.get(column) ?? new Map<GlobalRecodeParams, Recoding>()
  known.set(column, ofColumn)
  const recoding = ofColumn.get(params) ?? recodingOf(subject)
  ofColumn.set(params, recoding)
  return recoding
}

/**
 * A level applies to all columns without settings of their own; so do breaks and a map that name no column. Both at
 * once are refused.
 */
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
