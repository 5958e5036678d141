import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { openProgram } from './program.js'
import { solverFrom, type SolverSource } from './solver.js'

const wasm = new URL('../../node_modules/highs/build/highs.wasm', import.meta.url)

/** min −x − y, x + y ≤ 3, 0 ≤ x ≤ 2, 0 ≤ y ≤ 2. */
async function solved(): Promise<number> {
  const program = await openProgram({
    cost: [-1, -1],
    lower: [0, 0],
    upper: [2, 2],
    rows: {
      lower: [-Infinity],
      upper: [3],
      starts: Int32Array.of(0, 2),
      columns: Int32Array.of(0, 1),
      values: Float64Array.of(1, 1),
    },
  })
  const { objective } = program.solve()
  program.close()
  return objective
}

describe('solverFrom', () => {
  afterEach(() => solverFrom({}))
  const nowhere = { locateFile: () => '/nowhere/highs.wasm' }
  const bytes = readFileSync(wasm)

  it.each<readonly [string, SolverSource]>([
    ['bytes, and looks for no file', { ...nowhere, wasmBinary: bytes }],
    ['the place of the file', { locateFile: () => wasm.pathname }],
    ['nothing, in Node', {}],
  ])('takes %s', async (_what, source) => {
    solverFrom(source)
    expect(await solved()).toBe(-3)
  })

  it('takes a compiled module', async () => {
    const { WebAssembly: assembly } = globalThis as unknown as {
      readonly WebAssembly: { compile(of: Uint8Array): Promise<NonNullable<SolverSource['wasmModule']>> }
    }
    solverFrom({ ...nowhere, wasmModule: await assembly.compile(bytes) })
    expect(await solved()).toBe(-3)
  })

  it('refuses bytes that are not WebAssembly, and does not wait forever', async () => {
    solverFrom({ wasmBinary: Uint8Array.of(1, 2, 3) })
    await expect(solved()).rejects.toThrow()
  })
})
