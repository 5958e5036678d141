// What `pnpm gen` writes beside a new entry: its package where the family is new, and its changeset.
import { camel } from './gen-names.mjs'

export function indexFile({ list }) {
  return `import { definePlugin, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  ${list}: [],
})

export default plugin
`
}

/** `repository` is that of the root's package.json, which every package names, with its own folder. */
export function packageFile({ packageName, family, folder, repository }) {
  const page = repository.url.replace(/^git\+/, '').replace(/\.git$/, '')
  const manifest = {
    name: packageName,
    version: '0.0.0',
    description: `Masking for sdc: methods of the family ${family}.`,
    keywords: ['statistical-disclosure-control', 'privacy', 'anonymization', 'masking', family],
    license: 'Apache-2.0',
    homepage: `${page}/tree/main/${folder}#readme`,
    bugs: { url: `${page}/issues` },
    repository: { ...repository, directory: folder },
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['dist', 'README.md'],
    scripts: { build: 'tsup --config ../../tooling/tsup.config.ts' },
    dependencies: { '@sdc/stats': 'workspace:^', zod: 'catalog:' },
    peerDependencies: { '@sdc/core': 'workspace:0.x' },
    devDependencies: { '@sdc/core': 'workspace:*' },
    publishConfig: { access: 'public', provenance: true },
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

export function readmeFile({ packageName, family, name }) {
  return `# ${packageName}

Masking methods of the family \`${family}\` for sdc, statistical disclosure control in TypeScript.

\`\`\`
npm install @sdc/core ${packageName}
\`\`\`

\`\`\`ts
import { dataset, keyedRng, numeric, resolveParams } from '@sdc/core'
import { ${camel(name)} } from '${packageName}'

const data = dataset([['income', numeric([21000, 34500, 28750, 61200])]])
const { files } = await ${camel(name)}.apply({
  original: data, data, whole: data, origin: Int32Array.of(0, 1, 2, 3), columns: ['income'], given: [],
  params: resolveParams(${camel(name)}.params, {}), rng: keyedRng(), tick() {},
})
console.log(files[0].columns.get('income'))
\`\`\`

- \`${family}/${name}\`: adds uniform noise to every value, its width a share of the standard deviation of the column.
`
}

export function changesetFile({ packages, family, name, sentence }) {
  const bumps = packages.map((one) => `'${one}': minor`).join('\n')
  return `---\n${bumps}\n---\n\n${sentence} \`${family}/${name}\`.\n`
}
