import { scriptText } from './inline-text.mjs'

/**
 * The second file of the page: a script that only holds a text, the script of the worker for tables with its solver.
 *
 * @param worker the worker's script and the solver's WebAssembly, as they were built
 */
export function tablesFile({ code, solver }) {
  const script = `globalThis.sdcSolver="${Buffer.from(solver).toString('base64')}";${scriptText(code)}`
  return `globalThis.sdcTables=${JSON.stringify(script)}\n`
}
