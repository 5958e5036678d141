/** Reads a CSV file and writes a copy with DuckDB: node duckdb-copy.mjs IN OUT. */
import { DuckDBInstance } from '@duckdb/node-api'

const [from, to] = process.argv.slice(2).map((path) => `'${path.replaceAll("'", "''")}'`)
const connection = await (await DuckDBInstance.create(':memory:')).connect()
await connection.run(`copy (select * from read_csv(${from})) to ${to}`)
