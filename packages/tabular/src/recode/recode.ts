import { defineTableMethod, SdcError, type Table, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { mergeLevels, withoutLowest } from './merge-levels.js'
import { recodeTable } from './recode-table.js'

export interface TableRecodingParams {
  readonly dimension: string
  readonly layers: number
  readonly merge: Readonly<Record<string, readonly string[]>>
}

/**
 * Table recoding: leaves out the lowest levels of a dimension, or merges levels, so that cells become fewer and larger.
 */
export const recodeMethod: TableMethod<TableRecodingParams> = defineTableMethod({
  id: 'tabular/recode',
  title: 'Table recoding',
  summary: 'Makes a dimension coarser: removes its lowest levels, or merges named levels.',
  formula: 'cell of a merged level = Σ of the merged cells',
  source: [
    { key: 'willenborg-de-waal-2001', where: 'redesign of tables' },
    { key: 'hundepool-et-al-2012', where: 'on table redesign' },
  ],
  notes: [
    { topic: 'keeps', text: 'True values of the remaining cells, and additivity.' },
    {
      topic: 'loses',
      text: 'The detail of one dimension. Suppression then needs fewer cells; the report counts them.',
    },
    {
      topic: 'attacks',
      text: 'Recoding alone hides nothing: apply the rules to the coarser table and protect its sensitive cells. Two tables with different groupings of a dimension disclose the differences of their groups: check with sdc table consistent.',
    },
    {
      topic: 'limits',
      text: 'A respondent of several merged cells counts as several contributors, so that dominance is underestimated. Merge the levels in the microdata instead and build the table again. Removing lower levels does not have this problem: the level above has its own counts.',
    },
    {
      topic: 'choices',
      text: 'The default dimension is the first of those with the most levels. The lowest layer is the one farthest from the top: in a ragged hierarchy, short branches stay. A merged cell keeps a given status (primary, fixed, must) that all its parts share.',
    },
  ],
  step: 'protection',
  protectsBy: 'recoding',
  additive: true,
  params: z.object({
    dimension: z
      .string()
      .default('')
      .meta({ description: 'Name of the dimension; by default the one with the most levels.' }),
    layers: z
      .int()
      .min(1)
      .max(50)
      .default(1)
      .meta({ description: 'Number of lowest layers to remove, if no levels are merged.' }),
    merge: z
      .record(z.string(), z.array(z.string()))
      .default({})
      .meta({ description: 'New levels, each with the levels that it merges: {"east":["ne","se"]}.' }),
  }),
  protect({ table, params: { dimension, layers, merge }, tick }) {
    const d = dimensionOf(table, dimension)
    tick(0)
    const isMerged = Object.keys(merge).length > 0
    const merged = isMerged ? mergeLevels(table.dimensions[d], merge) : withoutLowest(table.dimensions[d], layers)
    const recoded = recodeTable(table, d, merged)
    tick(1)
    const cells = table.values.length
    return {
      status: new Uint8Array(cells),
      table: recoded,
      report: new Map([
        ['cells before', cells],
        ['cells', recoded.values.length],
        ['levels before', table.dimensions[d].levels.length],
        ['levels', merged.levels.length],
      ]),
      warnings: [
        'the coarser table has no protection yet: apply the rules to it',
        ...(isMerged && table.largest
          ? ['a respondent of two merged cells counts as two: if there are any, build the table from merged microdata']
          : []),
      ],
    }
  },
})

function dimensionOf({ dimensions, names = [] }: Table, name: string): number {
  const sizes = dimensions.map(({ levels }) => levels.length)
  if (name === '') return sizes.indexOf(Math.max(...sizes))
  const d = names.indexOf(name)
  if (d >= 0) return d
  const message = `the table has no dimension "${name}"`
  const fix =
    names.length > 0 ? `Its dimensions are ${names.join(', ')}.` : 'Its dimensions have no names: omit this parameter.'
  throw new SdcError('BAD_PARAMETER', message, { parameter: 'dimension' }, fix)
}
