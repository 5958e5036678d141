// Settings of TypeDoc for the pages of the published packages.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Sources of the exports of published packages, without internal ones. */
const folders = readdirSync(join(root, 'packages')).filter((name) => !name.endsWith('.md'))
const entryPoints = folders.flatMap((folder) => {
  const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'))
  if (manifest.private) return []
  return Object.keys(manifest.exports)
    .filter((entry) => entry !== './internal')
    .map((entry) => `${root}packages/${folder}/src/${entry === '.' ? 'index' : entry.slice(2)}.ts`)
})

export default {
  entryPoints,
  tsconfig: `${root}tooling/site/tsconfig.json`,
  // `pnpm run types` checks for errors.
  skipErrorChecking: true,
  plugin: ['typedoc-plugin-markdown', 'typedoc-vitepress-theme', `${root}tooling/site/typedoc-names.mjs`],
  docsRoot: `${root}docs`,
  out: `${root}docs/api`,
  outputFileStrategy: 'modules',
  entryFileName: 'index',
  readme: 'none',
  name: 'API',
  useCodeBlocks: false,
  useHTMLAnchors: true,
  hideBreadcrumbs: true,
  hidePageHeader: true,
  disableSources: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  propertyMembersFormat: 'table',
  excludeExternals: true,
  excludePrivate: true,
  excludeInternal: true,
  pageTitleTemplates: { module: ({ rawName }) => rawName, index: () => 'API' },
  validation: false,
  logLevel: 'Error',
}
