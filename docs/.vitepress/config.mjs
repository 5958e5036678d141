export { default } from '../../tooling/site/config.mjs'
