import { fileURLToPath, pathToFileURL } from 'node:url'
import { fileGoals, type FileGoal } from '../speed/goals.js'
import { maskedColumns } from './made-csv.js'

/** A whole process that reads a CSV file and writes another. */
export interface FileCase {
  readonly name: string
  /** Number of records. */
  readonly n: number
  readonly goal?: FileGoal
  /** True if it runs only on request. */
  readonly large: boolean
  /** Arguments of node. */
  args(programs: Programs, from: string, to: string): string[]
}

/** Files that node runs. */
export interface Programs {
  /** Command line. */
  readonly sdc: string
  /** Reads and writes by the packages of the command line. */
  readonly copy: string
  /** Reads and writes by DuckDB: the floor. */
  readonly floor: string
  /** Imported by each of them. */
  readonly usage: string
}

/** Returns the programs in the folder of this program's build. */
export function programsBeside(program: string, sdc?: string): Programs {
  const at = (path: string): string => fileURLToPath(new URL(path, pathToFileURL(program)))
  return {
    sdc: sdc ?? at('../../cli/dist/cli.js'),
    copy: at('../scripts/csv-copy.mjs'),
    floor: at('../scripts/duckdb-copy.mjs'),
    usage: at('../scripts/usage.mjs'),
  }
}

const masking =
  (method: string, ...options: readonly string[]): FileCase['args'] =>
  ({ sdc }, from, to) => [
    sdc,
    'mask',
    from,
    '--method',
    method,
    '--columns',
    maskedColumns.join(','),
    '--seed',
    '1',
    ...options,
    '-o',
    to,
  ]

/** Out of core, in this process: the time of workers would not be counted. */
const inParts = (method: string): Pick<FileCase, 'name' | 'args'> => ({
  name: `${method}, out of core`,
  args: masking(method, '--workers', '1'),
})

const kinds: readonly Pick<FileCase, 'name' | 'args'>[] = [
  { name: 'read and write, unchanged', args: ({ copy }, from, to) => [copy, from, to] },
  { name: 'noise/additive', args: masking('noise/additive') },
  { name: 'swapping/rank-swap', args: masking('swapping/rank-swap') },
  { name: 'microaggregation/individual-ranking', args: masking('microaggregation/individual-ranking') },
  inParts('noise/additive'),
  inParts('swapping/rank-swap'),
]

/** A check measures only the small size. */
export const checkedRecords = 100_000

/** Every process at two sizes, and noise at a large one. */
export const fileCases: readonly FileCase[] = [
  ...kinds.map((kind) => fileCase(kind, checkedRecords)),
  ...kinds.map((kind) => fileCase(kind, 1_000_000)),
  { ...fileCase(kinds[1], 10_000_000), large: true },
]

function fileCase(kind: Pick<FileCase, 'name' | 'args'>, n: number): FileCase {
  const stated = fileGoals.find((one) => one.name === kind.name && one.n === n)
  return { ...kind, n, large: false, ...(stated && { goal: stated.goal }) }
}
