/** What a front end does, whole; by what is done, for programs that start often: `records`, `tables`, `attacks`, `permutations`. */
export * from './records.js'
export * from './tables.js'
export * from './attacks.js'
export * from './permutations.js'
export { jsonSchemaOf, schemaNames } from './json-schemas.js'
