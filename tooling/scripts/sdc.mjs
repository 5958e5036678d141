import { build, run } from './build.mjs'

build()
process.exitCode = run('apps/cli/dist/cli.js', process.argv.slice(2))
