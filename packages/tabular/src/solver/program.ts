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

/** `minimise cost·x` with `lower ≤ x ≤ upper` and the rows between their bounds; ±∞ where there is none. */
export interface Program {
  readonly cost: ArrayLike<number>
  readonly lower: ArrayLike<number>
  readonly upper: ArrayLike<number>
  readonly rows: Rows
  /** 1 for the columns that are whole numbers. */
  readonly whole?: Uint8Array | undefined
  /** Whether a good solution is given to begin with (`start`): the solver then looks for none, and spends its time on the proof. */
  readonly started?: boolean | undefined
}

export interface SolveOptions {
  /** The longest it may take. What it gives then depends on the machine: say so to the user. */
  readonly seconds?: number | undefined
  /** It may stop where the best solution is known to be within this share of the optimum. */
  readonly gap?: number | undefined
  /** The most nodes that a program in whole numbers may branch to: unlike a time, it gives the same on every machine. */
  readonly nodes?: number | undefined
}

export interface Solution {
  /** `stopped`: at the time limit, with the best `x` so far, if there is one. */
  readonly state: 'optimal' | 'infeasible' | 'unbounded' | 'stopped'
  /** Of `x`; NaN where there is none. */
  readonly objective: number
  /** No solution costs less: the objective itself where it is optimal. */
  readonly bound: number
  /** Empty where there is none. */
  readonly x: Float64Array
  /** What one unit more of each row's bound would cost; of a program without whole numbers. */
  readonly rowDuals: Float64Array
  /** Reduced costs of the columns. */
  readonly columnDuals: Float64Array
}

/** A program that is held by the solver; a second solve begins where the first ended. */
export interface OpenProgram {
  setCost(columns: Int32Array, cost: Float64Array): void
  /** Columns in ascending order. */
  setBounds(columns: Int32Array, lower: Float64Array, upper: Float64Array): void
  addRows(rows: Rows): void
  /** Rows in ascending order; those behind them move up. */
  removeRows(which: Int32Array): void
  /** A solution to begin with. */
  start(x: Float64Array): void
  solve(options?: SolveOptions): Solution
  /** It must be called: what is not closed stays in memory. */
  close(): void
}

/** As many nodes as it takes. */
const MOST_NODES = 2 ** 31 - 1

/** Seconds; the solver takes no infinite limit. */
const LONGEST = 1e9

/** Of linear programs with so many columns the presolve takes longer than what it saves. */
const NOT_PRESOLVED = 4000

/** Without its heuristics, searches for symmetry and restarts: a third of the time, where the first solution is good. */
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
 * Gives a program to the solver (HiGHS), on one thread, silent and always with the same random numbers: the same calls give
 * the same results.
 *
 * @param program - Columns, rows and bounds.
 * @returns The program, open until it is closed.
 */
export async function openProgram(program: Program): Promise<OpenProgram> {
  return openLoaded(await solver(), program)
}

/** The same at once, for who holds the solver: thousands of small programs are then opened one after the other. */
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
