/** Data shuffling of a file of which a block at a time is at hand: the readings, scores and words of the file in memory. */
import {
  numericValues,
  runsOf,
  type BlockContext,
  type ByReordering,
  type PartsContext,
  type Pass,
  type Totals,
} from '@sdc/core'
import { indicatorsIn } from '@sdc/toolkit'
import { finiteColumnsOfBlock } from '@sdc/toolkit/internal'
import { blockArrays } from './block-arrays.js'
import { addedTotals, type CopulaFile, type CopulaPass, type RankBlock } from './copula-file.js'
import { independentModel, modelOf, type CopulaModel } from './copula-model.js'
import { drawBlock } from './draw-scores.js'
import { diagonalSentence, fewSentence, modelWarnings, requireDiagonal, requireTwo, requireTwoValues, type FewRecords } from './inputs.js' // oxfmt-ignore
import { distinctOf, scoresOfRuns, scoreWalk } from './mid-scores.js'
import { copulaPasses } from './read-copula.js'

const indicatorArrays = blockArrays()

const COUNTS = 'counts of categories'

const isNumber = ({ head }: PartsContext<unknown>, name: string): boolean => head.column(name).kind === 'numeric'

/** How many records have each level of the given categories, one column after the other; refuses numbers without a variance. */
const countsPass = (method: string): Pass<unknown> => ({
  name: COUNTS,
  of(context) {
    const { columns, given, data } = context
    const numbers = [...columns, ...given.filter((name) => isNumber(context, name))]
    finiteColumnsOfBlock(context, numbers, method)
    const counts = given.flatMap((name) => {
      const column = data.column(name)
      if (column.kind === 'numeric') return []
      const own = new Float64Array(column.levels.length)
      for (const code of column.codes) if (code >= 0) own[code]++
      return [...own]
    })
    return Float64Array.from(counts)
  },
  merge: addedTotals,
})

/** A column of the design: a number, or the indicator of a category. */
interface DesignColumn {
  readonly name: string
  readonly level?: number
  /** How many records have the category. */
  readonly count: number
}

/** What is known of the file, as its copula is read from it. */
interface ShuffledFile {
  readonly file: CopulaFile
  readonly design: readonly DesignColumn[]
  readonly warnings: readonly string[]
  /** What is said where there are too few records for correlations. */
  readonly few?: string | undefined
}

const known = new WeakMap<ReadonlyMap<string, Totals>, ShuffledFile>()

/** It is asked for at every block. */
function fileOf(context: PartsContext<unknown>, method: string): ShuffledFile {
  const before = known.get(context.totals)
  // A map is filled while the passes are asked whether they are needed, but nothing that is made here depends on these.
  if (before !== undefined) return before
  const { columns, given, totals, rows, head } = context
  const counts = totals.get(COUNTS) as Totals
  const design: DesignColumn[] = []
  const warnings: string[] = []
  let at = 0
  for (const name of given) {
    const column = head.column(name)
    if (column.kind === 'numeric') {
      design.push({ name, count: rows })
      continue
    }
    const own = counts.slice(at, (at += column.levels.length))
    const { levels, warning } = indicatorsIn(name, own, design.length, method)
    warnings.push(warning)
    for (const level of levels) design.push({ name, level, count: own[level] })
  }
  const scores = columns.map((name) => scoresOfRuns(totals.get(runsOf(name)) as Totals, rows, 'own'))
  const few = fewSentence(rows, columns.length, design.length)
  const made = { file: { rows, scores, given: design.length, totals }, design, warnings, few }
  known.set(totals, made)
  return made
}

/** The ranks of a block: indicators have two, as often as their category occurs. */
function ranksOf({ columns, data, block, rows }: BlockContext<unknown>, design: readonly DesignColumn[]): RankBlock {
  const given = design.map(({ name, level, count }, k) => {
    const column = data.column(name)
    if (column.kind === 'numeric') return column.values
    const others = rows - count
    const [other, own] = [(1 + others) / 2, (others + 1 + rows) / 2]
    const ranks = indicatorArrays(k, column.codes.length)
    for (let i = 0; i < ranks.length; i++) ranks[i] = column.codes[i] === level ? own : other
    return ranks
  })
  return { first: block.first, masked: columns.map((name) => numericValues(data, name)), given }
}

const ranksPass = (pass: CopulaPass, method: string): Pass<unknown> => ({
  name: pass.name,
  needed(context) {
    const { file, few } = fileOf(context, method)
    return few === undefined && pass.needed(file)
  },
  of(context) {
    const { file, design } = fileOf(context, method)
    return pass.of(file, ranksOf(context, design))
  },
  merge: (total, own) => pass.merge(total, own),
  end: (context, total) => pass.end(fileOf(context, method).file, total),
})

function copulaOf(context: PartsContext<unknown>, method: string): CopulaModel {
  const { file, few } = fileOf(context, method)
  return few === undefined ? modelOf(file) : independentModel(file.scores.length, file.rows)
}

/**
 * How data shuffling runs on parts.
 *
 * @param method - Its id, for the messages.
 * @returns The shape.
 */
export function shufflingInParts<P extends FewRecords>(method: string): ByReordering<P> {
  return {
    shape: 'reordered',
    values: [countsPass(method)],
    runs: ({ rows }) => scoreWalk(rows, 'own'),
    ranks: copulaPasses.map((pass) => ranksPass(pass, method)),
    check(context) {
      const { rows, columns, params, totals } = context
      requireTwo(rows, method)
      for (const name of columns) requireTwoValues(distinctOf(totals.get(runsOf(name)) as Totals), name, method)
      const { few, warnings } = fileOf(context, method)
      if (few === undefined) return { warnings: [...warnings, ...modelWarnings(copulaOf(context, method))] }
      requireDiagonal(few, params, method)
      return { warnings: [diagonalSentence(few)] }
    },
    keys(context) {
      const { few, design } = fileOf(context, method)
      const { first } = context.block
      const given = few === undefined ? ranksOf(context, design).given : []
      return drawBlock(copulaOf(context, method), { first, given }, context.data.rows, context.rng)
    },
  }
}
