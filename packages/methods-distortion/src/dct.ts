import { cos } from '@sdc/stats'

/** Side of a block, in pixels. */
export const SIDE = 8

/** C_uk = c_u cos((2k + 1)uπ/16), c_0 = √⅛, else ½: orthonormal, so that its transpose is its inverse. */
const basis = Float64Array.from({ length: SIDE * SIDE }, (_, at) => {
  const [u, k] = [Math.floor(at / SIDE), at % SIDE]
  return (u === 0 ? Math.sqrt(1 / SIDE) : 0.5) * cos(((2 * k + 1) * u * Math.PI) / (2 * SIDE))
})
const transposed = basis.map((_, at) => basis[(at % SIDE) * SIDE + Math.floor(at / SIDE)])
const scratch = new Float64Array(SIDE * SIDE)

/**
 * Computes the two-dimensional orthonormal DCT-II of a block, C·X·Cᵀ, in place. It preserves the sum of squares.
 *
 * @param block - 8 × 8, row by row.
 *
 * Source: ITU-T T.81, A.3.3.
 */
export function dct(block: Float64Array): void {
  multiply(basis, block, scratch)
  multiply(scratch, transposed, block)
}

/**
 * Computes the inverse of `dct`, Cᵀ·X·C, in place.
 *
 * @param block - 8 × 8, row by row.
 */
export function inverseDct(block: Float64Array): void {
  multiply(transposed, block, scratch)
  multiply(scratch, basis, block)
}

/** Computes to = a·b, all 8 × 8 row by row. */
function multiply(a: Float64Array, b: Float64Array, to: Float64Array): void {
  for (let i = 0; i < SIDE; i++) {
    for (let j = 0; j < SIDE; j++) {
      let total = 0
      for (let k = 0; k < SIDE; k++) total += a[i * SIDE + k] * b[k * SIDE + j]
      to[i * SIDE + j] = total
    }
  }
}
