import { utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson, contractVersion, type Dataset } from '@sdc/core'
import { sha256Hex } from '../documents/manifest.js'
import { exactJson } from './exact-json.js'
import type { Work } from './job.js'

/** What outcomes depend on besides their tasks, part by part, so that it can be said which part is another. */
export type WorkIdentity = Readonly<Record<string, unknown>>

/**
 * What tells one work from another: the original by its SHA-256, the plugins with their versions, what is measured.
 *
 * @param work - The work; its random numbers are not looked at.
 * @param also - What else outcomes or their use depend on, by names that a person understands: a seed, the axes.
 * @returns Plain data; equal, part by part, for work with equal outcomes.
 */
export function workIdentity(work: Omit<Work, 'rng' | 'prepared'>, also: WorkIdentity = {}): WorkIdentity {
  const { registry, original, schema, columns, given, metrics, replicates, population, control } = work
  return {
    'original file': datasetHash(original),
    records: original.rows,
    schema: schema ?? null,
    columns,
    'given columns': given,
    metrics: metrics.map(({ use, params }) => ({ use, params })),
    replicates,
    ...(population && { population: datasetHash(population) }),
    ...(control && { control: datasetHash(control) }),
    plugins: registry.plugins.map(({ name, version }) => `${name} ${version}`).sort(),
    contract: contractVersion,
    ...also,
  }
}

/**
 * In which parts two works differ, in words.
 *
 * @param then - Of the one that left outcomes.
 * @param now - Of the one that would use them.
 * @returns A clause for each part; none where both are the same.
 */
export function identityDifferences(then: WorkIdentity, now: WorkIdentity): string[] {
  return [...new Set([...Object.keys(then), ...Object.keys(now)])].flatMap((part) => {
    const [a, b] = [then[part], now[part]].map((value) => canonicalJson(exactJson(value ?? null)))
    return a === b ? [] : [differenceText(part, then[part] ?? null, now[part] ?? null)]
  })
}

/** Longer than this it says less than that it differs. */
const READABLE = 60

function differenceText(part: string, then: unknown, now: unknown): string {
  if (part === 'original file') return 'the original file is another'
  if (isTexts(then) && isTexts(now) && canonicalJson([...then].sort()) !== canonicalJson([...now].sort())) {
    const only = (these: readonly string[], others: readonly string[]): string =>
      these.filter((one) => !others.includes(one)).join(', ') || 'nothing else'
    return `${part}: ${only(then, now)} then, ${only(now, then)} now`
  }
  const [a, b] = [then, now].map((value) => (value === null ? 'none' : canonicalJson(exactJson(value))))
  return a.length > READABLE || b.length > READABLE ? `another ${part}` : `${part}: ${a} then, ${b} now`
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/** By its columns, whatever file they were read from: what a schema makes of it counts. */
function datasetHash(data: Dataset): string {
  const pieces = data.names.flatMap((name) => {
    const column = data.column(name)
    const { kind } = column
    const cells = kind === 'numeric' ? column.values : column.codes
    const rest = kind === 'numeric' ? {} : { ...column, codes: undefined }
    const head = canonicalJson(exactJson({ name, kind, cells: cells.length, ...rest }))
    return [utf8ToBytes(head), new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength)]
  })
  return sha256Hex(pieces)
}
