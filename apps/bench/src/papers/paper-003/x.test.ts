import { it } from 'vitest'
import { paperOptions } from '../options.fixture.js'
import { renderTable } from '../render.js'
import { leastSuppression } from './paper-003-table-patterns.js'
it('x', async () => {
  const o = paperOptions()
  for (const t of await leastSuppression(o)) console.log(renderTable(t))
})
