import { build, run } from './build.mjs'

// The command line, too: `bench files` measures it.
build()
process.exitCode = run('apps/bench/dist/cli.js', process.argv.slice(2))
