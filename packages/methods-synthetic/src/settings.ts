import { kindOf, listed, SdcError, unknownColumn, type Dataset, type Roles } from '@sdc/core'
import { parseRules } from '@sdc/rules'
import { derivedColumns, type DerivedColumn } from './columns/derived-columns.js'
import { proposedOrder } from './columns/order-columns.js'
import { modelKinds } from './models/fit-model.js'
import type { ModelName } from './models/model.js'
import type { SequentialParams } from './params.js'

/** Model and predictors of a synthesised column. */
export interface ColumnPlan {
  readonly name: string
  /** The equation that gives it; undefined if it is drawn. */
  readonly derived?: DerivedColumn | undefined
  readonly model: ModelName
  /** Columns that it is predicted by. */
  readonly predictors: readonly string[]
  /** True if the parameters name the predictors. */
  readonly areChosen: boolean
}

/** File, parameters and roles that settings are made of. */
export interface SettingsInput {
  readonly data: Dataset
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly roles: Roles
  readonly params: Pick<SequentialParams, 'kind' | 'order' | 'models' | 'predictors'>
  /** Columns that are drawn before the others, one list after the other. */
  readonly stages?: readonly (readonly string[])[]
}

/**
 * Decides how each column is synthesised.
 *
 * @param input - The columns, their roles and the parameters.
 * @param method - Id of the method, for messages.
 * @returns The columns in the order in which they are drawn.
 * @throws UNKNOWN_COLUMN; BAD_PARAMETER for a model that does not fit its column, a column that is listed twice, and a
 *   predictor that is drawn later.
 */
export function columnPlans(input: SettingsInput, method: string): ColumnPlan[] {
  const { data, columns, given, roles, params, stages = [] } = input
  const { order, models, predictors, kind } = params
  const known = (names: readonly string[], parameter: string): void => {
    const unknown = names.find((name) => !columns.includes(name))
    if (unknown !== undefined) throw unknownColumn(unknown, columns, parameter)
  }
  known(order, 'order')
  known(Object.keys(models), 'models')
  known(Object.keys(predictors), 'predictors')
  const twice = order.find((name, at) => order.indexOf(name) < at)
  if (twice !== undefined) {
    const message = `order lists column "${twice}" twice`
    throw new SdcError('BAD_PARAMETER', message, { method, parameter: 'order', column: twice }, 'List it once.')
  }
  const derived = derivedColumns(parseRules(roles.rules ?? []), columns)
  const proposed = proposedOrder(data, columns, roles, derived)
  const stageOf = (name: string): number => stages.findIndex((names) => names.includes(name))
  const names = [...order, ...proposed.filter((name) => !order.includes(name))].sort((a, b) => stageOf(a) - stageOf(b))
  const before = kind === 'partial' ? [...given] : []
  return names.map((name): ColumnPlan => {
    const model = modelOf(data, name, own(models, name), method)
    const by = own(predictors, name) ?? [...before]
    const late = by.find((one) => !before.includes(one))
    if (late !== undefined) {
      const message = `column "${name}" cannot be predicted by "${late}", which is not drawn before it`
      const fix =
        before.length === 0
          ? `"${name}" is drawn first: leave it out of predictors, or set order.`
          : `The columns before it are ${listed(before)}; order changes this.`
      throw new SdcError('BAD_PARAMETER', message, { method, parameter: 'predictors', column: name }, fix)
    }
    const equation = derived.get(name)
    const isReady = equation?.terms.every(([column]) => before.includes(column)) === true
    before.push(name)
    return {
      name,
      model,
      predictors: by,
      areChosen: own(predictors, name) !== undefined,
      ...(isReady && { derived: equation }),
    }
  })
}

function modelOf(data: Dataset, name: string, model: ModelName | undefined, method: string): ModelName {
  const kind = kindOf(data.column(name))
  if (model === undefined || modelKinds[model].includes(kind)) return model ?? 'tree'
  const possible = Object.entries(modelKinds).flatMap(([one, kinds]) => (kinds.includes(kind) ? [one] : []))
  const what =
    kind === 'numeric' ? 'numbers' : kind === 'ordered' ? 'ordered categories' : 'categories without an order'
  const message = `model ${model} is not for column "${name}", which has ${what}`
  throw new SdcError(
    'BAD_PARAMETER',
    message,
    { method, parameter: 'models', column: name },
    `Models for ${what} are ${possible.join(', ')}.`,
  )
}

/** An entry of a parameter; a column may be called `constructor`. */
function own<T>(entries: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined
}
