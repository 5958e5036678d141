/**
 * Study of attacks on releases: the share that an intruder discloses, the project's former highest risk figure, and the
 * present messages.
 *
 * Each attack has a file made from a seed and four releases of it: the first is the attack, the others try to
 * circumvent the protection built against it. The intruder is part of the study, and its results are compared with the
 * truth.
 */
import { isSdcError, seededRng, type Registry, type Rng, type Role } from '@sdc/core'
import {
  bind,
  findingSentences,
  measureFiles,
  metricColumns,
  parseStep,
  releaseFindings,
  rolesOf,
  runBound,
  type FileSchema,
  type FileState,
  type StepPlan,
} from '@sdc/engine'
import { examplePolicies, judge, readPolicy, runForPolicy } from '@sdc/release'
import { toDataset, toTable, type Table } from './tables.js'

export interface Context {
  readonly registry: Registry
  readonly rng: Rng
}

/** A release as seen by its intruder: records are in the order of the original. */
export interface Release extends Context {
  readonly x: Table
  readonly y: Table
  /** Further files of the same run. */
  readonly others: readonly Table[]
  readonly n: number
  readonly columns: readonly string[]
  readonly schema: FileSchema
  readonly steps: readonly StepPlan[]
  readonly warnings: readonly string[]
}

/** Statement about a release: text, disclosed share in percent, and whether it refuses the release or warns. */
export interface Said {
  readonly text: string
  readonly percent?: number | undefined
  readonly stops?: boolean
}

export type Saying = (release: Release) => Promise<Said> | Said

/** A release of a file, and the attack on it. */
export interface Plan {
  of(n: number, rng: Rng): Table
  readonly step: { readonly use: string; readonly columns: readonly string[] } & Readonly<Record<string, unknown>>
  readonly roles: Readonly<Record<string, Role>>
  /** Changes of the masked file outside of the project. */
  change?(y: Table, rng: Rng, x: Table): Table
  /** Disclosed share, from 0 to 1. */
  attack(release: Release): number | Promise<number>
}

/** Differences of a release from its attack. */
export interface StudyRelease extends Partial<Plan> {
  readonly now?: readonly Saying[]
}

export interface StudyAttack extends Plan {
  readonly name: string
  readonly file: string
  /** Description of the disclosed items. */
  readonly counts: string
  readonly before: readonly Saying[]
  readonly now: readonly Saying[]
  /** By name; the first is the attack itself. */
  readonly releases: Readonly<Record<string, StudyRelease>>
}

export interface StudyRow extends Pick<StudyAttack, 'name' | 'file' | 'counts'> {
  readonly release: string
  /** In percent. */
  readonly disclosed: number
  readonly before: string
  readonly now: string
  /** True if the present statements report it: by a refusal, a warning, or at least four fifths of the share. */
  readonly told: boolean
}

/** Below this share, in percent, nothing must be reported. */
const SOMETHING = 5
const NEARLY = 0.8

/**
 * Runs the study.
 *
 * @param registry - Methods, metrics, services and attacks.
 * @param n - Number of records of a file.
 * @param attacks - Attacks to run.
 * @param said - Receives a line for each release.
 * @returns A row for each release.
 */
export async function studyRows(
  registry: Registry,
  n: number,
  attacks: readonly StudyAttack[],
  said: (line: string) => void,
): Promise<StudyRow[]> {
  const rows: StudyRow[] = []
  for (const attack of attacks)
    for (const [release, own] of Object.entries(attack.releases)) {
      const { name, file, counts } = attack
      const made = await released({ ...attack, ...own }, n, { registry, rng: seededRng('attacks').child(name) })
      const disclosed = 100 * (await (own.attack ?? attack.attack)(made))
      const before = await all(attack.before, made)
      const now = await all(own.now ?? attack.now, made)
      const told =
        disclosed < SOMETHING || now.some(({ stops = false, percent = 0 }) => stops || percent >= NEARLY * disclosed)
      rows.push({ name, file, counts, release, disclosed, before: textOf(before), now: textOf(now), told })
      said(`${name}, ${release}: ${disclosed.toFixed(1)} %`)
    }
  return rows
}

async function all(sayings: readonly Saying[], release: Release): Promise<Said[]> {
  const done: Said[] = []
  for (const saying of sayings) done.push(await saying(release))
  return done
}

const textOf = (said: readonly Said[]): string => said.map(({ text }) => text).join('; ')

async function released({ of, step, roles, change }: Plan, n: number, { registry, rng }: Context): Promise<Release> {
  const x = of(n, rng.child('file'))
  const columns = Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, { role }]))
  const schema = { columns }
  const steps = [parseStep(step)]
  const context = { registry, rng, x, n, columns: step.columns, schema, steps }
  const changed = (y: Table): Table => change?.(y, rng.child('change'), x) ?? y
  try {
    const run = await runBound(bind({ registry, original: toDataset(x), schema, steps }), { rng: rng.child('mask') })
    const [y, ...others] = run.files.map(({ data }) => toTable(data))
    return { ...context, y: changed(y), others, warnings: run.warnings }
  } catch (error) {
    if (!isSdcError(error)) throw error
    return { ...context, y: changed(x), others: [], warnings: [`${error.code}: ${error.message}`] }
  }
}

const fileOf = ({ y, n }: Release): FileState => ({ data: toDataset(y), origin: Int32Array.from({ length: n }, (_, i) => i) }) // oxfmt-ignore

/** A metric's value. */
export function value(use: string, params: Readonly<Record<string, unknown>> = {}): Saying {
  return async (release) => {
    const { registry, rng, x, schema } = release
    const original = toDataset(x)
    const { data: masked, origin } = fileOf(release)
    const roles = rolesOf(original, schema)
    const columns = original.names.filter((name) => release.columns.includes(name) || roles.keys.includes(name))
    const metric = registry.get('metrics', use)
    const none = metricColumns(metric, columns, roles, { original, masked }).reason
    if (none !== undefined) return { text: `${use}: no value` }
    const [{ measurement }] = await measureFiles({ registry, original, masked, origin, columns, roles, metrics: [{ use, params }], rng: rng.child('measure') }) // oxfmt-ignore
    if (measurement.value === null) return { text: `${use}: no value` }
    const text = `${use} ${shown(measurement.value)} ${metric.unit}`
    return metric.unit === '%' ? { text, percent: measurement.value } : { text, stops: measurement.value > 0 }
  }
}

/** Findings of `--release` about the file. */
export function findings(of: RegExp): Saying {
  return (release) => {
    const { x, columns, schema } = release
    const input = { original: toDataset(x), files: [fileOf(release)], columns, schema, dropsIdentifiers: true }
    const [one] = findingSentences(releaseFindings(input).filter(({ sentence }) => of.test(sentence)))
    return one === undefined ? { text: 'released' } : { text: `refused: ${short(one)}`, stops: true }
  }
}

/** Warnings of the run, or the reason of its failure. */
export function warned(of: RegExp): Saying {
  return ({ warnings }) => {
    const one = warnings.find((text) => of.test(text))
    return one === undefined ? { text: 'no warning' } : { text: short(one), stops: true }
  }
}

/**
 * Judgement of the gate by the policy for scientific use, if every open column is accepted; with three runs instead of
 * 20.
 */
export const gate: Saying = async ({ registry, x, steps, schema }) => {
  const name = 'scientific-use'
  const policy = readPolicy({ name, content: examplePolicies[name] }, registry)
  const type = { ...policy.releases[name], runs: 3 }
  const original = toDataset(x)
  const { facts } = await runForPolicy({ registry, original, schema, steps, type, acceptOpen: original.names })
  const judged = judge({ ...policy, releases: { [name]: type } }, name, facts, { registry, today: '2027-01-01', name })
  // Roles first: they are the reason why other criteria have no value.
  const missed = judged.criteria.filter(({ state }) => state === 'not met' || state === 'too close')
  const why = [...missed.filter(({ metric }) => !metric), ...missed.filter(({ metric }) => metric)].map(
    ({ text, metric = '' }) => `${metric} ${text.split(':')[0]}`.trim(),
  )
  return why.length === 0 ? { text: `gate: ${judged.state}` } : { text: `gate: ${judged.state}: ${short(why.join('; '))}`, stops: true } // oxfmt-ignore
}

const shown = (one: number): string => (one >= 10 ? String(Math.round(one)) : String(Number(one.toPrecision(2))))

/** Part of a sentence that fits in a table. */
const short = (text: string): string => (text.length <= 120 ? text : `${text.slice(0, text.lastIndexOf(' ', 120))} …`)
