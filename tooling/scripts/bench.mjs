import { build, run } from './build.mjs'

// Builds the command line as well, which `bench files` measures.
build()
process.exitCode = run('apps/bench/dist/cli.js', process.argv.slice(2))
