import { fileURLToPath, pathToFileURL } from 'node:url'
import { fileGoals, type FileGoal } from '../speed/goals.js'
import { maskedColumns } from './made-csv.js'

/** A whole process that reads a CSV file and writes another. */
export interface FileCase {
  readonly name: string
  /** Records. */
  readonly n: number
  readonly goal?: FileGoal
  /** Whether it is run only where that is asked for. */
  readonly large: boolean
  /** What node is given. */
  args(programs: Programs, from: string, to: string): string[]
}

/** The files that node runs. */
export interface Programs {
  /** The command line. */
  readonly sdc: string
  /** Reads and writes by the packages that the command line is made of. */
  readonly copy: string
  /** Reads and writes by DuckDB: the floor. */
  readonly floor: string
  /** Imported by each of them. */
  readonly usage: string
}

/** Those beside this program as it is built. */
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

/** In parts, by this process: what workers take is not counted. */
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

/** The small size is what a check measures again. */
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
