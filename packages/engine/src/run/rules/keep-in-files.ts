import { oneOrMore, takeColumn, withColumns, type Column, type OneOrMore, type Rng } from '@sdc/core'
import {
  addedCounts,
  brokenOfTotals,
  brokenTotals,
  exchangeRules,
  noRepairs,
  rulesHeld,
  rulesThatHold,
  systemOf,
  type KeptSystem,
  type RulesThatHold,
} from '@sdc/rules'
import { unitsOf } from '@sdc/toolkit/internal'
import type { BoundPlan, BoundStep } from '../../bind/bind.js'
import { columnIn } from '../../bind/in-place.js'
import type { FileState } from '../files/assemble.js'
import { madeValues } from '../numbers/made-values.js'
import { keepsValues } from '../numbers/precision.js'
import { factsOfValues } from '../numbers/step-finish.js'
import { maskedColumns, type Outcomes } from '../outcomes/run-facts.js'
import { addedExchanges, refuseExchanges } from '../outcomes/exchanged.js'
import { refuseForced, type KeptRules } from '../outcomes/kept-rules.js'
import { changeRecords, keepRecords } from './keep-records.js'
import { recodedColumn, ruleColumn } from './rule-column.js'

/** Files that keep their rules, and the treatment. */
export interface KeptFiles {
  readonly files: OneOrMore<FileState>
  /** Treatment of the rules; undefined for a plan without rules. */
  readonly ruled: KeptRules | undefined
}

/**
 * Keeps the rules of the schema in masked files: computes left sides of equations, and repairs records that break a
 * rule.
 *
 * @param plan - Rules, policy and original.
 * @param files - The files after the last step.
 * @param run - Outcomes of the steps.
 * @param rng - Random numbers of ties between records that exchange values.
 * @returns The files; unchanged for a plan without rules.
 * @throws UNCHANGED if a rule leaves a record no values but its original ones; BAD_PLAN if values cannot be
 *   exchanged.
 */
export function keepInFiles(plan: BoundPlan, files: OneOrMore<FileState>, run: Outcomes, rng: Rng): KeptFiles {
  const { rules, original } = plan
  if (rules.length === 0 || maskedColumns(run).size === 0) return { files, ruled: undefined }
  const holding = rulesThatHold(rules, brokenOfTotals(brokenTotals(rules, original)).byRule)
  const own = files.map((file, f) => keptFile(plan, holding, file, { run, f, rng }))
  const [{ ruled }] = own
  const bound = ruled.rules.map((one) => one.bound)
  const hold =
    ruled.policy === 'report'
      ? []
      : rulesHeld(
          ruled.rules,
          own.map(({ file }) => brokenOfTotals(brokenTotals(bound, file.data))),
        )
  const counts = own.map((one) => one.ruled.counts).reduce(addedCounts)
  const exchanges = addedExchanges(own.flatMap((one) => one.ruled.exchanges ?? []))
  return {
    files: oneOrMore(own.map(({ file }) => file)),
    ruled: { ...ruled, hold, counts, ...(exchanges && { exchanges }) },
  }
}

interface RunOfFile {
  readonly run: Outcomes
  /** Number of the file. */
  readonly f: number
  readonly rng: Rng
}

function keptFile(
  plan: BoundPlan,
  holding: RulesThatHold,
  file: FileState,
  of: RunOfFile,
): { readonly file: FileState; readonly ruled: KeptRules } {
  const { original, brokenRules: policy } = plan
  const none = {
    policy,
    rules: holding.kept,
    left: holding.left,
    hold: [],
    computed: [],
    counts: noRepairs,
    unpermuted: [],
  }
  if (policy === 'report' || holding.kept.length === 0) return { file, ruled: none }
  const { data, origin } = file
  const system = systemOfFile(plan, holding, file, of)
  const ids = new Set(system.columns.flatMap(({ unit }) => unit ?? []))
  const records = {
    data,
    before: (name: string) => columnIn(original.column(name), origin, original.rows),
    masked: [...maskedColumns(of.run)].filter((name) => original.names.includes(name)),
    isNew: (i: number) => origin[i] < 0,
    units: new Map([...ids].map((id) => [id, unitsOf(takeColumn(original.column(id), origin)).ofRecord])),
  }
  const withChanged = (changed: ReadonlyMap<string, Column>): FileState => {
    if (changed.size === 0) return file
    const unrounded = file.unrounded && new Map([...file.unrounded].filter(([name]) => !changed.has(name)))
    return { ...file, data: withColumns(data, changed), ...(unrounded && { unrounded }) }
  }
  if (policy === 'exchange') {
    const rng = of.rng.child(`rules exchange${of.f === 0 ? '' : ` file ${of.f + 1}`}`)
    const { changed, counts } = changeRecords(system, records, (own) => exchangeRules(system, { ...own, rng }))
    refuseExchanges(holding.kept, counts)
    return { file: withChanged(changed), ruled: { ...none, exchanges: counts } }
  }
  const { changed, counts } = keepRecords(system, records)
  refuseForced(holding.kept, counts)
  const unpermuted = [...changed.keys()].filter((name) => {
    const step = lastStep(of.run, name)
    return step !== undefined && keepsValues(step)
  })
  const computed = system.derived.map(({ column }) => system.names[column])
  return { file: withChanged(changed), ruled: { ...none, computed, counts, unpermuted } }
}

const lastStep = ({ outcomes }: Outcomes, name: string): BoundStep | undefined =>
  outcomes.findLast(({ files }) => files[0].columns.includes(name))?.step

/** Column of ids of the persons or households that have one value each of an unmasked column, by the schema. */
function unitOf({ schema, roles }: BoundPlan, name: string): string | undefined {
  const level = schema?.columns[name]?.level
  return level === undefined || level === 'record' ? undefined : roles[level]
}

function systemOfFile(plan: BoundPlan, { kept }: RulesThatHold, file: FileState, { run, f }: RunOfFile): KeptSystem {
  const { original } = plan
  const masked = maskedColumns(run)
  return systemOf(
    kept.map(({ bound }) => bound),
    (name) => {
      const was = original.column(name)
      if (!file.data.names.includes(name)) return undefined
      const made = file.data.column(name)
      const facts = factsOfValues(was.kind === 'numeric' ? was.values : new Float64Array(0))
      if (made.kind !== was.kind)
        return was.kind === 'numeric' && was.time === undefined ? recodedColumn(facts) : undefined
      const outcome = run.outcomes.findLast(({ files }) => files[0].columns.includes(name))
      const rounding = outcome && (outcome.files.at(f) ?? outcome.files[0]).rounding
      return ruleColumn(plan, {
        name,
        masked: made,
        levels: was.kind === 'numeric' ? [] : was.levels,
        isMasked: masked.has(name),
        chosen: rounding?.get(name),
        isFull: outcome !== undefined && madeValues(outcome.step) === 'drawn' && outcome.step.precision === 'full',
        facts,
        unit: outcome === undefined ? unitOf(plan, name) : outcome.step.level?.column,
      })
    },
    plan.brokenRules === 'auto',
  )
}
