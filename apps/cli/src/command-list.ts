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

const look = 'Look at what there is:'
const mask = 'Mask a file:'
const measure = 'Measure what was masked:'
const compare = 'Compare, and choose:'
const others = 'Tables and queries:'
const programs = 'For programs and plugins:'

/**
 * Every command, in the order of the work: its name, what it is for, and where it is. The definitions themselves say no
 * description of a command: this is the one place.
 */
export const commandList: readonly ListedCommand[] = [
  {
    name: 'dataset',
    description: 'a public file to try things on, as CSV',
    group: look,
    load: async () => (await import('./commands/dataset.js')).addDataset,
  },
  {
    name: 'inspect',
    description: 'what a file holds: types, codes, likely roles; a schema to correct',
    group: look,
    load: async () => (await import('./commands/inspect.js')).addInspect,
  },
  {
    name: 'risk',
    description: 'who can be found and what learned in a file before it is masked',
    group: look,
    load: async () => (await import('./commands/risk.js')).addRisk,
  },
  {
    name: 'methods',
    description: 'every method, or the card of one: formula, parameters, source',
    group: look,
    load: async () => (await import('./commands/registry.js')).addMethods,
  },
  {
    name: 'metrics',
    description: 'every metric, or the card of one: formula, parameters, source',
    group: look,
    load: async () => (await import('./commands/registry.js')).addMetrics,
  },
  {
    name: 'attacks',
    description: 'every attack, or the card of one',
    group: look,
    load: async () => (await import('./commands/registry.js')).addAttacks,
  },
  {
    name: 'services',
    description: 'every query service, or the card of one',
    group: look,
    load: async () => (await import('./commands/registry.js')).addServices,
  },
  {
    name: 'tables',
    description: 'every table method, or the card of one',
    group: look,
    load: async () => (await import('./commands/registry.js')).addTables,
  },
  {
    name: 'mask',
    description: 'mask the columns of a CSV file with one method',
    group: mask,
    load: async () => (await import('./commands/mask.js')).addMask,
  },
  {
    name: 'anonymize',
    description: 'recode what an intruder may know: k-anonymity, l-diversity, t',
    group: mask,
    load: async () => (await import('./commands/anonymize.js')).addAnonymize,
  },
  {
    name: 'run',
    description: 'run a whole plan, or replay a private file',
    group: mask,
    load: async () => (await import('./commands/run.js')).addRun,
  },
  {
    name: 'reverse-map',
    description: 'give a masked file the original values back, in a new order',
    group: mask,
    load: async () => (await import('./commands/reverse-map.js')).addReverseMap,
  },
  {
    name: 'optimize',
    description: 'make a masked file more like the original, at what risk',
    group: mask,
    load: async () => (await import('./commands/optimize.js')).addOptimize,
  },
  {
    name: 'measure',
    description: 'disclosure risk and information loss of a masked file',
    group: measure,
    load: async () => (await import('./commands/measure.js')).addMeasure,
  },
  {
    name: 'permutation',
    description: 'how much of a masking is permutation, how much is noise',
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
    description: 'original frequencies from a file masked by post-randomisation',
    group: measure,
    load: async () => (await import('./commands/estimate.js')).addEstimate,
  },
  {
    name: 'combine',
    description: 'one estimate with its interval from several imputed files',
    group: measure,
    load: async () => (await import('./commands/combine.js')).addCombine,
  },
  {
    name: 'compare',
    description: 'many methods on one file: a table, a map, a verdict in words',
    group: compare,
    load: async () => (await import('./commands/compare.js')).addCompare,
  },
  {
    name: 'report',
    description: 'a document of a release, or of a choice, to be signed',
    group: compare,
    load: async () => (await import('./commands/report.js')).addReport,
  },
  {
    name: 'gate',
    description: 'hold a plan or a masked file against a policy: met, or not',
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
    description: "run the conformance suite on somebody's plugin",
    group: programs,
    load: async () => (await import('./commands/check.js')).addCheck,
  },
  {
    name: 'worker',
    description: 'work on the tasks of a file in parts, for the run that starts it',
    group: programs,
    load: async () => (await import('./commands/worker.js')).addWorker,
  },
  {
    name: 'schema',
    description: 'the JSON Schema of a plan, or of what --json prints',
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
