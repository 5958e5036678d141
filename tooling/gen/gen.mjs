// pnpm gen SORT FAMILY/NAME: writes a working method, metric, service, attack or rule for tables, with its test,
// exports, plugin entry and changeset. A new family also gets a package and its entry in @sdc/standard.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { attack } from './attack.mjs'
import { method } from './method.mjs'
import { metric } from './metric.mjs'
import { camel } from './names.mjs'
import { service } from './service.mjs'
import { table } from './table.mjs'
import { changesetFile, conformanceFile, indexFile, packageFile, readmeFile } from './templates.mjs'
import { runFile } from '../scripts/pack.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Each sort is a file with its templates, paths and names. */
const sorts = { method, metric, service, attack, table }
const usage = [
  'usage: npx -y pnpm@12.21.0 gen …, names in lower case, words joined by hyphens',
  ...Object.values(sorts).map((sort) => `  gen ${sort.usage}`),
].join('\n')

const [what, id, subject, ...rest] = process.argv.slice(2)
const sort = Object.hasOwn(sorts, what ?? '') ? sorts[what] : stop(usage)
const word = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*'
const [, family, name] = new RegExp(`^(${word})/(${word})$`).exec(id ?? '') ?? []
if (!name || rest.length > 0 || !sort.accepts({ family, name })) stop(usage)
if (sort.folder !== (subject !== undefined)) stop(`${usage}\nfolders: ${sort.folder ? subjects().join(', ') : 'none'}`)
if (subject !== undefined && !new RegExp(`^${word}(?:/${word})*$`).test(subject)) stop(usage)

const folderName = sort.packageOf({ family, name }, root)
const folder = join(root, 'packages', folderName)
const packageName = `@sdc/${folderName}`
const entry = { family, name, packageName, list: sort.list, about: sort.about?.({ family, name, packageName }) }
const isNew = !existsSync(folder)
const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const within = subject ?? sort.within
/** Path of the new file within `src`. */
const path = within === undefined ? name : `${within}/${name}`
const names = sort.names(entry)

if (isNew && !entry.about) stop(`there is no packages/${folderName} to add to`)
if (!isNew && !existsSync(join(folder, 'src/index.ts'))) stop(`packages/${folderName} has no src/index.ts`)
const index = isNew ? '' : readFileSync(join(folder, 'src/index.ts'), 'utf8')
if (!isNew && !index.includes('definePlugin(')) stop(`${packageName} is not a plugin for ${sort.list}`)
if (existsSync(join(folder, 'src', `${path}.ts`))) stop(`packages/${folderName}/src/${path}.ts is there already`)
for (const one of Object.values(names))
  if (new RegExp(`\\b${one}\\b`).test(index)) stop(`${packageName} exports a ${one} already: choose another name`)

const written = []
if (isNew) {
  put(`packages/${folderName}/package.json`, packageFile({ ...entry, folder: `packages/${folderName}`, repository }))
  put(`packages/${folderName}/README.md`, readmeFile(entry))
  put(`packages/${folderName}/src/index.ts`, indexFile(entry))
  put(`packages/${folderName}/src/plugin.conformance.test.ts`, conformanceFile)
  addToStandard()
  addToTable()
}
put(`packages/${folderName}/src/${path}.ts`, sort.file(entry))
put(`packages/${folderName}/src/${path}.test.ts`, sort.test(entry))
change(`packages/${folderName}/src/index.ts`, addToPlugin)
put(
  `.changeset/add-${family}-${name}.md`,
  changesetFile({
    ...entry,
    sentence: sort.sentence,
    packages: isNew ? [packageName, '@sdc/standard'] : [packageName],
  }),
)

// The formatter runs last, since line breaks depend on the lengths of the names.
await runFile(
  process.execPath,
  [
    join(root, 'node_modules/oxfmt/bin/oxfmt'),
    '--config',
    'tooling/oxfmtrc.json',
    ...written.filter((file) => file.endsWith('.ts')),
  ],
  { cwd: root },
)

process.stdout.write(`${written.map((file) => `wrote ${file}`).join('\n')}\n`)
if (isNew) process.stdout.write('a new package: run npx -y pnpm@12.21.0 install\n')
process.stdout.write(
  `${sort.hint}, then run\n` +
    '  npx -y pnpm@12.21.0 run docs && npx -y pnpm@12.21.0 test && npx -y pnpm@12.21.0 check\n' +
    // The check of speed requires the times of these.
    (['methods', 'metrics'].includes(sort.list) ? '  npx -y pnpm@12.21.0 -s bench speed --renew BENCHMARKS.md\n' : ''),
)

/** Returns the folders that may contain a metric; a new one is a new subject. */
function subjects() {
  const files = readdirSync(join(root, 'packages/metrics/src'), { recursive: true })
  return [...new Set(files.filter((file) => file.endsWith('.ts')).map((file) => dirname(file)))]
    .filter((folder) => folder !== '.' && folder !== 'testing')
    .sort()
}

/** Adds the import, the export and the list entry; the other text stays. */
function addToPlugin(text) {
  const { definition, kernel, type } = names
  const from = `from './${path}.js'`
  const imported = insertAfterImports(text, `import { ${definition} } ${from}\n`)
  const at = imported.search(/^(const \w+(: \w+)? = |export default )definePlugin\(/m)
  const exported = `export { ${[kernel, definition].sort().join(', ')}, type ${type} } ${from}\n`
  // The exports are a block between the imports and the plugin.
  const before = imported.slice(0, at).trimEnd()
  const gap = before.split('\n').at(-1).startsWith('import ') ? '\n\n' : '\n'
  const withExport = `${before}${gap}${exported}\n${imported.slice(at)}`
  return appendToList(withExport, new RegExp(`(${sort.list}: \\[)([^\\]]*)(\\])`), definition)
}

/** Adds a new package to the plugins of @sdc/standard. */
function addToStandard() {
  const variable = camel(folderName)
  change('packages/standard/src/index.ts', (text) =>
    appendToList(
      insertAfterImports(text, `import ${variable} from '${packageName}'\n`),
      /(const standard: Plugins<StandardIds> = \[)([^\]]*)(\])/,
      variable,
    ),
  )
  change('packages/standard/package.json', (text) => {
    const manifest = JSON.parse(text)
    manifest.dependencies = { ...manifest.dependencies, [packageName]: 'workspace:^' }
    return `${JSON.stringify(manifest, null, 2)}\n`
  })
}

/** Adds a row for a new package to the table of methods in packages/README.md. */
function addToTable() {
  const row = `| [\`${packageName}\`](${folderName}) | methods of the family ${family} |\n`
  change('packages/README.md', (text) => text.replace('| [`@sdc/reverse-map`]', () => `${row}| [\`@sdc/reverse-map\`]`))
}

function insertAfterImports(text, line) {
  const last = [...text.matchAll(/^import [^;]*? from '[^']+'\n/gm)].at(-1)
  const at = last ? last.index + last[0].length : 0
  return text.slice(0, at) + line + text.slice(at)
}

function appendToList(text, pattern, entry) {
  const found = pattern.exec(text)
  if (!found) stop(`cannot find the list ${pattern} to add ${entry} to`)
  const [, open, inner, close] = found
  const entries = inner
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  const list = inner.includes('\n')
    ? `${open}\n${[...entries, entry].map((one) => `    ${one},\n`).join('')}  ${close}`
    : `${open}${[...entries, entry].join(', ')}${close}`
  return text.slice(0, found.index) + list + text.slice(found.index + found[0].length)
}

function put(file, text) {
  mkdirSync(join(root, file, '..'), { recursive: true })
  writeFileSync(join(root, file), text)
  written.push(file)
}

function change(file, edit) {
  writeFileSync(join(root, file), edit(readFileSync(join(root, file), 'utf8')))
  written.push(file)
}

function stop(message) {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}
