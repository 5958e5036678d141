// Templates of `pnpm gen` for the files around a new entry: its package, if the family is new, and its changeset.

export function indexFile({ list }) {
  return `import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^1',
  references: literature,
  ${list}: [],
})

export default plugin
`
}

/**
 * Returns the manifest of a new package; `repository` is that of the root's package.json, to which its folder is added.
 */
export function packageFile({ packageName, about, folder, repository }) {
  const page = repository.url.replace(/^git\+/, '').replace(/\.git$/, '')
  const manifest = {
    name: packageName,
    version: '0.0.0',
    description: about.description,
    keywords: ['statistical-disclosure-control', 'privacy', 'anonymization', ...about.keywords],
    license: 'Apache-2.0',
    homepage: `${page}/tree/main/${folder}#readme`,
    bugs: { url: `${page}/issues` },
    repository: { ...repository, directory: folder },
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['dist', 'README.md'],
    scripts: {
      build: 'tsup --config ../../tooling/tsup.config.ts',
      test: 'node ../../tooling/scripts/test-package.mjs unit alone cli conformance',
    },
    dependencies: about.dependencies,
    peerDependencies: { '@sdc/core': 'workspace:0.x' },
    devDependencies: { '@sdc/core': 'workspace:*', '@sdc/test-kit': 'workspace:*', '@sdc/testing': 'workspace:*' },
    publishConfig: { access: 'public', provenance: true },
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

export function readmeFile({ packageName, family, name, about }) {
  return `# ${packageName}

${about.intro}

\`\`\`
npm install @sdc/core ${packageName}
\`\`\`

\`\`\`ts
${about.example}
\`\`\`

- \`${family}/${name}\`: ${about.does}
`
}

export function changesetFile({ packages, family, name, sentence }) {
  const bumps = packages.map((one) => `'${one}': minor`).join('\n')
  return `---\n${bumps}\n---\n\n${sentence} \`${family}/${name}\`.\n`
}

/** Runs the conformance suite on all contributions of the new package. */
export const conformanceFile = `import { describeConformance } from '@sdc/testing/conformance'
import plugin from './index.js'

describeConformance(plugin)
`
