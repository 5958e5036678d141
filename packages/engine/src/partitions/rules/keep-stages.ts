/** Stages that keep the rules of the schema out of core, block by block, as a run in memory does. */
import { option, SdcError, type BlockRange, type Column, type Dataset, type Totals } from '@sdc/core'
import {
  addedCounts,
  brokenOfTotals,
  brokenTotals,
  noRepairs,
  rulesHeld,
  rulesThatHold,
  systemOf,
  type KeptSystem,
  type RepairCounts,
  type RulesThatHold,
} from '@sdc/rules'
import { madeValues } from '../../run/numbers/made-values.js'
import { keepsValues } from '../../run/numbers/precision.js'
import type { StepFinish } from '../../run/numbers/step-finish.js'
import { keepRecords } from '../../run/rules/keep-records.js'
import { refuseForced, type KeptRules } from '../../run/outcomes/kept-rules.js'
import { recodedColumn, ruleColumn } from '../../run/rules/rule-column.js'
import type { BoundPlan } from '../../bind/bind.js'
import { blocksOfPart, columnOfBlock, MASKED, putColumn } from '../columns/stored-columns.js'
import { finishesOf, type MaskedColumn } from '../steps/finished-blocks.js'
import type { WrittenCounts } from '../steps/finish-stage.js'
import { versionOf, type StepOnParts } from '../steps/step-on-parts.js'
import { foldBlocks, resultsOf, type Stage, type StageContext } from '../tasks/stage.js'

const JUDGE = 'rules/original'
const KEEP = 'rules/keep'

/** Version of a column after its rules were kept. */
const KEPT = 'rules'

/** Keeping of rules in a run out of core. */
export interface RulesInParts {
  /** Columns of the rules: they are read, and facts about them are needed. */
  readonly names: readonly string[]
  /** Masked columns in their written form. */
  readonly masked: readonly MaskedColumn[]
  /** Columns that no step masks: they change only if they are computed. */
  readonly onlyComputed: ReadonlySet<string>
  readonly stages: readonly Stage[]
  /**
   * Returns the treatment, once the stages have ended; throws UNCHANGED for records that can only keep their original
   * values.
   */
  ruled(around: StageContext): Promise<KeptRules>
  /** Adds the number of values moved before the rules were kept to the counts of the written columns. */
  counted(
    around: StageContext,
    written: ReadonlyMap<string, WrittenCounts>,
  ): Promise<ReadonlyMap<string, WrittenCounts>>
}

/** Counts of a partition: those of the repairs, then three of each kept column. */
const REPAIRS = ['repaired', 'returned', 'left', 'forced', 'largest', 'rule'] as const
const OF_COLUMN = 3

/**
 * Plans the stages that keep rules.
 *
 * @param plan - The bound plan.
 * @param steps - Its steps, the masked columns after them, and the columns that another program masked.
 * @returns The stages; undefined for a plan that keeps no rules.
 * @throws BAD_OPTION for records that exchange values, because they may be anywhere in the file.
 */
export function rulesInParts(
  plan: BoundPlan,
  steps: {
    readonly ons: readonly StepOnParts[]
    readonly masked: readonly MaskedColumn[]
    readonly before: readonly string[]
  },
): RulesInParts | undefined {
  const { rules, brokenRules: policy, original } = plan
  const { ons, masked, before } = steps
  if (rules.length === 0 || masked.length === 0) return undefined
  if (policy === 'exchange') throw exchangesWhole()
  const names = original.names.filter((name) => rules.some(({ rule }) => rule.columns.includes(name)))
  const changes = new Set([...masked.map(({ name }) => name), ...before])
  const lefts = policy === 'auto' ? rules.flatMap(({ rule }) => rule.derived ?? []) : []
  const isKept = (name: string): boolean =>
    policy !== 'report' && names.includes(name) && (changes.has(name) || lefts.includes(name))
  const kept = original.names.filter(isKept).map((name): MaskedColumn => {
    const own = masked.find((one) => one.name === name)
    return { name, on: own?.on ?? ons[ons.length - 1], version: KEPT, isFinished: true }
  })
  const all = original.names.flatMap((name) => [...kept, ...masked].find((one) => one.name === name) ?? [])
  const holding = async (around: StageContext): Promise<RulesThatHold> => {
    const totals = await foldBlocks(around, JUDGE, 2 + 2 * rules.length, (total, own) =>
      total.map((v, k) => v + own[k]),
    )
    return rulesThatHold(rules, brokenOfTotals(totals).byRule)
  }
  const judge: Stage = {
    name: JUDGE,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    async run(around, part) {
      const totals: number[] = []
      for (const block of blocksOfPart(around, part))
        totals.push(...brokenTotals(rules, await blockData(around, names, block, () => versionOf(undefined))))
      return Float64Array.from(totals)
    },
  }
  const versionFor = (around: StageContext, name: string): string =>
    masked.find((one) => one.name === name)?.version ?? (around.masked ? MASKED : versionOf(undefined))
  const keep: Stage = {
    name: KEEP,
    tasks: ({ parts }) => Promise.resolve(kept.length > 0 ? parts.length : 0),
    async run(around, part) {
      const found = await holding(around)
      const finishes = await finishesOf(around, masked)
      const system = await systemInParts(around, found, { masked, finishes, changes, names })
      const made = kept.map((): Column[] => [])
      const counts = new Float64Array(kept.length * OF_COLUMN)
      let repairs: RepairCounts | undefined
      let broken: Totals | undefined
      const bound = found.kept.map((one) => one.bound)
      for (const block of blocksOfPart(around, part)) {
        const was = await blockData(around, [...new Set([...names, ...changes])], block, () => versionOf(undefined))
        const raw = await blockData(around, was.names, block, (name) => versionFor(around, name))
        const outs = new Map(
          masked.flatMap(({ name }, m) => {
            const column = raw.column(name)
            const out = column.kind === 'numeric' ? finishes[m]?.out(column.values) : undefined
            return out ? [[name, out] as const] : []
          }),
        )
        const column = (name: string): Column => {
          const out = outs.get(name)
          return out ? { kind: 'numeric', values: out.values } : raw.column(name)
        }
        const records = { data: { ...raw, column }, before: was.column, masked: changes, isNew: () => false }
        const { changed, counts: own } = keepRecords(system, records)
        repairs = repairs === undefined ? own : addedCounts(repairs, own)
        const after = { ...raw, column: (name: string) => changed.get(name) ?? column(name) }
        const judged = brokenTotals(bound, after)
        broken = broken?.map((count, k) => count + judged[k]) ?? judged
        for (const [k, { name }] of kept.entries()) {
          made[k].push(changed.get(name) ?? column(name))
          counts[k * OF_COLUMN] += outs.get(name)?.moved ?? 0
          counts[k * OF_COLUMN + 1] += outs.get(name)?.coded ?? 0
          if (changed.has(name)) counts[k * OF_COLUMN + 2]++
        }
      }
      for (const [k, { name }] of kept.entries()) await putColumn(around, KEPT, name, part, made[k])
      return Float64Array.from([...REPAIRS.map((field) => repairs?.[field] ?? 0), ...counts, ...(broken ?? [])])
    },
  }
  const columnCounts = async (around: StageContext, k: number, field: number): Promise<number> =>
    (await results(around)).reduce((sum, own) => sum + own[REPAIRS.length + k * OF_COLUMN + field], 0)
  const results = (around: StageContext): ReturnType<typeof resultsOf> => resultsOf(around, KEEP, around.parts.length)
  return {
    names,
    masked: all,
    onlyComputed: new Set(kept.flatMap(({ name }) => (changes.has(name) ? [] : [name]))),
    stages: kept.length > 0 ? [judge, keep] : [judge],
    async ruled(around) {
      const found = await holding(around)
      const none = {
        policy,
        rules: found.kept,
        left: found.left,
        hold: [],
        computed: [],
        counts: noRepairs,
        unpermuted: [],
      }
      if (policy === 'report' || found.kept.length === 0) return none
      // No column of the rules is masked.
      if (kept.length === 0)
        return { ...none, hold: rulesHeld(found.kept, [{ records: 0, broken: 0, byRule: found.kept }]) }
      const ended = await results(around)
      const counts = ended.map(repairsOf).reduce(addedCounts)
      const broken = ended
        .map((own) => own.subarray(REPAIRS.length + kept.length * OF_COLUMN))
        .reduce((total, own) => total.map((count, k) => count + own[k]))
      const hold = rulesHeld(found.kept, [brokenOfTotals(broken)])
      refuseForced(found.kept, counts)
      const system = await systemInParts(around, found, {
        masked,
        finishes: await finishesOf(around, masked),
        changes,
        names,
      })
      const unpermuted: string[] = []
      for (const [k, { name, on }] of kept.entries())
        if (changes.has(name) && keepsValues(on.step) && (await columnCounts(around, k, 2)) > 0) unpermuted.push(name)
      return { ...none, hold, computed: system.derived.map(({ column }) => system.names[column]), counts, unpermuted }
    },
    async counted(around, written) {
      const made = new Map(written)
      for (const [k, { name }] of kept.entries()) {
        const own = made.get(name)
        if (own === undefined) continue
        const [moved, coded] = [await columnCounts(around, k, 0), await columnCounts(around, k, 1)]
        made.set(name, { ...own, moved, coded })
      }
      return made
    },
  }
}

function exchangesWhole(): SdcError {
  const message = `${option('brokenRules', 'exchange')} does not run out of core: records exchange values anywhere in the file`
  return new SdcError(
    'BAD_OPTION',
    message,
    {},
    `Use ${option('brokenRules', 'repair')}, or allow enough memory for the whole file.`,
  )
}

function repairsOf(totals: Float64Array): RepairCounts {
  const at = (field: (typeof REPAIRS)[number]): number => totals[REPAIRS.indexOf(field)]
  const [repaired, returned, left] = [at('repaired'), at('returned'), at('left')]
  return { repaired, returned, left, forced: at('forced'), largest: at('largest'), rule: at('rule') }
}

async function blockData(
  around: StageContext,
  names: readonly string[],
  block: BlockRange,
  version: (name: string) => string,
): Promise<Dataset> {
  const columns = new Map<string, Column>()
  for (const name of names) columns.set(name, await columnOfBlock(around, version(name), name, block))
  return { rows: block.end - block.first, names, column: (name) => columns.get(name) as Column }
}

/** Rules, prepared as in memory. */
async function systemInParts(
  around: StageContext,
  { kept }: RulesThatHold,
  of: {
    readonly masked: readonly MaskedColumn[]
    readonly finishes: readonly (StepFinish | undefined)[]
    readonly changes: ReadonlySet<string>
    readonly names: readonly string[]
  },
): Promise<KeptSystem> {
  const facts = await around.facts()
  const { plan, source } = around
  return systemOf(
    kept.map(({ bound }) => bound),
    (name) => {
      const m = of.masked.findIndex((one) => one.name === name)
      const step = m < 0 ? undefined : of.masked[m].on.step
      const own = facts.get(name)
      const original = plan.original.column(name)
      if (own && step?.method.traits.kinds === 'coarser' && original.kind === 'numeric')
        return original.time === undefined ? recodedColumn(own) : undefined
      return (
        own &&
        ruleColumn(plan, {
          name,
          masked: original,
          levels: source.levels(name),
          isMasked: of.changes.has(name),
          chosen: (m < 0 ? undefined : of.finishes[m]?.chosen) ?? undefined,
          isFull: step !== undefined && madeValues(step) === 'drawn' && step.precision === 'full',
          facts: own,
        })
      )
    },
    plan.brokenRules === 'auto',
  )
}
