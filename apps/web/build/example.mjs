import { runnerImport } from 'vite'

/** The text of the example, which the page carries packed: of our sources, as everything in it. */
export async function exampleText(alias) {
  const { module } = await runnerImport('@sdc/datasets/census', {
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
  })
  return module.censusCsv
}
