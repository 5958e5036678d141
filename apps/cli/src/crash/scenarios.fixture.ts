import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A command line that writes files, with the kinds of these files. */
export interface Scenario {
  readonly name: string
  /** Files that exist before. */
  readonly before: ReadonlyMap<string, string>
  readonly argv: (folder: string, keep: string) => readonly string[]
  /** Public files of a complete run. */
  readonly masked: readonly string[]
  readonly manifest?: string
  readonly secret: boolean
  readonly groups: boolean
}

const records = Array.from({ length: 40 }, (_, i) => `p${i},${1000 + ((i * 7919) % 613)},${((i * 104729) % 97) / 8}`)
const data = `id,income,tax\n${records.join('\n')}\n`
const plan = `data: data.csv
schema: { columns: { id: { role: identifier, kind: categorical } } }
steps:
  - { use: microaggregation/mdav, columns: [income, tax], params: { k: 4 } }
  - reverse-map/rank
`
const masking = ['--method', 'microaggregation/mdav', '--columns', 'income,tax']
const sets = ['--method', 'linear/multiple-imputation', '--columns', 'income', '--given', 'tax', '--set', 'sets=3']

function release(folder: string, keep: string): string[] {
  const accepted = ['--accept-open', 'id', '--accept-open', 'tax']
  return ['--release', ...accepted, '--private', join(folder, keep), '-o', join(folder, 'public.csv')]
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'a release with its groups',
    before: new Map([['data.csv', data]]),
    argv: (folder, keep) => [
      'mask',
      join(folder, 'data.csv'),
      ...masking,
      ...release(folder, keep),
      '--groups',
      join(folder, `groups-${keep}.csv`),
    ],
    masked: ['public.csv'],
    manifest: 'public.manifest.json',
    secret: true,
    groups: true,
  },
  {
    name: 'a release of three files',
    before: new Map([['data.csv', data]]),
    argv: (folder, keep) => ['mask', join(folder, 'data.csv'), ...sets, ...release(folder, keep)],
    masked: Array.from({ length: 3 }, (_, f) => `public.${f + 1}.csv`),
    manifest: 'public.manifest.json',
    secret: true,
    groups: false,
  },
  {
    name: 'a release of a plan, over the manifest of an earlier one',
    before: new Map([
      ['data.csv', data],
      ['plan.yaml', plan],
      ['public.manifest.json', '{"format":"sdc public manifest 1","earlier":true}\n'],
      ['earlier.json', 'the key of the earlier release'],
    ]),
    // Without the report, whose measurements at every call would take most of the time.
    argv: (folder, keep) => ['run', join(folder, 'plan.yaml'), ...release(folder, keep), '--no-report'],
    masked: ['public.csv'],
    manifest: 'public.manifest.json',
    secret: true,
    groups: false,
  },
  {
    name: 'a reverse mapping',
    before: new Map([
      ['data.csv', data],
      ['masked.csv', data.replaceAll('0', '1')],
    ]),
    argv: (folder) => [
      'reverse-map',
      join(folder, 'data.csv'),
      join(folder, 'masked.csv'),
      '--columns',
      'income,tax',
      '--seed',
      '1',
      '-o',
      join(folder, 'public.csv'),
    ],
    masked: ['public.csv'],
    secret: false,
    groups: false,
  },
]

export function prepare(folder: string, { before }: Scenario): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of before) writeFileSync(join(folder, name), text)
}
