/** Stages of a step that works within groups of records formed by columns (`by`). */
import { dataset } from '@sdc/core'
import type { StepFindings } from '../../run/outcomes/outcome.js'
import { exactMomentsOf, type ExactMoments } from '../../run/numbers/exact-moments-margin.js'
import { groupsOf, type Group } from '../../bind/groups.js'
import { groupWarnings } from '../../run/groups/group-warnings.js'
import { maskGroup } from '../../run/groups/mask-group.js'
import { gatheredStages } from './gathered-stages.js'
import { inTurn } from '../tasks/stage.js'
import { findingsOf, keptFindings, type KeptFindings } from './stored-findings.js'
import { countsOfStage } from './stage-counts.js'
import { columnFor, type StepOnParts } from './step-on-parts.js'
import type { StepStages } from './step-stages.js'

/** Findings about a group. */
interface Said {
  readonly label: string
  readonly warnings: readonly string[]
  readonly byChance: readonly string[]
  readonly exact: ExactMoments | null
  readonly strata?: Group['strata']
  readonly findings: KeptFindings
}

/**
 * Makes the stages of a step with `by`.
 *
 * @param on - The step.
 * @returns Its stages, and its end.
 */
export function groupStages(on: StepOnParts): StepStages {
  const { step } = on
  const { stages, made } = gatheredStages(on, {
    base: `step-${on.number + 1}/groups`,
    async of(around, block) {
      const by = await Promise.all(step.by.map((name) => columnFor(on, around, name, block)))
      return groupsOf(dataset(step.by.map((name, j) => [name, by[j]])), step.by)
    },
    async mask(around, { label, key, strata }, records) {
      const own = await maskGroup(step, around.plan, { label, key, ...records }, on.stream(around.rng))
      const rows = Int32Array.from({ length: records.data.rows }, (_, row) => row)
      const exact = exactMomentsOf(step, records.data, { label, key, rows })
      const { warnings, byChance } = own
      const findings = keptFindings({ report: own.findings.values, publish: own.findings.publish })
      const said: Said = { label, strata, warnings, byChance, exact, findings }
      return { columns: own.columns, said }
    },
    tooLarge: ({ label }) => ({
      what: `a group of records at a time, and group ${label}`,
      fix: 'Allow more memory, let fewer workers share it, or form smaller groups by more columns.',
    }),
  })
  return {
    groups: inTurn(stages),
    async ended(around) {
      const heard = groupWarnings()
      const groups = (await made(around)).map(({ said }) => said as Said)
      for (const { label, warnings } of groups) warnings.forEach(heard.of(label))
      return {
        warnings: heard.sentences(),
        counts: await countsOfStage(around, stages[2].name, step.columns),
        byChance: groups.flatMap(({ byChance }) => byChance),
        exact: groups.flatMap(({ exact }) => exact ?? []),
        reports: groups.flatMap(({ label, strata, findings }): readonly StepFindings[] => {
          const { report: values, publish } = findingsOf(findings)
          return values.size + publish.size > 0 ? [{ step: step.method.id, group: label, strata, values, publish }] : []
        }),
      }
    },
  }
}
