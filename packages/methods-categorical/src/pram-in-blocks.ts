import { blockStream, type BlockContext, type ByBlocks, type PartsContext, type Streamed, type Totals } from '@sdc/core'
import { drawCategories, drawTable, type DrawTable } from './draw-categories.js'
import { bandWarnings, checkPram, variableMatrix } from './pram-matrix.js'
import type { PramParams } from './pram-params.js'
import { levelCounts, maskedColumns, pramVariables, type PramVariable } from './pram-variable.js'

const LEVELS = 'levels'

/**
 * How post-randomisation runs on parts: every column by itself, whose matrix follows from the counts of its levels.
 *
 * @param params - What is asked for.
 * @returns The shape: `blocks`, or `whole` where the matrix or the draws need all records at a time.
 */
export function pramStreamed(params: PramParams): Streamed<PramParams> {
  if (params.exactFrequencies)
    return {
      shape: 'whole',
      why: 'with exactFrequencies the records that change are drawn among all records',
      instead: 'without exactFrequencies frequencies are kept in expectation',
    }
  if (params.matrix !== undefined || (params.crossed ?? []).length > 0)
    return {
      shape: 'whole',
      why: 'the levels of crossed columns, and those that a given matrix adds, are known only after all records are read',
      instead: 'without crossed and matrix every column is masked independently',
    }
  return inBlocks
}

const inBlocks: ByBlocks<PramParams> = {
  shape: 'blocks',
  passes: [
    {
      name: LEVELS,
      of: (context) => Float64Array.from(variablesOf(context).flatMap((one) => [...levelCounts(one)])),
      merge: (total, own) => total.map((count, k) => count + own[k]),
    },
  ],
  check(context) {
    const { params, rows, head, columns } = context
    const variables = pramVariables(head, columns, params)
    checkPram(variables, params)
    const missing = variables.map((variable, j) => {
      const counts = countsOf(context, variables, j)
      variableMatrix(variable, params, counts)
      return rows - counts.reduce((sum, count) => sum + count, 0)
    })
    const stay = variables.flatMap(({ what }, j) =>
      missing[j] > 0 ? [`${what}: ${missing[j]} missing values stay missing`] : [],
    )
    return { warnings: [...bandWarnings(variables, params.band), ...stay] }
  },
  mask(context) {
    const tables = tablesOf(context)
    const drawn = variablesOf(context).map((variable, j) => {
      const { data, block, rng } = context
      const numbers = new Float64Array(data.rows)
      blockStream(rng.child(variable.name).child('change'), block.index).fillUniform(numbers)
      return maskedColumns(variable, drawCategories(variable.codes, tables[j], numbers))
    })
    return new Map(drawn.flat())
  },
}

const variablesOf = ({ data, columns, params }: BlockContext<PramParams>): readonly PramVariable[] =>
  pramVariables(data, columns, params)

/** How many records have each level of variable j of those that are masked. */
function countsOf({ totals }: PartsContext<PramParams>, variables: readonly PramVariable[], j: number): Float64Array {
  const before = variables.slice(0, j).reduce((sum, { levels }) => sum + levels.length, 0)
  return (totals.get(LEVELS) as Totals).slice(before, before + variables[j].levels.length)
}

/** A table has as many cells as pairs of levels: it is made once for all blocks that are masked by the same totals. */
const made = new WeakMap<Totals, readonly DrawTable[]>()

function tablesOf(context: BlockContext<PramParams>): readonly DrawTable[] {
  const totals = context.totals.get(LEVELS) as Totals
  const known = made.get(totals)
  if (known) return known
  const variables = variablesOf(context)
  const tables = variables.map((variable, j) =>
    drawTable(variableMatrix(variable, context.params, countsOf(context, variables, j)).matrix),
  )
  made.set(totals, tables)
  return tables
}
