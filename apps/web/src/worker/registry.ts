import { createRegistry, type Registry } from '@sdc/core'
import masking from '@sdc/standard/records'

let made: Registry | undefined

/** Every method, metric and attack of a file of records; made when it is first asked for. */
export function registry(): Registry {
  return (made ??= createRegistry().use(masking).freeze())
}
