import { createRegistry, compare, mask, measure } from '@sdc/engine'
import standard from '@sdc/standard/records'
globalThis.onmessage = () => postMessage([createRegistry().use(standard), compare, mask, measure].length)
