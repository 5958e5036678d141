/** Sources of our packages by their names, entries of packages included; tests run these instead of builds. */
export const sources: readonly (readonly [name: RegExp, source: string])[] = [
  [/^@sdc\/stats\/(distributions|trees)$/, 'packages/stats/src/$1.ts'],
  [/^@sdc\/(stats|toolkit)\/internal$/, 'packages/$1/src/internal.ts'],
  [/^@sdc\/datasets\/(census|eia)$/, 'packages/datasets/src/$1.ts'],
  [/^@sdc\/files\/(node|parquet|formats|xlsx)$/, 'packages/files/src/$1.ts'],
  [/^@sdc\/engine\/(workers|web-workers|partitions|node)$/, 'packages/engine/src/$1.ts'],
  [/^@sdc\/report\/(looks|release|tables)$/, 'packages/report/src/$1.ts'],
  [/^@sdc\/standard\/(records|needed)$/, 'packages/standard/src/$1.ts'],
  [/^@sdc\/release\/(node|tasks|reports)$/, 'packages/release/src/$1.ts'],
  [/^@sdc\/testing\/sdc-process$/, 'packages/testing/src/sdc-process.mjs'],
  [/^@sdc\/testing\/([\w-]+)$/, 'packages/testing/src/$1.ts'],
  [/^@sdc\/([\w-]+)$/, 'packages/$1/src/index.ts'],
]
