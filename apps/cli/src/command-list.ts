import type { Command } from 'commander'

/** A command as the list of all of them shows it; what it does is loaded where it is typed, and nowhere else. */
export interface ListedCommand {
  readonly name: string
  readonly description: string
  /** The heading that it stands under in `sdc --help`. */
  readonly group: string
  /** Whether it has no options, and so needs none of the rules that hold for options. */
  readonly isPlain?: boolean
  /** Loads the module that defines it. */
  readonly load: () => Promise<(program: Command) => void>
}

const look = 'Data and catalogue:'
const mask = 'Mask a file:'
const measure = 'Measure a masked file:'
const compare = 'Compare and decide:'
const others = 'Tables and queries:'
const programs = 'For programs and plugins:'

/**
 * Every command, in the order of the work: its name, what it is for, and where it is. The definitions themselves say no
 * description of a command: this is the one place.
 */
export const commandList: readonly ListedCommand[] = [
  {
    name: 'dataset',
    description: 'write a public example file (CSV)',
    group: look,
    load: async () => (await import('./commands/dataset.js')).addDataset,
  },
  {
    name: 'inspect',
    description: 'list column types, codes and likely roles; write a schema',
    group: look,
    load: async () => (await import('./commands/inspect.js')).addInspect,
  },
  {
    name: 'risk',
    description: 'estimate disclosure risk before masking',
    group: look,
    load: async () => (await import('./commands/risk.js')).addRisk,
  },
  {
    name: 'methods',
    description: 'list methods, or describe one: formula, parameters, source',
    group: look,
    load: async () => (await import('./commands/registry.js')).addMethods,
  },
  {
    name: 'metrics',
    description: 'list metrics, or describe one: formula, parameters, source',
    group: look,
    load: async () => (await import('./commands/registry.js')).addMetrics,
  },
  {
    name: 'attacks',
    description: 'list attacks, or describe one',
    group: look,
    load: async () => (await import('./commands/registry.js')).addAttacks,
  },
  {
    name: 'services',
    description: 'list query services, or describe one',
    group: look,
    load: async () => (await import('./commands/registry.js')).addServices,
  },
  {
    name: 'tables',
    description: 'list table methods, or describe one',
    group: look,
    load: async () => (await import('./commands/registry.js')).addTables,
  },
  {
    name: 'mask',
    description: 'mask columns of a file with one method',
    group: mask,
    load: async () => (await import('./commands/mask.js')).addMask,
  },
  {
    name: 'anonymize',
    description: 'recode quasi-identifiers: k-anonymity, l-diversity, t-closeness',
    group: mask,
    load: async () => (await import('./commands/anonymize.js')).addAnonymize,
  },
  {
    name: 'run',
    description: 'run a plan, or replay a private file',
    group: mask,
    load: async () => (await import('./commands/run.js')).addRun,
  },
  {
    name: 'reverse-map',
    description: 'replace masked values by original ones of the same rank',
    group: mask,
    load: async () => (await import('./commands/reverse-map.js')).addReverseMap,
  },
  {
    name: 'optimize',
    description: 'reduce the information loss of a masked file',
    group: mask,
    load: async () => (await import('./commands/optimize.js')).addOptimize,
  },
  {
    name: 'measure',
    description: 'measure disclosure risk and information loss',
    group: measure,
    load: async () => (await import('./commands/measure.js')).addMeasure,
  },
  {
    name: 'permutation',
    description: 'split a masking into permutation and noise',
    group: measure,
    load: async () => (await import('./commands/permutation.js')).addPermutation,
  },
  {
    name: 'attack',
    description: 'try an attack on a masked file',
    group: measure,
    load: async () => (await import('./commands/attack.js')).addAttack,
  },
  {
    name: 'estimate',
    description: 'estimate original frequencies from a file masked by PRAM',
    group: measure,
    load: async () => (await import('./commands/estimate.js')).addEstimate,
  },
  {
    name: 'combine',
    description: 'combine estimates from several imputed files',
    group: measure,
    load: async () => (await import('./commands/combine.js')).addCombine,
  },
  {
    name: 'compare',
    description: 'compare many methods on one file, and choose a plan',
    group: compare,
    load: async () => (await import('./commands/compare.js')).addCompare,
  },
  {
    name: 'report',
    description: 'write the report of a release or a comparison',
    group: compare,
    load: async () => (await import('./commands/report.js')).addReport,
  },
  {
    name: 'gate',
    description: 'judge a plan or a masked file by a policy',
    group: compare,
    load: async () => (await import('./commands/gate.js')).addGate,
  },
  {
    name: 'table',
    description: 'build a table, protect its sensitive cells, audit it',
    group: others,
    load: async () => (await import('./commands/table.js')).addTable,
  },
  {
    name: 'service',
    description: 'answer queries about a file instead of releasing it',
    group: others,
    load: async () => (await import('./commands/service.js')).addService,
  },
  {
    name: 'check',
    description: 'run the conformance suite on a plugin',
    group: programs,
    load: async () => (await import('./commands/check.js')).addCheck,
  },
  {
    name: 'worker',
    description: 'process tasks of a run out of core',
    group: programs,
    load: async () => (await import('./commands/worker.js')).addWorker,
  },
  {
    name: 'schema',
    description: 'print the JSON Schema of a plan or of --json output',
    group: programs,
    load: async () => (await import('./commands/schema.js')).addSchema,
  },
  {
    name: 'completion',
    description: 'complete commands, options, ids and columns in your shell',
    group: programs,
    isPlain: true,
    load: async () => (await import('./commands/completion.js')).addCompletion,
  },
]
