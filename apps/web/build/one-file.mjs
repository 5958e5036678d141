import { fileURLToPath } from 'node:url'
import { exampleText } from './example.mjs'
import { scriptText, styleText } from './inline-text.mjs'
import { contentSecurityPolicy } from './policy.mjs'
import { pack } from './pack.mjs'
import { pageScripts } from './page-scripts.mjs'
import { workerScript } from './worker-script.mjs'

/**
 * Makes one HTML file of the page: its style, its scripts and its workers' script stand in it, and nothing else is asked for. The workers'
 * script stands there once for all workers, packed together with the example; beside it the small script of the worker that unpacks both. They are
 * text that the browser does not run, until the page makes workers of it; so is the page's second script, until the page is seen.
 *
 * @param worker the file that workers begin with
 * @param unpack the file that the worker begins with which unpacks the others' script
 * @param name the page's file
 * @param alias where modules are found, for the workers' script as for the page
 * @param documentStyles styles of the documents that the page shows in frames, which its policy must allow too
 */
export function oneFile({ worker, unpack, name, alias, documentStyles = () => [] }) {
  return {
    name: 'one-file',
    enforce: 'post',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const { fileName } = Object.values(bundle).find((file) => file.fileName.endsWith('.html'))
      const shell = String(bundle[fileName].source)
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
      const styles = Object.values(bundle).filter((file) => file.fileName.endsWith('.css'))
      const others = Object.keys(bundle).filter((file) => !/[.](html|js|css)$/.test(file))
      if (others.length > 0) throw new Error(`not scripts alone: ${Object.keys(bundle).join(', ')}`)
      const [script, later] = pageScripts(chunks).map(scriptText)
      const style = styleText(styles.map(({ source }) => String(source)).join('\n'))
      const { code: workerCode } = await workerScript(fileURLToPath(worker), alias)
      const { code: unpackCode } = await workerScript(fileURLToPath(unpack), alias)
      for (const file of Object.keys(bundle)) delete bundle[file]
      const packed = pack(workerCode, await exampleText(alias))
      const texts = { script, later, style, unpack: scriptText(unpackCode), packed, documentStyles: documentStyles() }
      const source = page(shell, texts)
      this.emitFile({ type: 'asset', fileName: name, source })
    },
  }
}

/** The shell with everything in it. What it asks for is taken out; the script stands before what is packed, so that the page is seen before that is read. */
export function page(shell, { script, later, style, unpack, packed, documentStyles }) {
  const policy = contentSecurityPolicy([script, later], [style, ...documentStyles])
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`
  return shell
    .replaceAll(/\s*<script [^>]*src=[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="(stylesheet|modulepreload)"[^>]*>/g, '')
    .replace('<meta charset="utf-8" />', (charset) => `${charset}\n    ${head}`)
    .replace(/\s*<\/head>/, (end) => `\n    <style>${style}</style>${end}`)
    .replace(
      /\s*<\/body>/,
      (end) =>
        `\n    <script>${script}</script>` +
        `\n    <script type="text/plain" id="later-script">${later}</script>` +
        `\n    <script type="text/plain" id="unpack-script">${unpack}</script>` +
        `\n    <script type="text/plain" id="packed" data-script="${packed.script}">${packed.text}</script>${end}`,
    )
}
