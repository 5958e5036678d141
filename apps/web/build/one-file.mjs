import { fileURLToPath } from 'node:url'
import { scriptText, styleText } from './inline-text.mjs'
import { contentSecurityPolicy } from './policy.mjs'
import { workerScript } from './worker-script.mjs'

/**
 * Makes one HTML file of the page: its style, its script and its workers' script stand in it, and nothing else is asked for. The workers'
 * script is text that the browser does not run, until the page makes a worker of it; so it stands there once for all workers.
 *
 * @param worker the file that workers begin with
 * @param name the page's file
 * @param alias where modules are found, for the workers' script as for the page
 * @param documentStyles styles of the documents that the page shows in frames, which its policy must allow too
 */
export function oneFile({ worker, name, alias, documentStyles = () => [] }) {
  return {
    name: 'one-file',
    enforce: 'post',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const { fileName } = Object.values(bundle).find((file) => file.fileName.endsWith('.html'))
      const shell = String(bundle[fileName].source)
      const code = Object.values(bundle).filter(({ type }) => type === 'chunk')
      const styles = Object.values(bundle).filter((file) => file.fileName.endsWith('.css'))
      const others = Object.keys(bundle).filter((file) => !/[.](html|js|css)$/.test(file))
      if (code.length !== 1 || others.length > 0) throw new Error(`not one script: ${Object.keys(bundle).join(', ')}`)
      if (process.env.SDC_SIZES)
        (await import('node:fs')).writeFileSync(
          process.env.SDC_SIZES,
          JSON.stringify(Object.fromEntries(Object.entries(code[0].modules).map(([k, m]) => [k, m.renderedLength]))),
        )
      const script = scriptText(code[0].code)
      const style = styleText(styles.map(({ source }) => String(source)).join('\n'))
      const { code: workerCode } = await workerScript(fileURLToPath(worker), alias)
      for (const file of Object.keys(bundle)) delete bundle[file]
      const source = page(shell, { script, style, worker: scriptText(workerCode), documentStyles: documentStyles() })
      this.emitFile({ type: 'asset', fileName: name, source })
    },
  }
}

/** The shell with everything in it. What it asks for is taken out; the script stands last, when all that it needs is there. */
export function page(shell, { script, style, worker, documentStyles }) {
  const policy = contentSecurityPolicy([script], [style, ...documentStyles])
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`
  return shell
    .replaceAll(/\s*<script [^>]*src=[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="(stylesheet|modulepreload)"[^>]*>/g, '')
    .replace('<meta charset="utf-8" />', (charset) => `${charset}\n    ${head}`)
    .replace(/\s*<\/head>/, (end) => `\n    <style>${style}</style>${end}`)
    .replace(
      /\s*<\/body>/,
      (end) =>
        `\n    <script type="text/plain" id="worker-script">${worker}</script>\n    <script>${script}</script>${end}`,
    )
}
