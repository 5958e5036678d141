import { defineTableMethod, SdcError, type Table, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { mergeLevels, withoutLowest } from './merge-levels.js'
import { recodeTable } from './recode-table.js'

export interface TableRecodingParams {
  readonly dimension: string
  readonly layers: number
  readonly merge: Readonly<Record<string, readonly string[]>>
}

/** A table with fewer, larger cells: the lowest levels of a dimension left out, or levels merged. */
export const recodeMethod: TableMethod<TableRecodingParams> = defineTableMethod({
  id: 'tabular/recode',
  title: 'Table recoding',
  summary: 'Makes a dimension coarser: leaves out its lowest levels, or merges the levels that are named.',
  formula: 'cell of a merged level = Σ of the cells it takes the place of',
  source: [
    { key: 'willenborg-de-waal-2001', where: 'redesign of tables' },
    { key: 'hundepool-et-al-2012', where: 'on table redesign' },
  ],
  notes: [
    { topic: 'keeps', text: 'Every cell that is left is true, and sums hold.' },
    {
      topic: 'loses',
      text: 'The detail of one dimension. Suppression then needs fewer cells; how many the report counts.',
    },
    {
      topic: 'attacks',
      text: 'Nothing is hidden by it alone: apply the rules to the coarser table, and protect what is sensitive there. Two tables with other groupings of one dimension give the differences of their groups: see sdc table consistent.',
    },
    {
      topic: 'limits',
      text: 'Where a respondent contributes to several of the merged cells, their number and the largest contributions of the merged cell count them apart, and dominance is underrated: merge the levels in the microdata and build the table anew. Lower levels that are left out raise no such question: the level above has its own.',
    },
    {
      topic: 'choices',
      text: 'Without a dimension it is the one with the most levels, the first of several. The lowest layer is what is farthest from the top: in a ragged hierarchy short branches stay. What the table says of cells (primary, fixed, must) stays where all merged cells have the same.',
    },
  ],
  step: 'protection',
  protectsBy: 'recoding',
  additive: true,
  params: z.object({
    dimension: z
      .string()
      .default('')
      .meta({ description: 'The name of the dimension; by default that with the most levels.' }),
    layers: z
      .int()
      .min(1)
      .max(50)
      .default(1)
      .meta({ description: 'How many of the lowest layers of its levels are left out, where none are merged.' }),
    merge: z
      .record(z.string(), z.array(z.string()))
      .default({})
      .meta({ description: 'New levels, and the levels that each takes the place of: {"east":["ne","se"]}.' }),
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
        'the coarser table is as it is, with nothing hidden: apply the rules to it',
        ...(isMerged && table.largest
          ? [
              'who contributes to two of the merged cells is counted as two: build the table from merged microdata if anybody does',
            ]
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
  const fix = names.length > 0 ? `It has ${names.join(', ')}.` : 'Its dimensions have no names: leave it out.'
  throw new SdcError('BAD_PARAMETER', message, { parameter: 'dimension' }, fix)
}
