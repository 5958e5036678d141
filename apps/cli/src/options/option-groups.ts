import { Option, type Command } from 'commander'

const headings: readonly (readonly [heading: string, options: readonly string[]])[] = [
  [
    'Method:',
    ['method', 'bounds', 'set', 'try', 'methods', 'reverseMap', 'replicates', 'budget', 'generations', 'resume'],
  ],
  [
    'Columns:',
    [
      'columns',
      'given',
      'sums',
      'by',
      'confidential',
      'quasiIdentifiers',
      'smallGroups',
      'missing',
      'brokenRules',
      'waves',
      'value',
      'count',
      'largest',
      'keepLargest',
      'magnitude',
      'weight',
      'status',
      'costColumn',
      'low',
      'high',
      'alone',
    ],
  ],
  [
    'Input:',
    [
      'schema',
      'encoding',
      'widths',
      'header',
      'sheet',
      'skip',
      'hierarchy',
      'hierarchies',
      'distance',
      'link',
      'origin',
      'unlinked',
      'population',
      'control',
      'data',
      'total',
      'noTotal',
      'computeTotals',
      'tolerance',
      'distinct',
      'statusCodes',
      'margins',
      'apriori',
      'contributions',
      'waiver',
      'mark',
      'patternStatus',
    ],
  ],
  [
    'Metrics and limits:',
    ['metrics', 'profile', 'risk', 'loss', 'limit', 'suppressionLimit', 'failAbove', 'policy', 'for', 'today'],
  ],
  [
    'Release:',
    [
      'release',
      'private',
      'previous',
      'previousPrivate',
      'pseudonymKey',
      'acceptOpen',
      'maxUnchanged',
      'momentMargin',
      'publishParams',
      'precision',
      'missingKinds',
    ],
  ],
  [
    'Output:',
    [
      'out',
      'format',
      'strict',
      'public',
      'groups',
      'fits',
      'codebook',
      'plot',
      'writeSearch',
      'writePtable',
      'junit',
      'writeMapping',
      'writePlan',
      'writeOrigin',
      'json',
      'all',
    ],
  ],
  ['Run:', ['seed', 'memory', 'workers', 'workFolder', 'launcher', 'redis', 'slurm', 'allowPlugins', 'replay']],
]

const always = 'General:'

/** Commands with fewer options have no headings. */
const FEW = 9

/** Groups the options of every command under the same headings; options of a single command come first. */
export function groupOptions(command: Command): void {
  const shown = command.options.filter(({ hidden }) => !hidden)
  if (command.parent !== null && shown.length >= FEW) {
    for (const option of shown) {
      const heading = headings.find(([, names]) => names.includes(option.attributeName()))?.[0]
      if (heading !== undefined && option.helpGroupHeading === undefined) option.helpGroup(heading)
    }
    command.addHelpOption(helpOption().helpGroup(always))
  } else if (command.parent !== null) command.addHelpOption(helpOption())
  command.commands.forEach(groupOptions)
}

/** Sorts groups by their heading. */
export function inOrder<T>(groups: ReadonlyMap<string, readonly T[]>): Map<string, T[]> {
  const order = [...headings.map(([heading]) => heading), always]
  const place = ([heading]: readonly [string, unknown]): number => order.indexOf(heading)
  return new Map([...groups].sort((a, b) => place(a) - place(b)).map(([heading, items]) => [heading, [...items]]))
}

/** Returns the option --help. */
function helpOption(): Option {
  return new Option('-h, --help', 'print this help; see sdc --help for --quiet, --plugin, --version')
}
