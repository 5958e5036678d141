import { expect, it } from 'vitest'
import { constant, F64, f64, f64x2, get, i32, moduleOf, real, set, V128, type Code } from './wasm-code.js'

interface Assembly {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (pages: { initial: number }) => { readonly buffer: ArrayBuffer }
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: { readonly run: (...of: number[]) => number } }
}

/** Runs it with one parameter; the numbers at the beginning of the memory are first 3, 5, 8, 13. */
function ran(locals: number[], body: Code, parameter = 0): { readonly result: number; readonly memory: Float64Array } {
  const { WebAssembly: assembly } = globalThis as unknown as { readonly WebAssembly: Assembly }
  const memory = new assembly.Memory({ initial: 1 })
  const numbers = new Float64Array(memory.buffer)
  numbers.set([3, 5, 8, 13])
  const instance = new assembly.Instance(new assembly.Module(moduleOf(1, locals, body)), { sdc: { memory } })
  return { result: instance.exports.run(parameter), memory: numbers }
}

it.each([0, 1, 63, 64, 127, 128, 8191, 8192, 2 ** 31 - 1, -1, -64, -65, -(2 ** 31)])(
  'writes the constant %d',
  (value) => {
    expect(ran([], constant(value)).result).toBe(value)
    expect(ran([], i32.add(get(0), constant(value)), 7).result).toBe((value + 7) | 0)
  },
)

it('computes with pairs of numbers', () => {
  const pairs: Code = [
    ...set(1, f64x2.subtract(f64x2.load(16, constant(0)), f64x2.loadTwice(8, constant(0)))),
    ...f64.store(800, constant(0), f64x2.lane(0, get(1))),
    ...f64.store(808, constant(0), f64x2.lane(1, get(1))),
    ...f64.store(816, constant(0), f64x2.lane(1, f64x2.least(get(1), f64x2.twice(real(-0.5))))),
    ...f64.store(824, constant(0), f64x2.lane(0, f64x2.greatest(get(1), f64x2.twice(real(7.25))))),
    ...f64x2.any(f64x2.notAbove(get(1), f64x2.twice(real(3)))),
  ]
  const { result, memory } = ran([V128], pairs)
  expect([...memory.subarray(100, 104)]).toEqual([3, 8, -0.5, 7.25])
  expect(result).toBe(1)
})

it('has locals of every type, which are 0 at first', () => {
  expect(ran([F64, V128], f64.equal(get(1), f64x2.lane(1, get(2)))).result).toBe(1)
})
