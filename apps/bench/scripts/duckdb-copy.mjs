/** Reads a CSV file by DuckDB and writes it as another: node duckdb-copy.mjs IN OUT. */
import { DuckDBInstance } from '@duckdb/node-api'

const [from, to] = process.argv.slice(2).map((path) => `'${path.replaceAll("'", "''")}'`)
const connection = await (await DuckDBInstance.create(':memory:')).connect()
await connection.run(`copy (select * from read_csv(${from})) to ${to}`)
