import { describeParams, kindOf, type Dataset, type MaskingMethod, type ParamCard } from '@sdc/core'
import { parseStep, type FileSchema, type StepPlan } from '@sdc/engine'
import type { Draw } from './draw.js'

/** A random plan: a few steps, as a user may write them, and facts about the columns. */
export interface RandomPlan {
  readonly steps: readonly StepPlan[]
  readonly schema: FileSchema | undefined
}

/**
 * One to three steps by any of these methods, mostly of columns that the method accepts. They may have groups, columns
 * to condition on, and parameters that are the defaults, an example, or drawn from their range.
 */
export function randomPlan(draw: Draw, file: Dataset, methods: readonly MaskingMethod[]): RandomPlan {
  const first = methods.filter(({ traits }) => !traits.postMasking)
  const count = draw.one([1, 1, 1, 2, 2, 3])
  const steps = Array.from({ length: count }, (_, s) =>
    randomStep(draw, file, draw.one(s === 0 && draw.chance(0.95) ? first : methods)),
  ).flatMap((step) => permutedBefore(draw, step, methods))
  return { steps, schema: draw.chance(0.3) ? randomSchema(draw, file) : undefined }
}

/**
 * A step whose values only change places usually gets a step before it that makes its columns permutations of the
 * original's.
 */
function permutedBefore(draw: Draw, step: StepPlan, methods: readonly MaskingMethod[]): StepPlan[] {
  const permutes = methods.find(({ id }) => id === step.use)?.traits.permutes === true
  const maps = methods.find(({ traits }) => traits.postMasking && !traits.permutes && traits.claims.marginals)
  if (!permutes || !maps || draw.chance(0.1)) return [step]
  return [{ ...step, use: maps.id, params: {}, given: undefined }, step]
}

function randomStep(draw: Draw, file: Dataset, method: MaskingMethod): StepPlan {
  const { accepts, given } = method.traits
  const fitting = file.names.filter((name) => accepts.includes(kindOf(file.column(name))) && usable(method, file, name))
  const from = fitting.length > 0 && draw.chance(0.9) ? fitting : file.names
  const columns = draw.some(from, 0.7)
  const rest = file.names.filter((name) => !columns.includes(name))
  const conditions = given !== 'unused' && draw.chance(given === 'optional' ? 0.3 : 0.95) ? draw.some(rest, 0.5) : []
  return parseStep({
    use: method.id,
    columns: columns.length > 0 ? columns : [draw.one(from)],
    given: conditions,
    by: draw.chance(0.25)
      ? draw.some(
          rest.filter((name) => !conditions.includes(name)),
          0.4,
        )
      : [],
    smallGroups: draw.one(['error', 'keep', 'pooled']),
    params: randomParams(draw, method),
  })
}

/**
 * Returns true for columns that the method would probably accept: with two values or more, and complete if it requires
 * this.
 */
function usable({ traits }: MaskingMethod, file: Dataset, name: string): boolean {
  const column = file.column(name)
  const cells = column.kind === 'numeric' ? column.values : column.codes
  const missing = column.kind === 'numeric' ? column.values.some(Number.isNaN) : column.codes.includes(-1)
  return new Set(cells).size > 1 && !(missing && traits.missing === 'refuse')
}

function randomParams(draw: Draw, method: MaskingMethod): Readonly<Record<string, unknown>> {
  const examples = method.examples ?? []
  if (examples.length > 0 && draw.chance(0.4)) return draw.one(examples)
  if (draw.chance(0.4)) return {}
  const cards = describeParams(method.params).filter(() => draw.chance(0.5))
  return Object.fromEntries(cards.flatMap((card) => randomValue(draw, card).map((value) => [card.name, value])))
}

/** Returns no value if the card does not describe the parameter well enough. */
function randomValue(draw: Draw, card: ParamCard): unknown[] {
  if (card.values) return [draw.one(card.values)]
  if (card.type === 'boolean') return [draw.chance(0.5)]
  if (card.type !== 'number' && card.type !== 'integer') return []
  const least = card.search?.min ?? card.minimum ?? card.exclusiveMinimum
  const most = card.search?.max ?? card.maximum ?? card.exclusiveMaximum
  if (least === undefined || most === undefined) return []
  const value = draw.one([least, most, least + (most - least) * draw.rng.uniform()])
  return [card.type === 'integer' ? Math.round(value) : value]
}

const rolesDrawn = ['confidential', 'quasi-identifier', 'non-confidential', 'identifier'] as const

function randomSchema(draw: Draw, file: Dataset): FileSchema {
  const columns = draw.some(file.names, 0.5).map((name) => [name, { role: draw.one(rolesDrawn) }] as const)
  return { columns: Object.fromEntries(columns) }
}
