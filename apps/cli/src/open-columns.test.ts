import { describe, expect, it } from 'vitest'
import { censusCsv } from '@sdc/datasets/census'
import { sdc, workFolder } from './cli.fixture.js'

const { write, path, read } = workFolder()
const census = write('census.csv', censusCsv)
it('x', async () => {
  const out = await sdc(
    'mask',
    census,
    '--method',
    'swapping/rank-swap',
    '--columns',
    'PTOTVAL',
    '--seed',
    '1',
    '-o',
    path('o.csv'),
  )
  console.log(out.stderr)
  const r = await sdc(
    'mask',
    census,
    '--method',
    'swapping/rank-swap',
    '--columns',
    'PTOTVAL',
    '--release',
    '--private',
    path('k.json'),
    '-o',
    path('p.csv'),
  )
  console.log(r.status, r.stderr)
  const m = await sdc(
    'measure',
    census,
    path('o.csv'),
    '--columns',
    'PTOTVAL',
    '--metrics',
    'risk/open-columns,risk/dbrl',
  )
  console.log(m.stdout, m.stderr)
  const c = await sdc(
    'compare',
    census,
    '--columns',
    'PTOTVAL',
    '--try',
    'swapping/rank-swap percent=5',
    '--no-reverse-map',
    '--replicates',
    '2',
    '--seed',
    '1',
  )
  console.log(c.stdout, c.stderr)
})
