import type { Highs, InitOptions } from 'highs'

/** Where the solver comes from: in a browser its WebAssembly is a file of its own, which the page says where to find. */
export type SolverSource = Pick<InitOptions, 'locateFile' | 'wasmBinary' | 'wasmModule'>

let source: SolverSource = {}
let loaded: Promise<Highs> | undefined

/**
 * Says where the solver's WebAssembly is, before the first program is opened: a page has it as a file beside it, or as
 * bytes. In Node nothing needs to be said.
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
  loaded ??= import('highs').then(({ default: load }) => load(source))
  return loaded
}
