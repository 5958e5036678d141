import type { Setting, Slot } from './row.fixture.js'

/** Returns every place of a command line where a CSV file is read. */
export function dataSlots({ work, good, masked, plan, plugin, out }: Setting): Slot[] {
  const columns = ['--columns', 'income,tax']
  const noise = ['--method', 'noise/additive']
  const rank = ['--method', 'reverse-map/rank']
  const third = ['--plugin', plugin]
  return [
    ['mask DATA', (path) => ['mask', path, ...noise, ...columns, '-o', out]],
    ['reverse-map ORIGINAL', (path) => ['reverse-map', path, masked, ...columns, '-o', out]],
    ['reverse-map MASKED', (path) => ['reverse-map', good, path, ...columns, '-o', out]],
    ['optimize ORIGINAL', (path) => ['optimize', path, masked, ...columns, ...rank, '-o', out]],
    ['optimize MASKED', (path) => ['optimize', good, path, ...columns, ...rank, '-o', out]],
    ['measure ORIGINAL', (path) => ['measure', path, masked, ...columns]],
    ['measure MASKED', (path) => ['measure', good, path, ...columns]],
    ['measure --population', (path) => ['measure', good, masked, ...columns, '--population', path]],
    ['measure --control', (path) => ['measure', good, masked, ...columns, '--control', path]],
    ['permutation ORIGINAL', (path) => ['permutation', path, masked, ...columns, '-o', out]],
    ['permutation MASKED', (path) => ['permutation', good, path, ...columns, '-o', out]],
    ['permutation verify RELEASED', (path) => ['permutation', 'verify', path, '--value', 'income=1000']],
    ['risk DATA', (path) => ['risk', path]],
    ['run --data', (path) => ['run', plan, '--data', path, '-o', out]],
    ['compare DATA', (path) => ['compare', path, ...columns, '--methods', 'swapping/rank-swap', '-o', `${out}.d`]],
    ['compare PLAN --data', (path) => ['compare', plan, '--data', path]],
    ['combine FILE', (path) => ['combine', good, path, '--columns', 'income', '--kind', 'partial']],
    ['estimate MASKED', (path) => ['estimate', path, '--matrix', matrixFile(work), '--columns', 'region']],
    ['combine ESTIMATES', (path) => ['combine', path, '--kind', 'full']],
    [
      'attack inversion RELEASED',
      (path) => ['attack', 'inversion', path, masked, ...columns, '--function', 'linear:2,3', '-o', out],
    ],
    [
      'attack inversion MASKED',
      (path) => ['attack', 'inversion', good, path, ...columns, '--function', 'rounding:10', '-o', out],
    ],
    [
      'attack inversion --original',
      (path) => ['attack', 'inversion', good, masked, ...columns, '--function', 'linear:1,0', '--original', path],
    ],
    [
      'attack inversion --function table',
      (path) => ['attack', 'inversion', good, masked, ...columns, '--function', `table:${path}`],
    ],
    ['attack linkage --data', (path) => ['attack', 'linkage', plan, '--data', path, '--replicates', '2']],
    [
      'attack run RELEASED',
      (path) => ['attack', 'run', 'attacks/inversion', path, '--known', `masked=${masked}`, ...columns],
    ],
    [
      'attack run --known',
      (path) => ['attack', 'run', 'attacks/inversion', good, '--known', `masked=${path}`, ...columns],
    ],
    [
      'service build DATA',
      (path) => ['service', 'build', 'third/counts', path, ...columns, '--private', out, ...third],
    ],
    [
      'table apply TABLE',
      (path) => ['table', 'apply', 'third/rule', path, '--by', 'tax', '--value', 'income', '-o', out, ...third],
    ],
    ['table read TABLE', (path) => ['table', 'read', path, '--by', 'tax', '--value', 'income', '-o', out]],
    ['weights margins DATA', (path) => ['weights', 'margins', path, '--columns', 'region', '-o', out]],
    [
      'weights calibrate DATA',
      (path) => ['weights', 'calibrate', path, '--margins', marginsFile(work), '--weight', 'tax', '-o', out],
    ],
    [
      'weights calibrate --margins',
      (path) => ['weights', 'calibrate', good, '--margins', path, '--weight', 'tax', '-o', out],
    ],
    ['table build DATA', (path) => ['table', 'build', path, '--by', 'tax', '--value', 'income', '-o', out]],
  ]
}

/** Returns every place where a schema is read. */
export function schemaSlots({ work, good, masked, plugin, out }: Setting): Slot[] {
  const columns = ['--columns', 'income,tax']
  return [
    ['mask', (path) => ['mask', good, '--method', 'noise/additive', ...columns, '--schema', path, '-o', out]],
    ['reverse-map', (path) => ['reverse-map', good, masked, ...columns, '--schema', path, '-o', out]],
    [
      'optimize',
      (path) => ['optimize', good, masked, ...columns, '--method', 'reverse-map/rank', '--schema', path, '-o', out],
    ],
    ['measure', (path) => ['measure', good, masked, ...columns, '--schema', path]],
    ['permutation', (path) => ['permutation', good, masked, ...columns, '--schema', path, '-o', out]],
    ['permutation verify', (path) => ['permutation', 'verify', good, '--value', 'income=1', '--schema', path]],
    ['risk', (path) => ['risk', good, '--schema', path]],
    ['weights margins', (path) => ['weights', 'margins', good, '--columns', 'region', '--schema', path, '-o', out]],
    [
      'weights calibrate',
      (path) => ['weights', 'calibrate', good, '--margins', marginsFile(work), '--schema', path, '-o', out],
    ],
    ['compare', (path) => ['compare', good, ...columns, '--methods', 'swapping/rank-swap', '--schema', path]],
    ['combine', (path) => ['combine', good, masked, '--columns', 'income', '--kind', 'partial', '--schema', path]],
    ['estimate', (path) => ['estimate', good, '--matrix', matrixFile(work), '--columns', 'region', '--schema', path]],
    [
      'attack inversion',
      (path) => ['attack', 'inversion', good, masked, ...columns, '--function', 'linear:2,3', '--schema', path],
    ],
    [
      'attack run',
      (path) => [
        'attack',
        'run',
        'attacks/inversion',
        good,
        '--known',
        `masked=${masked}`,
        ...columns,
        '--schema',
        path,
      ],
    ],
    ['table build', (path) => ['table', 'build', good, '--by', 'region', '--schema', path, '-o', out]],
    [
      'service build',
      (path) => [
        'service',
        'build',
        'third/counts',
        good,
        ...columns,
        '--schema',
        path,
        '--private',
        out,
        '--plugin',
        plugin,
      ],
    ],
  ]
}

/** Returns every command that reads a plan. */
export function planSlots({ good, out }: Setting): Slot[] {
  return [
    ['run', (path) => ['run', path, '--data', good, '-o', out]],
    ['compare', (path) => ['compare', path, '--data', good, '-o', `${out}.d`]],
    ['attack linkage', (path) => ['attack', 'linkage', path, '--data', good, '--replicates', '2']],
  ]
}

function marginsFile(work: Setting['work']): string {
  return work.write('slot-margins.csv', 'column,category,total\nregion,north,300\nregion,south,500\n')
}

/** Writes a transition matrix of the regions. */
function matrixFile(work: Setting['work']): string {
  return work.write('slot-matrix.csv', ',north,south\nnorth,.9,.1\nsouth,.2,.8\n')
}
