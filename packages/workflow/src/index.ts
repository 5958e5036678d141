/** All workflows of a front end. Programs that start often import a part: `records`, `tables`, `attacks` or `permutations`. */
export * from './records.js'
export * from './tables.js'
export * from './attacks.js'
export * from './permutations.js'
export { jsonSchemaOf, schemaNames } from './json-schemas.js'
