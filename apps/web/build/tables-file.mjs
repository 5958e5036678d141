import { scriptText } from './inline-text.mjs'

/**
 * Returns the second file of the page: a script that only contains the text of the script for tables with its solver.
 *
 * @param worker - Script and WebAssembly of the worker, as they were built.
 */
export function tablesFile({ code, solver }) {
  const script = `globalThis.sdcSolver="${Buffer.from(solver).toString('base64')}";${scriptText(code)}`
  return `globalThis.sdcTables=${JSON.stringify(script)}\n`
}
