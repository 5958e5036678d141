// pnpm gen method FAMILY/NAME: a new masking method that works, its test, its place in the package's exports and
// plugin, and a changeset; where the family is new, its package and its place in @sdc/standard.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  camel,
  changesetFile,
  indexFile,
  methodFile,
  packageFile,
  pascal,
  readmeFile,
  testFile,
} from './gen-templates.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const usage =
  'usage: npx -y pnpm@12.21.0 gen method FAMILY/NAME (lower case, words joined by hyphens: noise/uniform-jitter)'

const [what, id, ...rest] = process.argv.slice(2)
const [, family, name] = /^([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\/([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/.exec(id ?? '') ?? []
if (what !== 'method' || !name || rest.length > 0) stop(usage)

const folderName = existsSync(join(root, 'packages', family)) ? family : `methods-${family}`
const folder = join(root, 'packages', folderName)
const packageName = `@sdc/${folderName}`
const method = { family, name, packageName }
const isNew = !existsSync(folder)
const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

if (!isNew && !existsSync(join(folder, 'src/index.ts'))) stop(`packages/${folderName} has no src/index.ts`)
if (!isNew && !readFileSync(join(folder, 'src/index.ts'), 'utf8').includes('definePlugin('))
  stop(`${packageName} is no plugin: it has no methods`)
if (existsSync(join(folder, 'src', `${name}.ts`))) stop(`packages/${folderName}/src/${name}.ts is there already`)

const written = []
if (isNew) {
  put(`packages/${folderName}/package.json`, packageFile({ ...method, folder: `packages/${folderName}`, repository }))
  put(`packages/${folderName}/README.md`, readmeFile(method))
  put(`packages/${folderName}/src/index.ts`, indexFile(method))
  addToStandard()
}
put(`packages/${folderName}/src/${name}.ts`, methodFile(method))
put(`packages/${folderName}/src/${name}.test.ts`, testFile(method))
change(`packages/${folderName}/src/index.ts`, addToPlugin)
put(
  `.changeset/add-${family}-${name}.md`,
  changesetFile({ ...method, packages: isNew ? [packageName, '@sdc/standard'] : [packageName] }),
)

process.stdout.write(`${written.map((file) => `wrote ${file}`).join('\n')}\n`)
if (isNew) process.stdout.write('a new package: run npx -y pnpm@12.21.0 install\n')
process.stdout.write(
  `it adds uniform noise as it stands: replace its formula, parameters, traits, kernel and test, then run\n` +
    '  npx -y pnpm@12.21.0 test && npx -y pnpm@12.21.0 check\n',
)

/** The import, the export and the entry in the list of methods; the text around them stays. */
function addToPlugin(text) {
  const from = `from './${name}.js'`
  const imported = insertAfterImports(text, `import { ${camel(name)} } ${from}\n`)
  const at = imported.search(/^(const \w+(: \w+)? = |export default )definePlugin\(/m)
  const exported = `export { add${pascal(name)}, ${camel(name)}, type ${pascal(name)}Params } ${from}\n`
  // The exports stand in a block of their own, between the imports and the plugin.
  const before = imported.slice(0, at).trimEnd()
  const gap = before.split('\n').at(-1).startsWith('import ') ? '\n\n' : '\n'
  const withExport = `${before}${gap}${exported}\n${imported.slice(at)}`
  return appendToList(withExport, /(methods: \[)([^\]]*)(\])/, camel(name))
}

/** A new package is one more plugin that @sdc/standard lists. */
function addToStandard() {
  const variable = camel(folderName)
  change('packages/standard/src/index.ts', (text) =>
    appendToList(
      insertAfterImports(text, `import ${variable} from '${packageName}'\n`),
      /(readonly Plugin\[\] = \[)([^\]]*)(\])/,
      variable,
    ),
  )
  change('packages/standard/package.json', (text) => {
    const manifest = JSON.parse(text)
    manifest.dependencies = { ...manifest.dependencies, [packageName]: 'workspace:^' }
    return `${JSON.stringify(manifest, null, 2)}\n`
  })
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
