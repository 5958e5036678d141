import { parseStep, type FileSchema } from '@sdc/engine'
import type { InternalReport, PublicReport } from '@sdc/report'
import { readTable } from '@sdc/inspect'
import { dropped, registry } from '../../../inspect/src/in-memory.fixture.js'
import { produce, type ProduceOptions } from '../release/produce.js'
import { runReports } from './run-reports.js'

/** The steps and the options of their run. */
export interface ReportedText extends Pick<
  ProduceOptions,
  'seed' | 'release' | 'acceptOpen' | 'publishParams' | 'projectKey' | 'halves'
> {
  readonly text: string
  readonly steps: readonly object[]
  readonly schema?: FileSchema | undefined
}

/** Runs steps on a file in memory: returns both reports as data, the public manifest, and the secret parts. */
export async function reportsOf({ text, steps, schema, ...how }: ReportedText): Promise<{
  readonly internal: InternalReport
  readonly public: PublicReport
  readonly manifest: string
  readonly secret: string
}> {
  const file = dropped('people.csv', text)
  const source = readTable(file, schema)
  const parsed = steps.map((step) => parseStep(step))
  const options = { ...how, steps: parsed, schema, out: 'masked.csv', ...(how.release && { private: 'keep.json' }) }
  const outcome = await produce({ source, bytes: () => new TextEncoder().encode(text) }, options, registry)
  const reports = await runReports({
    ...options,
    registry,
    original: source.dataset,
    data: 'folder/people.csv',
    outcome,
    draft: how.release ? undefined : 'a test',
    repeat: ['sdc run plan.yaml'],
    version: 'sdc 1.2.3',
  })
  const content = (kind: string): string => {
    const found = outcome.artefacts.find((one) => one.kind === kind)?.content
    if (found === undefined) return ''
    if (typeof found === 'string') return found
    const pieces = found instanceof Uint8Array ? [found] : found
    return Array.from(pieces, (piece) => new TextDecoder().decode(piece)).join('')
  }
  return {
    internal: reports.internal(),
    public: reports.public(),
    manifest: content('public-manifest'),
    secret: content('private-manifest'),
  }
}
