import {
  dataset,
  listed,
  SdcError,
  type BlockRange,
  type Column,
  type Dataset,
  type FileMasking,
  type Masking,
  type Planned,
  type Registry,
  type Rng,
} from '@sdc/core'
import type { BoundPlan, BoundStep } from '../../bind/bind.js'
import { checkOrder } from '../../run/checks/check-order.js'
import { finishOf } from '../../run/numbers/step-finish.js'
import { streamPath } from '../../run/run.js'
import { wasMoved } from './stage-counts.js'
import type { StageContext } from '../tasks/stage.js'
import type { SharedBlocks } from '../columns/shared-blocks.js'
import { columnOfBlock, MASKED, sharedColumn } from '../columns/stored-columns.js'

/** A step of a plan, with the facts that its tasks need about the steps before it. */
export interface StepOnParts {
  readonly number: number
  readonly step: BoundStep
  /** Names of its random stream, below the root of the run. */
  readonly path: readonly string[]
  /** The plan of its method, for the whole file. */
  readonly planned: Planned<Masking>
  /** Returns the stream of the step in a run, for the group of the whole file. */
  rng(root: Rng): Rng
  /** Returns the stream whose children by group key are those of the groups. */
  stream(root: Rng): Rng
  /** Last step before it that made each column that it reads; undefined for the original's. */
  readonly reads: ReadonlyMap<string, StepOnParts | undefined>
}

/** Version of the columns that a step leaves; 0 for the original's. */
export const versionOf = (on: StepOnParts | undefined): string => String(on === undefined ? 0 : on.number + 1)

/** Returns one block of a column as input of a step: a masked column as the step before it passes it on. */
export async function columnFor(
  on: StepOnParts,
  around: StageContext,
  name: string,
  block: BlockRange,
): Promise<Column> {
  const { version, next } = await stepBefore(on, around, name)
  return next(await columnOfBlock(around, version, name, block))
}

/** Version of a column that a step reads, and the conversion of its blocks for the step. */
async function stepBefore(
  on: StepOnParts,
  around: StageContext,
  name: string,
): Promise<{ readonly version: string; next(column: Column): Column }> {
  const from = on.reads.get(name)
  if (from?.step.method.traits.kinds === 'pseudonyms')
    throw needsWhole(
      on.step,
      `it reads column "${name}", which an earlier step replaced by pseudonyms`,
      'Make pseudonyms in the last step',
    )
  const version = from === undefined && around.masked !== undefined ? MASKED : versionOf(from)
  const facts = (await around.facts()).get(name)
  if (from === undefined || around.source.kind(name) !== 'numeric' || facts === undefined)
    return { version, next: (column) => column }
  const finish = finishOf(from.step, {
    facts,
    bounds: around.plan.bounds.get(name),
    codes: around.plan.codes.get(name),
    moved: await wasMoved(from, around, name),
  })
  const { traits } = on.step.method
  // A method that moves values on the grid of the masked file gets that grid; a column that is only read is as
  // released.
  const asItGoesOut = (traits.postMasking && traits.draws === 'numbers') || !on.step.columns.includes(name)
  const next = (column: Column): Column => {
    if (column.kind !== 'numeric') return column
    return { kind: 'numeric', values: asItGoesOut ? finish.out(column.values).values : finish.next(column.values) }
  }
  return { version, next }
}

/**
 * Reads the columns of a step one block after the other, each column on first access.
 *
 * @param on - The step.
 * @param around - The file.
 * @param shared - Shared memory: a block is valid until the next one is read.
 * @returns A function that returns a block.
 */
export async function blockReader(
  on: StepOnParts,
  around: StageContext,
  shared: SharedBlocks,
): Promise<(block: BlockRange) => Dataset> {
  const names = [...on.reads.keys()]
  const before = new Map<string, Awaited<ReturnType<typeof stepBefore>>>()
  for (const name of names) before.set(name, await stepBefore(on, around, name))
  return (block) => {
    const held = new Map<string, Column>()
    return {
      rows: block.end - block.first,
      names,
      column(name) {
        const known = held.get(name)
        if (known !== undefined) return known
        const from = before.get(name)
        if (from === undefined) throw new Error(`column "${name}" is none that the step reads`)
        const column = from.next(sharedColumn(around, from.version, name, block, shared))
        held.set(name, column)
        return column
      },
    }
  }
}

/** Columns that a step reads, for one block. */
export async function dataFor(on: StepOnParts, around: StageContext, block: BlockRange): Promise<Dataset> {
  const columns: (readonly [string, Column])[] = []
  for (const name of on.reads.keys()) columns.push([name, await columnFor(on, around, name, block)])
  return dataset(columns)
}

/** Steps of a plan for partitions; throws BAD_OPTION for a step that needs the whole file. */
export function stepsOnParts(
  plan: BoundPlan,
  { rng: root, rows }: { readonly rng: Rng; readonly rows: number },
): readonly StepOnParts[] {
  const { registry, steps, original, roles, projectKey } = plan
  const ons: StepOnParts[] = []
  const made = new Map<string, StepOnParts>()
  for (const [number, step] of steps.entries()) {
    const path = streamPath(step, ons)
    const { columns, given, params, method } = step
    const ownStream = (node: Rng): Rng => path.reduce((parent, name) => parent.child(name), node)
    // The group of the whole file has no key.
    const rng = (node: Rng): Rng => ownStream(node).child('')
    const file = method.needsFile?.({ params, columns, masked: original })
    if (step.level !== undefined)
      throw needsWhole(
        step,
        `a ${step.level.of} has one value in all its records, which may be anywhere in the file`,
        `Set level: record in the schema for ${listed(step.columns)} if their values may differ between the records of one ${step.level.of}`,
      )
    const unsaid = unsaidLevels(plan, step)
    if (unsaid.length > 0)
      throw needsWhole(
        step,
        `it is not known whether values of ${listed(unsaid)} are the same in all records of a person or household`,
        `Set level: record in the schema for columns whose values differ between these records (sdc inspect proposes levels)`,
      )
    if (step.waves === 'changes')
      throw needsWhole(step, 'changes between waves need all records of a person, which may be anywhere in the file')
    if (roles.person !== undefined && step.method.honours?.includes('person'))
      throw needsWhole(step, 'it counts persons, whose records may be anywhere in the file')
    const grouped = step.by.length > 0
    if (file && !(grouped && file.groups === true)) throw needsWhole(step, file.why, file.instead)
    const planned = method.plan({
      columns,
      given,
      params,
      roles,
      rng: rng(root),
      projectKey,
      rows: { original: rows, masked: rows, pairs: rows },
      original,
      masked: original,
    })
    // A plan without passes states at once that it masks the whole file.
    if (!file && 'form' in planned && planned.form === 'file') throw wholeMasked(step, planned)
    if (grouped) refuseGroups(registry, step, new Set(made.keys()))
    const reads = new Map([...step.columns, ...step.given, ...step.by].map((name) => [name, made.get(name)]))
    const on: StepOnParts = { number, step, path, planned, reads, stream: ownStream, rng }
    for (const name of step.columns) made.set(name, on)
    ons.push(on)
  }
  return ons
}

/** Refuses steps that do not run in groups out of core. */
function refuseGroups(registry: Registry, step: BoundStep, masked: ReadonlySet<string>): void {
  checkOrder(registry, step, masked)
  if (step.method.traits.postMasking)
    throw needsWhole(step, 'within groups (by) it needs the original of the group, which is not available')
  if (step.smallGroups !== 'error')
    throw needsWhole(
      step,
      `smallGroups: ${step.smallGroups} can be decided only after all groups of the file are masked`,
      'Leave smallGroups at error',
    )
}

/**
 * Masked columns that may have one value per person or household: the schema does not give their level, and records are
 * not in memory.
 */
function unsaidLevels({ roles: { person, household }, schema }: BoundPlan, { method, columns }: BoundStep): string[] {
  const { adds, records, changes } = method.traits
  if (adds || records === 'subset' || changes === 'unsafe' || (person ?? household) === undefined) return []
  return columns.filter((name) => name !== person && name !== household && schema?.columns[name]?.level === undefined)
}

/** Error of a step whose plan ends with masking the whole file. */
export function wholeMasked(step: BoundStep, { why = 'it needs all records at once' }: FileMasking<unknown>): SdcError {
  return needsWhole(step, why)
}

/** Error of a step that needs all records in memory. */
export function needsWhole({ method }: BoundStep, why: string, instead?: string): SdcError {
  const message = `${method.id} does not run out of core: ${why}`
  const fix = `${instead === undefined ? '' : `${instead}. Or allow`}${instead === undefined ? 'Allow' : ''} enough memory for the whole file.`
  return new SdcError('BAD_OPTION', message, { method: method.id }, fix)
}

/** Tests whether a step gets a column as the steps before made it, from before it was brought within bounds. */
export function takesAsMade({ step: { method, columns } }: StepOnParts, name: string): boolean {
  return columns.includes(name) && !(method.traits.postMasking && method.traits.draws === 'numbers')
}
