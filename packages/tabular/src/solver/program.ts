import type { Highs, Model } from 'highs'
import { solver } from './solver.js'

/** Rows of a program, packed: row r has the coefficients `values[k]` of the columns `columns[k]`, k from `starts[r]`. */
export interface Rows {
  readonly lower: ArrayLike<number>
  readonly upper: ArrayLike<number>
  readonly starts: Int32Array
  readonly columns: Int32Array
  readonly values: Float64Array
}

/** `minimise cost·x` with `lower ≤ x ≤ upper` and the rows within their bounds; ±∞ for no bound. */
export interface Program {
  readonly cost: ArrayLike<number>
  readonly lower: ArrayLike<number>
  readonly upper: ArrayLike<number>
  readonly rows: Rows
  /** 1 for the integer columns. */
  readonly whole?: Uint8Array | undefined
  /** True if a good solution is given by `start`: the solver then skips heuristics and spends its time on the proof. */
  readonly started?: boolean | undefined
}

export interface SolveOptions {
  /** Time limit. Results at the limit depend on the machine: report this to the user. */
  readonly seconds?: number | undefined
  /** Permitted relative gap between the best solution and the optimum. */
  readonly gap?: number | undefined
  /** Largest number of nodes of an integer program; unlike a time limit, independent of the machine. */
  readonly nodes?: number | undefined
}

export interface Solution {
  /** `stopped`: at a limit, with the best `x` so far if there is one. */
  readonly state: 'optimal' | 'infeasible' | 'unbounded' | 'stopped'
  /** Cost of `x`; NaN if there is none. */
  readonly objective: number
  /** Lower bound of the cost of all solutions; equal to the objective if it is optimal. */
  readonly bound: number
  /** Empty if there is none. */
  readonly x: Float64Array
  /** Change of the cost per unit of each row's bound; only without integer columns. */
  readonly rowDuals: Float64Array
  /** Reduced costs of the columns. */
  readonly columnDuals: Float64Array
}

/** A program kept open in the solver; a second solve starts from the last basis. */
export interface OpenProgram {
  setCost(columns: Int32Array, cost: Float64Array): void
  /** Columns in ascending order. */
  setBounds(columns: Int32Array, lower: Float64Array, upper: Float64Array): void
  addRows(rows: Rows): void
  /** Removes rows, in ascending order; later rows move up. */
  removeRows(which: Int32Array): void
  /** Sets an initial solution. */
  start(x: Float64Array): void
  solve(options?: SolveOptions): Solution
  /** Frees the memory; must be called. */
  close(): void
}

/** No limit on nodes. */
const MOST_NODES = 2 ** 31 - 1

/** Seconds; the solver takes no infinite limit. */
const LONGEST = 1e9

/** For linear programs with more columns presolve costs more time than it saves. */
const NOT_PRESOLVED = 4000

/** Without heuristics, symmetry detection and restarts: a third of the time if the first solution is good. */
const PROOF_ONLY = {
  mip_heuristic_effort: 0,
  mip_heuristic_run_feasibility_jump: false,
  mip_heuristic_run_rins: false,
  mip_heuristic_run_rens: false,
  mip_heuristic_run_root_reduced_cost: false,
  mip_detect_symmetry: false,
  mip_allow_restart: false,
}

/**
 * Opens a program in the solver (HiGHS), on one thread, silent and with a fixed seed: equal calls give equal results.
 *
 * @param program - Columns, rows and bounds.
 * @returns The program, to be closed after use.
 */
export async function openProgram(program: Program): Promise<OpenProgram> {
  return openLoaded(await solver(), program)
}

/** Opens a program in a loaded solver, without waiting: for thousands of small programs in a row. */
export function openLoaded(highs: Highs, program: Program): OpenProgram {
  const { cost, lower, upper, rows, whole, started = false } = program
  const { variableType, modelStatus } = highs.constants
  const model: Model = highs.createModel({
    numCols: cost.length,
    numRows: rows.lower.length,
    colCost: Float64Array.from(cost),
    colLower: Float64Array.from(lower),
    colUpper: Float64Array.from(upper),
    rowLower: Float64Array.from(rows.lower),
    rowUpper: Float64Array.from(rows.upper),
    matrix: matrixOf(rows, cost.length),
    ...(whole && { integrality: Array.from(whole, (one) => (one ? variableType.integer : variableType.continuous)) }),
  })
  model.options.set({ output_flag: false, random_seed: 0, mip_rel_gap: 0, mip_abs_gap: 0 })
  if (started) model.options.set(PROOF_ONLY)
  const mixed = whole?.includes(1) ?? false
  if (!mixed && cost.length <= NOT_PRESOLVED) model.options.set({ presolve: 'off' })
  let columns = cost.length
  return {
    setCost: (which, values) => void model.changeColsCost({ kind: 'set', indices: which }, values),
    setBounds: (which, low, high) => {
      if (which.length > 0) model.changeColsBounds({ kind: 'set', indices: which }, low, high)
    },
    addRows: (more) =>
      void model.addRows({
        lower: Float64Array.from(more.lower),
        upper: Float64Array.from(more.upper),
        matrix: matrixOf(more, columns),
      }),
    removeRows: (which) => {
      if (which.length > 0) model.deleteRows({ kind: 'set', indices: which })
    },
    start: (x) => void model.setSolution({ colValue: x }),
    solve: ({ seconds = LONGEST, gap = 0, nodes } = {}) => {
      model.zeroAllClocks()
      model.options.set({
        time_limit: Math.min(seconds, LONGEST),
        ...(mixed && { mip_rel_gap: gap, mip_max_nodes: nodes ?? MOST_NODES }),
      })
      model.run()
      const status = model.getModelStatus()
      const none = new Float64Array()
      const nothing = { objective: Number.NaN, bound: -Infinity, x: none, rowDuals: none, columnDuals: none }
      if (status === modelStatus.infeasible) return { ...nothing, state: 'infeasible' }
      if (status === modelStatus.unbounded || status === modelStatus.unboundedOrInfeasible)
        return { ...nothing, state: 'unbounded' }
      const optimal = status === modelStatus.optimal || status === modelStatus.empty
      const objective = model.getObjectiveValue()
      const bound = mixed ? Number(model.info.get('mip_dual_bound')) : optimal ? objective : -Infinity
      if (!optimal && !Number.isFinite(objective)) return { ...nothing, bound, state: 'stopped' }
      const { colValue, colDual, rowDual } = model.getSolution()
      return {
        state: optimal ? 'optimal' : 'stopped',
        objective,
        bound,
        x: colValue,
        rowDuals: rowDual,
        columnDuals: colDual,
      }
    },
    close: () => {
      columns = 0
      model.dispose()
    },
  }
}

function matrixOf(
  { starts, columns, values }: Rows,
  width: number,
): {
  readonly format: 'csr'
  readonly numRows: number
  readonly numCols: number
  readonly starts: Int32Array
  readonly indices: Int32Array
  readonly values: Float64Array
} {
  return { format: 'csr', numRows: starts.length - 1, numCols: width, starts, indices: columns, values }
}
