import type { Highs, InitOptions } from 'highs'

/** Where the solver comes from: in a browser its WebAssembly is a file of its own, which the page says where to find. */
export type SolverSource = Pick<InitOptions, 'locateFile' | 'wasmBinary' | 'wasmModule'>

let source: SolverSource = {}
let loaded: Promise<Highs> | undefined

/**
 * Sets the location of the solver's WebAssembly, before the first program is opened: a separate file, or bytes. Node needs
 * no setting.
 *
 * @param from - As the package `highs` takes it: `locateFile`, `wasmBinary` or `wasmModule`.
 */
export function solverFrom(from: SolverSource): void {
  source = from
  loaded = undefined
}

/** The solver, loaded once. */
export function solver(): Promise<Highs> {
  // Only who protects tables loads it: 3.5 MB.
  loaded ??= load(source)
  return loaded
}

/** What is asked of WebAssembly, which every engine has and its standard library does not name. */
interface Assembly {
  compile(bytes: ArrayBuffer | ArrayBufferView): Promise<object>
  instantiate(module: object, imports: object): Promise<object>
}

/**
 * The package promises to take bytes and modules, and its loader (1.15) reads neither: it takes somebody who instantiates.
 * They are compiled before, so that what is no WebAssembly is an error and not a loader that waits for ever.
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
