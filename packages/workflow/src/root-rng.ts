export { rootRng } from '@sdc/engine'
