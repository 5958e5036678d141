/** The sources of our packages by their names, entries of packages included: what tests run instead of builds. */
export const sources: readonly (readonly [name: RegExp, source: string])[] = [
  [/^@sdc\/stats\/distributions$/, 'packages/stats/src/distributions.ts'],
  [/^@sdc\/(stats|toolkit)\/internal$/, 'packages/$1/src/internal.ts'],
  [/^@sdc\/datasets\/(census|eia)$/, 'packages/datasets/src/$1.ts'],
  [/^@sdc\/(io|scale)\/node$/, 'packages/$1/src/node.ts'],
  [/^@sdc\/io\/xlsx$/, 'packages/io/src/xlsx.ts'],
  [/^@sdc\/engine\/(workers|web-workers|in-parts)$/, 'packages/engine/src/$1.ts'],
  [/^@sdc\/report\/(looks|release|tables)$/, 'packages/report/src/$1.ts'],
  [/^@sdc\/standard\/(records|needed)$/, 'packages/standard/src/$1.ts'],
  [/^@sdc\/workflow\/(records|tables|attacks|permutations|policies|reports)$/, 'packages/workflow/src/$1.ts'],
  [/^@sdc\/testing\/sdc-process$/, 'packages/testing/src/sdc-process.mjs'],
  [/^@sdc\/testing\/([\w-]+)$/, 'packages/testing/src/$1.ts'],
  [/^@sdc\/([\w-]+)$/, 'packages/$1/src/index.ts'],
]
