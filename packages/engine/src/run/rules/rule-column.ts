import { neverMaskedRoles, type Column, type ValueBounds } from '@sdc/core'
import type { RuleColumn } from '@sdc/rules'
import type { ValueStep } from '@sdc/stats'
import { fineStep } from '@sdc/stats/internal'
import type { BoundPlan } from '../../bind/bind.js'
import { isMissingCode } from '../../bind/missing-codes.js'
import type { ChosenStep, ColumnFacts } from '../numbers/precision.js'

/** A column of a masked file, and its treatment in the run. */
export interface RuledColumn {
  readonly name: string
  /** The column in the masked file. */
  readonly masked: Column
  /** Levels of the original. */
  readonly levels: readonly string[]
  readonly isMasked: boolean
  /** Rounding by the last step; undefined if the values are not rounded. */
  readonly chosen?: ChosenStep | undefined
  /** True if drawn numbers are written with all their digits. */
  readonly isFull: boolean
  readonly facts: ColumnFacts
  /** Column of the persons or households that have one value each. */
  readonly unit?: string | undefined
}

/**
 * Describes a column for the repair of rules, from its schema and its original values.
 *
 * @param plan - Bounds, codes and roles of the columns.
 * @param column - The column.
 * @returns The description. Levels of an ordered column count as equally frequent. Unrounded numbers get the step
 *   that the original values share, or a fine one.
 */
export function ruleColumn(plan: Pick<BoundPlan, 'bounds' | 'codes' | 'schema'>, column: RuledColumn): RuleColumn {
  const { name, masked, levels, isMasked, facts, unit } = column
  const role =
    plan.schema !== undefined && Object.hasOwn(plan.schema.columns, name) ? plan.schema.columns[name].role : undefined
  const canChange = role === undefined || !neverMaskedRoles.includes(role)
  if (masked.kind !== 'numeric') {
    const sd = Math.sqrt((levels.length * levels.length - 1) / 12)
    const known = new Set(levels)
    const targets = Uint8Array.from(masked.levels, (level) => Number(known.has(level)))
    const { levels: own, ordered: isOrdered } = masked
    return { kind: 'categorical', isMasked, canChange, sd, levels: own, targets, isOrdered, unit }
  }
  const bounds = plan.bounds.get(name)
  const codes = plan.codes.get(name)
  return {
    kind: 'numeric',
    isMasked,
    canChange,
    sd: facts.standardDeviation(),
    levels: [],
    isOrdered: false,
    unit,
    ...stepOf(column, bounds),
    lower: bounds?.min,
    upper: bounds?.max,
    isCode: codes && ((value) => isMissingCode(codes, value)),
  }
}

/**
 * Describes a recoded numeric column for the repair of rules: its exact numbers and unknown classes stay unchanged.
 *
 * @param facts - Facts of the original values.
 * @returns The description.
 */
export function recodedColumn(facts: ColumnFacts): RuleColumn {
  const sd = facts.standardDeviation()
  return { kind: 'numeric', isMasked: false, canChange: false, sd, levels: [], isOrdered: false }
}

function stepOf(
  { chosen, isFull, facts, isMasked }: RuledColumn,
  bounds: ValueBounds | undefined,
): { readonly step?: ValueStep | undefined; readonly isLoose?: boolean } {
  if (bounds?.integer === true) return { step: { whole: 1, scale: 1 } }
  if (chosen) return { step: chosen.of, isLoose: chosen.fine }
  // Unmasked columns stay unchanged.
  if (isFull || !isMasked) return {}
  const own = facts.commonStep()
  if (own !== null) return { step: own }
  return { step: fineStep(facts.standardDeviation(), facts.largest()) ?? undefined, isLoose: true }
}
