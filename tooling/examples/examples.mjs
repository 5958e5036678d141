// Runs the console blocks of a page and writes the output of their commands. All blocks of a page share one folder, and
// run in order.
//
//   ```console                       $ command, then its output. A command that fails is followed by `$ echo $?`.
//   ```yaml [plan.yaml]              a file of the folder
//   <!-- lines 1-4 8 --> before a block: the output lines that it shows; `…` replaces the others <!-- picture of FILE
//   --> before a picture: made from a file of the folder, an SVG or a page (its first screen, PNG)
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))
const terminal = new URL('terminal.mjs', import.meta.url).href

/** Pages with console blocks, relative to the root. */
export const examplePages = ['README.md', ...readdirSync(join(root, 'docs'), { recursive: true })]
  .map((file) => (file === 'README.md' ? file : join('docs', file)))
  .filter((file) => file.endsWith('.md') && /^```console/m.test(readFileSync(join(root, file), 'utf8')))
  .sort()

/** Builds `sdc` from the sources into a folder, which must be on `PATH`. */
export async function buildProgram(folder) {
  await build({
    entryPoints: { sdc: join(root, 'apps/cli/src/cli.ts') },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    external: ['@duckdb/*'],
    banner: { js: "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);" },
    plugins: [{ name: 'sources', setup: sources }],
  })
  copyFileSync(join(root, 'packages/tabular/node_modules/highs/build/highs.wasm'), join(folder, 'highs.wasm'))
  const line = `exec '${process.execPath}' --import '${terminal}' '${join(folder, 'sdc.mjs')}' "$@"`
  writeFileSync(join(folder, 'sdc'), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
}

/** Resolves `@sdc/…` to the source of that entry in packages/. */
function sources({ onResolve }) {
  onResolve({ filter: /^@sdc\// }, ({ path }) => {
    const [name, entry = 'index'] = path.slice('@sdc/'.length).split('/')
    return { path: join(root, 'packages', name, 'src', `${entry}.ts`) }
  })
}

const part =
  /^(?:<!-- lines (?<lines>[\d\s-]+) -->\n)?```console\n(?<console>[\s\S]*?)^```$|^```\w+ \[(?<file>[^\]]+)\]\n(?<content>[\s\S]*?)^```$|^<!-- picture of (?<from>\S+) -->\n!\[[^\]]*\]\((?<picture>[^)]+)\)$/gm

/**
 * Returns the text of a page with the present output of its commands.
 *
 * @param page - Its path from the root, for its pictures.
 * @param text - Its Markdown.
 * @param program - The folder of `sdc`.
 * @param draw - Receives the path of each picture, and its source file.
 * @returns The text.
 */
export async function renewed(page, text, program, draw) {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-examples-'))
  const env = { ...process.env, NO_COLOR: '1', PATH: [program, process.env.PATH].join(delimiter) }
  let last = { status: 0, command: '', stdout: '' }
  const mustHaveEnded = () => {
    if (last.status !== 0) throw new Error(`${page}: status ${last.status} of ${last.command}\n${last.stdout}`)
  }
  const run = (command) => {
    if (command !== 'echo $?') mustHaveEnded()
    const line = `(exit ${last.status}); ${command} 2>&1`
    const { status, stdout } = spawnSync('sh', ['-c', line], { cwd: folder, env, encoding: 'utf8' })
    last = { status, command, stdout }
    return stdout
  }
  try {
    const pictures = []
    let result = ''
    let end = 0
    for (const match of text.matchAll(part)) {
      const { lines, console, file, content, from, picture } = match.groups
      result += text.slice(end, match.index)
      end = match.index + match[0].length
      if (file !== undefined) {
        mkdirSync(dirname(join(folder, file)), { recursive: true })
        writeFileSync(join(folder, file), content)
      }
      if (picture !== undefined) pictures.push([join(root, dirname(page), picture), join(folder, from)])
      result += console === undefined ? match[0] : renewedBlock(match[0], console, lines, run)
    }
    mustHaveEnded()
    for (const [picture, source] of pictures) await draw(picture, source)
    return result + text.slice(end)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Durations and file sizes vary between runs; if nothing else differs, the old text stays. */
const timeless = (text) => text.replaceAll(/\b[\d.,]+ (?:ms|s|seconds?|minutes?)\b/g, '# s')

function renewedBlock(old, console, lines, run) {
  const commands = console.match(/^\$ (?:.*\\\n)*.*\n/gm) ?? []
  const shown = lines && new Set(lines.trim().split(/\s+/).flatMap(range))
  const outputs = commands.map((command) => {
    const output = run(command.slice(2).trimEnd())
    const ended = output === '' || output.endsWith('\n') ? output : `${output}\n`
    return command + (shown ? shortened(ended, shown) : ended)
  })
  // Lines of output may end with spaces in a table.
  const body = outputs.join('\n').replaceAll(/ +$/gm, '')
  const block = `${lines ? `<!-- lines ${lines} -->\n` : ''}\`\`\`console\n${body}\`\`\``
  return timeless(block) === timeless(old) ? old : block
}

function range(text) {
  const [first, last = first] = text.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

function shortened(output, shown) {
  const lines = output.split('\n').slice(0, -1)
  const kept = lines.map((line, i) => (shown.has(i + 1) ? line : '…'))
  return kept
    .filter((line, i) => line !== '…' || kept[i - 1] !== '…')
    .map((line) => `${line}\n`)
    .join('')
}

/** Writes a picture: a copy of an SVG, or a screenshot of a page. */
export async function drawPicture(picture, source) {
  mkdirSync(dirname(picture), { recursive: true })
  if (!source.endsWith('.html')) return writeFileSync(picture, readFileSync(source))
  const { openChromium } = await import('../browser/browsers.mjs')
  const browser = await openChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 900, height: 760 } })
    await page.goto(pathToFileURL(source).href)
    await page.screenshot({ path: picture })
  } finally {
    await browser.close()
  }
}

/** Compares a picture with its present source; for a page, both must only exist. */
export function comparePicture(picture, source) {
  const [old, now] = [readFileSync(picture), readFileSync(source)]
  if (!source.endsWith('.html') && !old.equals(now)) throw new Error(`${basename(picture)} is old`)
}
