import { leastRecords, mergeSmall } from '@sdc/toolkit/internal'
import type { BoundStep } from '../../bind/bind.js'
import type { Group } from '../../bind/groups.js'
import type { FileState } from '../files/assemble.js'
import { errorOfGroup } from './group-problems.js'
import { groupWarnings, labelsText } from './group-warnings.js'
import { applyTo, type Applied } from './mask-group.js'
import { mergedGroups, placedGroups, type PlacedGroup } from './merged-groups.js'
import type { StepContext } from './step-context.js'

/** Result of one of the groups of a step. */
export interface AppliedGroup extends Applied {
  readonly group: Group
}

/** Results of the groups of a step. */
export interface MaskedGroups {
  readonly results: readonly AppliedGroup[]
  /** Groups that stay unmasked. */
  readonly small: readonly Group[]
  readonly warnings: readonly string[]
}

/**
 * Runs a step on each of its groups. By its policy, a group that it cannot mask is an error, kept, or masked together
 * with the nearest group (`pooled`). With `pooled`, small groups are pooled before any is masked.
 *
 * @param groups - The groups.
 * @param step - The step.
 * @param state - The file.
 * @param context - The context of the step.
 * @returns Their results, with the warnings of the step.
 */
export async function maskGroups(
  groups: readonly Group[],
  step: BoundStep,
  state: FileState,
  context: StepContext,
): Promise<MaskedGroups> {
  const done = new Map<Group, AppliedGroup>()
  const pooled = step.smallGroups === 'pooled' && step.by.length > 0
  const attempt = async (parts: readonly Group[]): Promise<Group[]> => {
    const failed: Group[] = []
    for (const [i, group] of parts.entries()) {
      if (done.has(group)) continue
      const tick = (fraction: number): void => context.tick((i + fraction) / parts.length)
      try {
        done.set(group, { group, ...(await applyTo(group, step, state, { ...context, tick })) })
      } catch (error) {
        const own = step.by.length === 0 ? undefined : errorOfGroup(error, group)
        if (own === undefined) throw error
        if (step.smallGroups === 'error' || (pooled && parts.length === 1)) throw own
        failed.push(group)
      }
    }
    return failed
  }
  let parts: readonly Group[] = groups
  let small: readonly Group[] = []
  let merged: readonly PlacedGroup[] = []
  if (pooled) {
    const least = leastRecords(step.columns.length)
    const placed = placedGroups(groups, step.columns, context.original, state)
    let among = mergeSmall(placed, ({ rows }) => rows.length < least, mergedGroups)
    for (let failed = await attempt(among); failed.length > 0; failed = await attempt(among)) {
      const unmasked = new Set(failed)
      among = mergeSmall(among, (group) => unmasked.has(group), mergedGroups)
    }
    parts = among
    merged = among.filter(({ members }) => members.length > 1)
  } else small = await attempt(parts)
  const results = parts.flatMap((group) => done.get(group) ?? [])
  const heard = groupWarnings()
  for (const { group, warnings } of results) warnings.forEach(heard.of(group.label))
  return {
    results,
    small,
    warnings: [...heard.sentences(), ...mergedSentence(step, merged), ...keptSentence(step, small)],
  }
}

function mergedSentence({ method, columns }: BoundStep, merged: readonly PlacedGroup[]): string[] {
  if (merged.length === 0) return []
  const together = merged.map(({ members }) => `(${labelsText(members.map(({ label }) => label))})`)
  return [
    `${method.id}: groups that are smaller than ${leastRecords(columns.length)} records or could not be ` +
      `masked were masked together with those of the nearest values: ${labelsText(together)}`,
  ]
}

function keptSentence({ method }: BoundStep, small: readonly Group[]): string[] {
  if (small.length === 0) return []
  const records = small.reduce((sum, group) => sum + group.rows.length, 0)
  const labels = labelsText(small.map((group) => `${group.label} (${group.rows.length} records)`))
  return [
    `${method.id}: NOT MASKED, because smallGroups is keep: ${small.length} group(s) of ${records} records: ${labels}`,
  ]
}
