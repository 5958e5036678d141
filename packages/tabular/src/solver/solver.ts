import type { Highs, InitOptions } from 'highs'

/** Source of the solver. In a browser its WebAssembly is a separate file, located by the page. */
export type SolverSource = Pick<InitOptions, 'locateFile' | 'wasmBinary' | 'wasmModule'>

let source: SolverSource = {}
let loaded: Promise<Highs> | undefined

/**
 * Sets the location of the solver's WebAssembly, before the first program is opened: a separate file, or bytes. Node
 * needs no setting.
 *
 * @param from - Option of the package `highs`: `locateFile`, `wasmBinary` or `wasmModule`.
 */
export function solverFrom(from: SolverSource): void {
  source = from
  loaded = undefined
}

/** The solver, loaded once. */
export function solver(): Promise<Highs> {
  // The solver (3.5 MB) is loaded on first use.
  loaded ??= load(source)
  return loaded
}

/** The used part of WebAssembly, which every engine has and TypeScript's standard library lacks. */
interface Assembly {
  compile(bytes: ArrayBuffer | ArrayBufferView): Promise<object>
  instantiate(module: object, imports: object): Promise<object>
}

/**
 * Loads the solver. The package documents bytes and modules, but its loader (1.15) reads neither; it accepts a function
 * that instantiates. Bytes are compiled first, so that invalid ones cause an error instead of a loader that waits
 * forever.
 */
async function load({ wasmBinary, wasmModule, ...from }: SolverSource): Promise<Highs> {
  const { default: loadHighs } = await import('highs')
  const { WebAssembly: assembly } = globalThis as unknown as { readonly WebAssembly: Assembly }
  const module = wasmModule ?? (wasmBinary && (await assembly.compile(wasmBinary)))
  if (module === undefined) return await loadHighs(from)
  const instantiateWasm = (imports: object, done: (instance: object) => void): object => {
    const instantiate = async (): Promise<void> => done(await assembly.instantiate(module, imports))
    void instantiate()
    return {}
  }
  const options: InitOptions & { readonly instantiateWasm: typeof instantiateWasm } = { ...from, instantiateWasm }
  return await loadHighs(options)
}
