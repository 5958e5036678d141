import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { importedAtOnce } from './imported-at-once.mjs'
import { hashSource, scriptText, styleText } from './inline-text.mjs'
import { contentSecurityPolicy } from './policy.mjs'
import { tablesFile } from './tables-file.mjs'
import { withoutNotes } from './without-notes.mjs'

/**
 * Writes the page as one HTML file: its style, its script, and the script of its workers as text. A second file has the
 * code for tables, since its solver is larger than the page. The page allows it by its hash only.
 *
 * @param worker - Entry of the workers' script.
 * @param tables - Entry of the script of the worker for tables.
 * @param name - File name of the page.
 * @param tablesName - File name of the second file.
 * @param alias - Resolution of modules, for the workers' script and the page.
 */
export function oneFile({ worker, tables, name, tablesName, alias }) {
  return {
    name: 'one-file',
    enforce: 'post',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const files = Object.values(bundle)
      const only = (ending) => {
        const found = files.filter(({ fileName }) => fileName.endsWith(ending))
        if (found.length !== 1) throw new Error(`${found.length} files *${ending}, not one`)
        return found[0]
      }
      const [html, css, js] = ['.html', '.css', '.js'].map(only)
      if (files.length > 3) throw new Error(`more than a page: ${Object.keys(bundle).join(', ')}`)
      for (const { fileName } of files) delete bundle[fileName]
      const second = tablesFile(await workerScript(fileURLToPath(tables), alias, []))
      const source = page(String(html.source), {
        tables: hashSource(second),
        script: scriptText(js.code),
        style: styleText(String(css.source)),
        worker: scriptText((await workerScript(fileURLToPath(worker), alias, neverAskedFor)).code),
      })
      this.emitFile({ type: 'asset', fileName: name, source })
      this.emitFile({ type: 'asset', fileName: tablesName, source: second })
    },
  }
}

/**
 * Lazily imported modules that the page does not use: the solver of tables, and the library that draws pictures as
 * text.
 */
const neverAskedFor = ['highs', '@sdc/report']

/** Returns a workers' script with all its imports, as one classic script, and its WebAssembly. */
async function workerScript(entry, alias, external) {
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [withoutNotes(), importedAtOnce('@sdc/report/release')],
    resolve: { alias },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rollupOptions: { input: entry, external, output: { format: 'iife', codeSplitting: false } },
    },
  })
  const [script, ...assets] = output
  const solver = assets.find(({ fileName }) => fileName.endsWith('.wasm'))?.source
  if (assets.length > (solver ? 1 : 0))
    throw new Error(`the worker is more than one file: ${output.map(({ fileName }) => fileName)}`)
  return { code: script.code, solver }
}

/**
 * Returns the shell with all its parts. The workers' script precedes the page's script, which reads it to start a
 * worker.
 */
function page(shell, { script, style, worker, tables }) {
  const policy = contentSecurityPolicy(script, style, tables)
  return shell
    .replaceAll(/\s*<script [^>]*src=[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="(stylesheet|modulepreload)"[^>]*>/g, '')
    .replace(
      '<meta charset="utf-8" />',
      (charset) =>
        `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <meta name="sdc-tables" content="${tables.slice(1, -1)}" />`,
    )
    .replace(/\s*<\/head>/, (end) => `\n    <style>${style}</style>${end}`)
    .replace(
      /\s*<\/body>/,
      (end) =>
        `\n    <script type="text/plain" id="worker-script">${worker}</script>` +
        `\n    <script>${script}</script>${end}`,
    )
}
