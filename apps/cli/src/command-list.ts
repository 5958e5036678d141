import type { Command } from 'commander'

/** Loads the module of a command, only when it is typed. */
type Load = () => Promise<{ readonly add: (program: Command, name: string) => void }>

/** Command as listed by `sdc --help`. */
export interface ListedCommand {
  readonly name: string
  readonly description: string
  /** Heading in `sdc --help`. */
  readonly group: string
  readonly load: Load
}

const registry: Load = () => import('./commands/programs/registry.js')

/** Commands by heading, in the order of work. Their descriptions are defined only here. */
const groups: Readonly<Record<string, Readonly<Record<string, readonly [description: string, load: Load]>>>> = {
  'Data and catalogue:': {
    dataset: ['write a public example file (CSV)', () => import('./commands/programs/dataset.js')],
    inspect: ['list column types, codes and likely roles; write a schema', () => import('./commands/inspect.js')],
    risk: ['estimate disclosure risk before masking', () => import('./commands/risk.js')],
    rules: ['check rules between columns', () => import('./commands/rules.js')],
    methods: ['list methods, or describe one: formula, parameters, source', registry],
    metrics: ['list metrics, or describe one: formula, parameters, source', registry],
    attacks: ['list attacks, or describe one', registry],
    services: ['list query services, or describe one', registry],
    tables: ['list table methods, or describe one', registry],
  },
  'Mask a file:': {
    mask: ['mask columns of a file with one method', () => import('./commands/mask.js')],
    anonymize: [
      'recode quasi-identifiers: k-anonymity, l-diversity, t-closeness',
      () => import('./commands/anonymize.js'),
    ],
    synthesize: ['draw a synthetic file, or a test file from a schema', () => import('./commands/synthesize.js')],
    run: ['run a plan, or replay a private file', () => import('./commands/run.js')],
    'reverse-map': [
      'replace masked values by original ones of the same rank',
      () => import('./commands/reverse-map.js'),
    ],
    optimize: ['reduce the information loss of a masked file', () => import('./commands/optimize.js')],
    weights: ['calibrate sampling weights to known totals', () => import('./commands/weights/weights.js')],
  },
  'Measure a masked file:': {
    measure: ['measure disclosure risk and information loss', () => import('./commands/measure.js')],
    permutation: ['split a masking into permutation and noise', () => import('./commands/permutation.js')],
    attack: ['try an attack on a masked file', () => import('./commands/attacks/attack.js')],
    estimate: ['estimate original frequencies from a file masked by PRAM', () => import('./commands/estimate.js')],
    combine: ['combine estimates from several imputed files', () => import('./commands/combine.js')],
  },
  'Compare and decide:': {
    compare: ['compare many methods on one file, and choose a plan', () => import('./commands/compare.js')],
    report: ['write the report of a release or a comparison', () => import('./commands/report.js')],
    gate: ['judge a plan or a masked file by a policy', () => import('./commands/gate.js')],
  },
  'Tables and queries:': {
    table: ['build a table, protect its sensitive cells, audit it', () => import('./commands/tables/table.js')],
    service: ['answer queries about a file instead of releasing it', () => import('./commands/service.js')],
  },
  'For programs and plugins:': {
    check: ['run the conformance suite on a plugin', () => import('./commands/programs/check.js')],
    worker: ['process tasks of a run out of core', () => import('./commands/programs/worker.js')],
    schema: ['print the JSON Schema of a plan or of --json output', () => import('./commands/programs/schema.js')],
    completion: [
      'complete commands, options, ids and columns in your shell',
      () => import('./commands/programs/completion.js'),
    ],
  },
}

export const commandList: readonly ListedCommand[] = Object.entries(groups).flatMap(([group, commands]) =>
  Object.entries(commands).map(([name, [description, load]]) => ({ name, description, group, load })),
)
