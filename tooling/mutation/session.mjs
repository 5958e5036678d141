/**
 * A test runner that stays up. Started by runner.mjs, which stops it where a mutant runs for ever; it is told a file and
 * its mutated text, and tells which test file it begins and whether one of them failed.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { createVitest } from 'vitest/node'
import { nearestFirst } from './nearest.mjs'

const [root, packageFolder] = process.argv.slice(2)
let mutated

const mutant = {
  name: 'mutant',
  enforce: 'pre',
  transform: (code, id) => (mutated?.path === id.split('?')[0] ? { code: mutated.code, map: null } : null),
}
/** Projects take no plugin from the root. */
const inEveryProject = {
  name: 'mutant-in-every-project',
  config: ({ test }) => test.projects.forEach(({ plugins }) => plugins.push(mutant)),
}
const vitest = await createVitest(
  'test',
  {
    root,
    watch: false,
    reporters: [{}],
    maxWorkers: 1,
    // Builds and browsers show no mutant.
    project: ['!packaging', '!browser'],
    // A file of the cache would be taken for its mutant.
    experimental: { fsModuleCache: false },
  },
  { plugins: [inEveryProject] },
)
const own = [`${relative(root, packageFolder)}/src/`]
await vitest.globTestSpecifications(own)

/** The tests that import the file, directly or not, the nearest first. */
async function relevant(path) {
  vitest.config.related = path ? [path] : undefined
  const specifications = await vitest.getRelevantTestSpecifications(own)
  if (!path) return specifications
  const byPath = new Map(specifications.map((one) => [one.moduleId, one]))
  return nearestFirst([...byPath.keys()], path, (test) => readFileSync(test, 'utf8')).map((test) => byPath.get(test))
}

/** Runs the tests one file after the other until one fails. */
async function firstFailure(path, code) {
  const specifications = await relevant(path)
  mutated = path ? { path, code } : undefined
  if (path) vitest.invalidateFile(path)
  try {
    for (const specification of specifications) {
      process.send({ begins: specification.moduleId })
      vitest.state.clearErrors()
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
      // The runner tells of every test file it ever ran.
      const ran = testModules.filter(({ moduleId }) => moduleId === specification.moduleId)
      if (unhandledErrors.length > 0 || ran.some((module) => !module.ok())) return specification.moduleId
    }
    return null
  } finally {
    mutated = undefined
    if (path) vitest.invalidateFile(path)
  }
}

process.on('message', async ({ path, code }) => {
  try {
    process.send({ failed: await firstFailure(path, code) })
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) })
  }
})
process.send({ ready: true })
