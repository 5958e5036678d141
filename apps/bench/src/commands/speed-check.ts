import { SdcError } from '@sdc/core'
import { readText } from '@sdc/io/node'
import { parseBenchmarks } from '../speed/benchmarks-file.js'
import { checkable, checkSpeed, drift, fails } from '../speed/check-speed.js'
import { checkText } from '../speed/check-text.js'
import { measureInChild } from '../speed/child.js'
import { gridOperations } from '../speed/grid.js'
import { titleOf } from '../speed/operation.js'
import { rowMeasurer } from '../speed/row-measurer.js'
import { sortClock } from '../speed/sort-clock.js'
import type { Surroundings } from '../surroundings.js'

/** Seconds for a row; the slowest that are checked take a second or two. */
const limit = 60

/** `speed --check FILE`: exit status 1 where a row is much slower than the committed one, or does not run. */
export async function runCheck(
  file: string,
  { stdout, stderr, registry, program, setStatus }: Surroundings,
  only = '',
): Promise<void> {
  const committed = parseBenchmarks(await readText(file))
  const everything = gridOperations(registry)
  const rows = checkable(
    everything.filter(({ id }) => id.includes(only)),
    committed,
  )
  if (rows.length === 0) {
    throw new SdcError('BAD_OPTION', `no row to check in ${file}`, {}, 'bench speed --write makes such a file.')
  }
  const measure = rowMeasurer(sortClock(2), (operation) =>
    measureInChild(program, { operation, effort: 'full' }, limit),
  )
  const checked = await checkSpeed(rows, measure, ({ operation, verdict }, done) =>
    stderr.write(`${done}/${rows.length} ${titleOf(operation)} × ${operation.d}: ${verdict}\n`),
  )
  stdout.write(`${checkText(checked)}\n`)
  const { notCommitted, notMeasured } = drift(everything, committed)
  if (notCommitted.length > 0) stderr.write(`warning: not in ${file}: ${notCommitted.join('; ')}\n`)
  if (notMeasured.length > 0) stderr.write(`warning: only in ${file}: ${notMeasured.join('; ')}\n`)
  for (const { operation, verdict, why } of checked) {
    if (!fails(verdict)) continue
    stderr.write(`FAILED ${titleOf(operation)}, n = ${operation.n}, d = ${operation.d}: ${why ?? verdict}\n`)
    setStatus(1)
  }
}
