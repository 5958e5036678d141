import type { Registry } from '@sdc/core'
import { quoted } from '@sdc/inspect'
import { planYaml } from '@sdc/search'
import { acceptedBy, chosenSteps } from './chosen-steps.js'
import type { OpenData } from '../data/open-data.js'
import type { Settings } from '../protocol/settings-types.js'
import { releaseNames } from '../data/release-names.js'
import { comparisonOf, schemaOf } from './settings-plan.js'

/**
 * Returns the settings as a plan without data: with a choice for `sdc run`, else for `sdc compare`.
 *
 * @param registry - The methods.
 * @param data - The file, whose name is in the plan.
 * @param settings - Roles, candidates, and the choice.
 * @param label - The choice; undefined for the comparison.
 * @returns YAML.
 */
export function planText(
  registry: Registry,
  { source, csv }: OpenData,
  settings: Settings,
  label: string | undefined,
): string {
  const schema = schemaOf(settings)
  const accepted = label === undefined ? settings.accepted : acceptedBy(settings, chosenSteps(settings, label))
  const what =
    label === undefined ? { compare: comparisonOf(registry, settings) } : { steps: chosenSteps(settings, label) }
  const heading =
    label === undefined
      ? `sdc compare plan.yaml -o comparison/`
      : `sdc run plan.yaml --release --private private.json -o ${quoted(releaseNames(source.name, csv.format).out)}`
  return planYaml(
    plain({ data: source.name, schema, ...what, ...(accepted.length > 0 && { acceptOpen: accepted }) }),
    heading,
  )
}

/** Removes undefined values, which YAML would write as null. */
function plain(value: object): object {
  return JSON.parse(JSON.stringify(value)) as object
}
