import type { TreeColumn } from './tree-column.js'

/** Impurity of a node and of the two sides of a split, while records move from the right side to the left one. */
export interface Impurity {
  /**
   * Starts a node.
   *
   * @returns Its impurity: the sum of squares about the mean, or n times the Gini index; 0 exactly where all are equal.
   */
  begin(records: Uint32Array, from: number, to: number): number
  /** Moves every record to the right side. */
  restart(): void
  /** Moves a record to the left side. */
  move(record: number): void
  /** Decrease of the impurity by the split; both sides have records. */
  decrease(): number
}

/**
 * Measures impurity by the sum of squares of numbers, Σ(y − ȳ)²; its decrease is S_L²(1/n_L + 1/n_R), with S_L the sum
 * of y − ȳ on the left.
 *
 * @param values - Numbers.
 * @returns The impurity.
 */
export function sumOfSquares(values: Float64Array): Impurity {
  const [deviations, node] = [new Float64Array(values.length), { size: 0, left: 0, sum: 0 }]
  return {
    begin(records, from, to) {
      let [sum, isConstant] = [0, true]
      const first = values[records[from]]
      for (let i = from; i < to; i++) {
        sum += values[records[i]]
        if (values[records[i]] !== first) isConstant = false
      }
      node.size = to - from
      if (isConstant) return 0
      const mean = sum / node.size
      let squares = 0
      for (let i = from; i < to; i++) {
        const deviation = values[records[i]] - mean
        deviations[records[i]] = deviation
        squares += deviation * deviation
      }
      return squares
    },
    restart() {
      node.left = 0
      node.sum = 0
    },
    move(record) {
      node.left++
      node.sum += deviations[record]
    },
    decrease: () => node.sum * node.sum * (1 / node.left + 1 / (node.size - node.left)),
  }
}

/**
 * Measures impurity by the Gini index of categories times n, n − Σ n_k²/n. The sums of squared counts are whole numbers
 * and updated with each move.
 *
 * @param codes - Codes of the categories.
 * @param levels - Number of categories.
 * @returns The impurity.
 */
export function giniIndex(codes: Int32Array, levels: number): Impurity {
  const [all, left] = [new Int32Array(levels), new Int32Array(levels)]
  let [size, moved, squares, squaresLeft, squaresRight] = [0, 0, 0, 0, 0]
  let touched: number[] = []
  return {
    begin(records, from, to) {
      for (const code of touched) all[code] = 0
      touched = []
      for (let i = from; i < to; i++) {
        const code = codes[records[i]]
        if (all[code]++ === 0) touched.push(code)
      }
      size = to - from
      squares = 0
      for (const code of touched) squares += all[code] * all[code]
      return touched.length === 1 ? 0 : size - squares / size
    },
    restart() {
      for (const code of touched) left[code] = 0
      moved = 0
      squaresLeft = 0
      squaresRight = squares
    },
    move(record) {
      const code = codes[record]
      squaresRight -= 2 * (all[code] - left[code]) - 1
      squaresLeft += 2 * left[code]++ + 1
      moved++
    },
    decrease: () => squaresLeft / moved + squaresRight / (size - moved) - squares / size,
  }
}

/**
 * Returns the impurity by which a target is split.
 *
 * @param target - Predicted column.
 * @returns The sum of squares of numbers, or the Gini index of categories.
 */
export function impurityOf(target: TreeColumn): Impurity {
  return target.kind === 'numbers' ? sumOfSquares(target.values) : giniIndex(target.codes, target.levels)
}
