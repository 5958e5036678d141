import { it } from 'vitest'
import { exactSuppressionMethod, auditMethod } from '../../tabular/src/index.js'
import { artificialTables } from './table/artificial-tables.js'
import { runTable, suiteSensitivity } from './table/table-run.js'
it('x', async () => {
  for (const m of [exactSuppressionMethod, auditMethod]) for (const [name, table] of artificialTables()) {
    const c = process.cpuUsage()
    const r = await runTable(m as never, table).then(() => 'ok', (e) => e.message)
    const d = process.cpuUsage(c)
    console.log(m.id, name, table.values.length, suiteSensitivity(table).status.filter((x) => x).length, ((d.user + d.system) / 1000).toFixed(0) + 'ms', r)
  }
}, 120000)
