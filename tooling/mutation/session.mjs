/**
 * A persistent test runner, started by runner.mjs, which stops it if a mutant does not terminate. It receives a file,
 * its mutated text and the tests to run; it reports each test file that it begins, and the first that fails.
 */
import { relative } from 'node:path'
import { createVitest } from 'vitest/node'

const [root, packageFolder] = process.argv.slice(2)
let mutated

const isMutated = (id) => mutated?.path === id.split('?')[0]
const mutant = {
  name: 'mutant',
  enforce: 'pre',
  transform: (code, id) => (isMutated(id) ? { code: mutated.code, map: null } : null),
  // The cache has the unmutated sources, so the mutated file is neither read from it nor written to it.
  api: { vitest: { experimental: { ignoreFsModuleCache: true } } },
  configureVitest: ({ experimental_defineCacheKeyGenerator: key }) => key(({ id }) => !isMutated(id) && undefined),
}
/** Projects do not inherit plugins from the root. */
const inEveryProject = {
  name: 'mutant-in-every-project',
  config: ({ test }) => test.projects.forEach(({ plugins }) => plugins.push(mutant)),
}
const vitest = await createVitest(
  'test',
  {
    root,
    watch: false,
    reporters: [{ onTestModuleQueued: ({ moduleId }) => process.send({ begins: moduleId }) }],
    maxWorkers: 1,
    bail: 1,
    // The tests run in the given order.
    sequence: {
      sequencer: class {
        sort = (given) => given
      },
    },
    // Builds and browsers do not run the mutant.
    project: ['!packaging', '!browser'],
  },
  { plugins: [inEveryProject] },
)
const all = await vitest.globTestSpecifications([`${relative(root, packageFolder)}/src/`])

/** Runs tests of the package, by default all, until one fails: one process per kind, in sequence. */
async function firstFailure(path, code, tests) {
  const chosen = tests ? tests.map((test) => all.find(({ moduleId }) => moduleId === test)) : all
  mutated = path ? { path, code } : undefined
  if (path) vitest.invalidateFile(path)
  try {
    // The runner would report every test file it ever ran.
    vitest.state.filesMap.clear()
    vitest.state.idMap.clear()
    const kindOf = ({ project }) => vitest.projects.indexOf(project)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
      chosen.toSorted((a, b) => kindOf(a) - kindOf(b)),
    )
    const failed = testModules.find((module) => module.state() === 'failed')?.moduleId
    return failed ?? (unhandledErrors.length > 0 ? 'an error outside the tests' : null)
  } finally {
    mutated = undefined
    if (path) vitest.invalidateFile(path)
  }
}

/**
 * Returns the tests that import a file, directly or not, as observed in their runs: path of the file → paths of the
 * tests.
 */
function users() {
  const found = {}
  for (const { moduleId, project } of all) {
    const graph = project.vite.environments.ssr.moduleGraph
    const seen = new Set()
    const visit = (module) => {
      if (!module || seen.has(module)) return
      seen.add(module)
      if (module.file?.startsWith(packageFolder)) (found[module.file] ??= []).push(moduleId)
      module.importedModules.forEach(visit)
    }
    visit(graph.getModuleById(moduleId))
  }
  return found
}

process.on('message', async ({ path, code, tests }) => {
  try {
    const failed = await firstFailure(path, code, tests)
    process.send({ failed, ...(tests ? {} : { users: users() }) })
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) })
  }
})
process.send({ ready: true })
