import { claimed, resolveParams, sourceText, type Claim, type ClaimName, type Dataset } from '@sdc/core'
import { boundsOf, heldRules, releasedNumbers, type FileSchema, type StepPlan } from '@sdc/engine'
import { changeFacts, type ChangeFacts } from '../facts/change-facts.js'
import { isOneToOne } from '../facts/relation-facts.js'
import type { ReportedRun, WrittenFile } from '../facts/reported-run.js'
import { weakPairs } from '../synthesis/synthesis-facts.js'
import { synthesizingMethod } from '../../synthesize/plan-synthesis.js'
import type { SynthesisMeasures } from '../facts/synthesis-measures.js'

/**
 * All facts in a public report: this type alone decides what is published. It has no field for a value, a level, a
 * record, a parameter, a risk, a candidate, a key or a hash of the input, nor for a column that was not released.
 */
export interface PublicFacts {
  readonly files: readonly WrittenFile[]
  /** Records of one file. */
  readonly records: number
  readonly columns: readonly string[]
  /** Purpose of the release, from a policy. */
  readonly release?: string | undefined
  /** Methods by title and source: those that the public manifest names, too. */
  readonly methods: readonly { readonly title: string; readonly source: string }[]
  /** True if the named methods claim it, and the file confirms it. */
  readonly exact: { readonly marginals: boolean; readonly means: boolean; readonly correlations: boolean }
  readonly change: ChangeFacts
  /** Treatments by the named methods. */
  readonly treatments: readonly Treatment[]
  readonly order: 'random' | 'synthetic' | 'sample'
  /** True if each column was drawn given the columns before it. */
  readonly sequential: boolean
  /** Released columns with new identifiers: pseudonyms, and renumbered persons and households. */
  readonly renamed: readonly string[]
  /** Released columns whose missing values were filled. */
  readonly imputed: readonly string[]
  /** Rules between released columns that every record satisfies. */
  readonly rules: readonly string[]
  /** True if numbers are multiples of a step; the public manifest has the step of each column. */
  readonly rounded: boolean
  /** True if the public manifest has the parameters. */
  readonly parameters: boolean
  readonly version: string
  /** Pairs of columns of a synthetic file whose relation is weak, by name; undefined if they were not measured. */
  readonly weak?: readonly (readonly string[])[] | undefined
}

/**
 * Treatment of values or records by a named method. `masked` says no more: a step that is not named may have followed.
 */
export type Treatment = 'masked' | 'exchanged' | 'coarser' | 'emptied' | 'shifted' | 'pseudonyms' | 'sampled' | 'drawn'

/** Facts that are published on request. */
export interface PublicRequirements {
  /** True if the parameters are published: then steps after a masking are named, too. */
  readonly publishParams?: boolean | undefined
  readonly release?: string | undefined
  readonly version: string
  /** Measurements of a synthetic file. */
  readonly synthesis?: SynthesisMeasures | undefined
}

/**
 * Returns the publishable facts on a release. As in the public manifest, a step on the masked file (reverse mapping) is
 * not named unless parameters are published: it would tell an intruder that the largest value is an original one. So
 * statistics that such a step keeps are not claimed either. The change of a single column is not given, because it
 * would be zero.
 *
 * @param reported - The release.
 * @param requirements - Facts to publish on request.
 * @returns Facts that can be published.
 */
export function publicFacts(reported: ReportedRun, requirements: PublicRequirements): PublicFacts {
  const { registry, original, schema, run, files, written, steps } = reported
  const { publishParams = false, release, version, synthesis } = requirements
  const [{ data, origin }] = files
  const named = steps.filter(({ use }) => publishParams || !registry.get('methods', use).traits.postMasking)
  const change = changeFacts({ original, masked: data, columns: run.columns, schema, publishParams })
  const whole = isOneToOne(origin, original.rows)
  const isPseudonym = ({ use }: StepPlan): boolean => registry.get('methods', use).traits.kinds === 'pseudonyms'
  const masking = named.filter((step) => !isPseudonym(step))
  const says = (...claims: ClaimName[]): boolean =>
    named.length > 0 && masking.every((step) => claims.some((name) => isClaimed(reported, step, name)))
  const pseudonyms = named.filter(isPseudonym).flatMap((step) => step.columns ?? [])
  const renamed = data.names.filter((name) => pseudonyms.includes(name) || isRenumbered(schema, name))
  const marginals =
    (publishParams || says('marginals')) &&
    whole &&
    files.every(({ data: one }) => one.names.every((name) => renamed.includes(name) || isPermuted(original, one, name)))
  const isEmptied = data.names.some((name) => missingOf(data, name) > missingOf(original, name))
  const treatments = [
    ...named.flatMap((step) => treatmentOf(reported, step, marginals) ?? []),
    ...(isEmptied ? (['emptied'] as const) : []),
  ]
  return {
    files: written,
    records: data.rows,
    columns: data.names,
    release,
    methods: named.map(({ use }) => {
      const { title, source } = registry.get('methods', use)
      return { title, source: sourceText(source, registry.pluginOf(use).references) }
    }),
    exact: {
      marginals,
      means: marginals || (says('marginals', 'means', 'covariances') && change.means),
      correlations: says('correlations', 'covariances') && change.correlations,
    },
    change,
    treatments: [...new Set(treatments)],
    order: origin.every((row) => row < 0) ? 'synthetic' : whole ? 'random' : 'sample',
    sequential: named.some(({ use }) => use === synthesizingMethod),
    renamed,
    imputed: run.imputed.filter((name) => data.names.includes(name)),
    rules: heldRules(run, original, schema),
    rounded: releasedNumbers(run, boundsOf(original, schema), registry).size > 0,
    parameters: publishParams,
    version,
    weak: synthesis && weakPairs(synthesis),
  }
}

/**
 * Returns the treatment of a step. Values were only exchanged if the released file confirms it; values that it emptied
 * are counted.
 */
function treatmentOf(reported: ReportedRun, step: StepPlan, isExchanged: boolean): Treatment | undefined {
  const { records, adds, kinds, changes } = reported.registry.get('methods', step.use).traits
  if (records === 'synthetic') return 'drawn'
  if (records === 'subset' && adds) return 'sampled'
  if (kinds === 'pseudonyms') return 'pseudonyms'
  if (isClaimed(reported, step, 'differences')) return 'shifted'
  if (isExchanged) return 'exchanged'
  if (kinds === 'coarser') return 'coarser'
  return changes === 'unsafe' ? undefined : 'masked'
}

function isRenumbered(schema: FileSchema | undefined, name: string): boolean {
  const role = schema && Object.hasOwn(schema.columns, name) ? schema.columns[name].role : undefined
  return role === 'person' || role === 'household'
}

function missingOf(data: Dataset, name: string): number {
  if (!data.names.includes(name)) return data.rows
  const column = data.column(name)
  return column.kind === 'numeric'
    ? column.values.reduce((sum, value) => sum + (Number.isNaN(value) ? 1 : 0), 0)
    : column.codes.reduce((sum, code) => sum + (code < 0 ? 1 : 0), 0)
}

function isClaimed({ registry }: ReportedRun, { use, params }: StepPlan, name: ClaimName): boolean {
  const method = registry.get('methods', use)
  const claim: Claim | undefined = method.traits.claims[name]
  return claimed(claim, resolveParams(method.params, params, { method: use }))
}

/** Returns true if a column of the released file has the values of the original, each equally often. */
function isPermuted(original: Dataset, masked: Dataset, name: string): boolean {
  if (!original.names.includes(name)) return false
  const [before, after] = [original.column(name), masked.column(name)]
  if (before.kind === 'numeric' && after.kind === 'numeric') {
    const [x, y] = [before.values.slice().sort(), after.values.slice().sort()]
    return x.length === y.length && x.every((value, i) => Object.is(value, y[i]) || value === y[i])
  }
  if (before.kind !== 'categorical' || after.kind !== 'categorical') return false
  const counts = new Map<string | undefined, number>()
  for (const code of before.codes) counts.set(before.levels[code], (counts.get(before.levels[code]) ?? 0) + 1)
  for (const code of after.codes) counts.set(after.levels[code], (counts.get(after.levels[code]) ?? 0) - 1)
  return [...counts.values()].every((left) => left === 0)
}
