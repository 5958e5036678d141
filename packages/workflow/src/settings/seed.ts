export { checkSeed } from '@sdc/engine'
