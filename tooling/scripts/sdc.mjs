import { build, run } from './build.mjs'

build('@sdc/cli')
process.exitCode = run('apps/cli/dist/cli.js', process.argv.slice(2))
