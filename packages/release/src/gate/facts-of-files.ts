import { asWarning, SdcError, type Dataset, type Message, type Registry } from '@sdc/core'
import {
  bindLimits,
  columnsWithRole,
  findingSentences,
  isPrivateManifest,
  limitedValues,
  measureFiles,
  metricColumns,
  openQuestions,
  parsePlan,
  parsePrivateManifest,
  pseudonymsOf,
  releaseFindings,
  refuseRepeatedIdentifiers,
  rolesOf,
  unchangedFindings,
  type FileSchema,
  type LimitedValue,
  type Plan,
  type Work,
  rootRng,
} from '@sdc/engine'
import { readDocument, manifestOf, manifestName } from '@sdc/inspect'
import { differingColumns } from '../match/differing-columns.js'
import type { Link, Matched } from '../match/match-records.js'
import { isTable } from '../match/origin-file.js'
import { refuseShuffled } from '../match/refuse-shuffled.js'
import type { MeasuredColumns } from '../measure/measured-columns.js'
import type { PolicyFacts, ReleaseType } from '../policy/policy-types.js'
import { independentValues, ownIndependent } from '../measure/independent-values.js'
import { openFacts } from './open-facts.js'
import { releasedRoles } from './released-roles.js'

/** Two files whose records were matched. */
export interface PolicyFiles {
  readonly original: Dataset
  readonly masked: Dataset
  readonly matched: Matched
  /** The masked file, unchanged, with the files that belong to it. */
  readonly link: Link
}

export interface PolicyFilesOptions {
  /** The columns to measure: `findColumns`. */
  readonly columns: readonly string[]
  /** Unmasked columns whose relation to the masked ones is measured; by default a schema's non-confidential ones. */
  readonly given?: readonly string[] | undefined
  readonly schema?: FileSchema | undefined
  readonly type: Pick<ReleaseType, 'limits'>
  /** The population that the original is a sample of, or an intruder's register of it. */
  readonly population?: Dataset | undefined
  /** People like those of the original who are not in it. */
  readonly control?: Dataset | undefined
  readonly acceptOpen?: readonly string[] | undefined
  readonly maxUnchanged?: number | undefined
  readonly seed?: string | number | undefined
  readonly tick?: ((fraction: number, doing?: string) => void) | undefined
}

/** Facts of two files to judge by a policy. */
export interface FilesFacts {
  readonly facts: PolicyFacts
  readonly measured: MeasuredColumns
  /** Messages for the user. */
  readonly messages: readonly Message[]
}

/**
 * Measures a masked file by the limits of a policy. Facts that the policy demands come from its manifest, or from the
 * private file of its run.
 *
 * @param files - The files, matched.
 * @param options - Metrics, their settings, and columns.
 * @param registry - The metrics.
 * @returns One run.
 * @throws WRONG_INPUT if the manifest with the file's name belongs to another file.
 */
export async function factsOfFiles(
  files: PolicyFiles,
  options: PolicyFilesOptions,
  registry: Registry,
): Promise<FilesFacts> {
  const { original, masked, matched, link } = files
  const { columns, schema, type, population, control, tick } = options
  const { keyed, shuffled, pseudonyms = [], ...held } = howItWasMade(link, registry)
  const acceptOpen = [...(held.acceptOpen ?? []), ...(options.acceptOpen ?? [])]
  const maxUnchanged = options.maxUnchanged ?? held.maxUnchanged
  refuseShuffled(original, masked, matched, columns)
  const { origin } = matched
  const given =
    options.given ??
    columnsWithRole(original, schema, ['non-confidential']).filter(
      (name) => masked.names.includes(name) && !columns.includes(name),
    )
  const findings = releaseFindings({
    original,
    files: [{ data: masked, origin }],
    columns,
    schema,
    pseudonyms,
    maxUnchanged,
    dropsIdentifiers: true,
    tick: (fraction) => tick?.(0.1 * fraction, 'disclosure by unmasked columns'),
  })
  const roles = rolesOf(original, schema)
  refuseRepeatedIdentifiers(original, schema)
  const metrics = [...new Set(bindLimits(registry, type.limits).map(({ metric }) => metric))]
  const why = new Map<string, LimitedValue>()
  for (const metric of metrics) {
    const { reason } = metricColumns(metric, columns, roles, { original, masked })
    if (reason !== undefined) why.set(metric.id, { value: null, reason })
  }
  const fits = metrics.filter(({ id }) => !why.has(id))
  const of = { columns, given }
  const others = { population, control }
  const rng = rootRng(options.seed ?? '1')
  const prepared: Work['prepared'] = new Map()
  const measured =
    fits.length === 0
      ? []
      : await measureFiles({
          registry,
          original,
          masked,
          origin,
          ...of,
          ...others,
          roles,
          rng,
          prepared,
          metrics: fits.map(({ id }) => ({ use: id, params: {} })),
          tick: (fraction, doing) => tick?.(0.1 + 0.8 * fraction, doing),
        })
  const told = (): void => tick?.(0.9, 'independent data')
  const how = {
    registry,
    original,
    ...of,
    ...others,
    roles,
    metrics: metrics.map(({ id }) => ({ use: id, params: {} })),
    rng,
    prepared,
    tick: told,
  }
  const independent = new Map([...(await independentValues(how)), ...ownIndependent(measured)])
  const identifiers = roles.identifiers.filter((name) => masked.names.includes(name) && !pseudonyms.includes(name))
  const runs = [new Map([...why, ...limitedValues(measured)])]
  const masks = differingColumns(original, masked, origin)
  const same = unchangedFindings(original, [{ data: masked, origin }], masks, maxUnchanged)
  const released = releasedRoles(original, schema, masked.names, masks, same)
  const facts = {
    runs,
    independent,
    roles: released,
    hasItems: (roles.items?.length ?? 0) > 0,
    released: true,
    keyed,
    shuffled,
    identifiers,
    open: openFacts(findings, acceptOpen),
  }
  const left = findingSentences(openQuestions(findings, acceptOpen)).map(asWarning)
  return { facts, measured: of, messages: left }
}

interface Made extends Pick<PolicyFacts, 'keyed' | 'shuffled'>, Pick<Plan, 'acceptOpen' | 'maxUnchanged'> {
  readonly pseudonyms?: readonly string[] | undefined
}

/** Returns the way of masking, by the private file of the run, else by the manifest next to the masked file. */
function howItWasMade(link: Link, registry: Registry): Made {
  const { origin, file } = link
  const held = origin === undefined || isTable(origin) ? undefined : readDocument(origin)
  if (isPrivateManifest(held)) {
    const { source, released, outputs, plan } = parsePrivateManifest(held)
    const isSynthetic = outputs.every((one) => Array.isArray(one.origin) && one.origin.every((row) => row === 0))
    const { acceptOpen, maxUnchanged } = plan
    const pseudonyms = pseudonymsOf(registry, parsePlan(plan).steps)
    return { keyed: source === 'chacha20', shuffled: released || isSynthetic, pseudonyms, acceptOpen, maxUnchanged }
  }
  const manifest = manifestOf(file, link.manifests ?? [])
  if (manifest === undefined) refuseOther(link)
  return {
    keyed: manifest && manifest.randomness === 'keyed',
    shuffled: manifest && ['in random order', 'synthetic'].includes(manifest.records),
  }
}

/** Refuses a manifest with the file's name that has the hash of another file: recipients of both would believe it. */
function refuseOther({ file, manifests = [] }: Link): void {
  const own = manifests.find(({ name }) => name === manifestName(file.name))
  if (own === undefined) return
  const message = `${own.name} is not the manifest of ${file.name}: it is of a file with another hash, or none at all`
  const fix = 'If the file was changed or made again, put its own manifest next to it, or remove this one.'
  throw new SdcError('WRONG_INPUT', message, { file: own.name }, fix)
}
