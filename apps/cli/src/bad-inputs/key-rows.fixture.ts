import { rowsOf, type Row, type Setting } from './row.fixture.js'

/**
 * Data for which metrics of quasi-identifiers cannot be computed: sensitive columns, taxonomies, and population size.
 */
export function keyRows({ work, good, masked }: Setting): Row[] {
  const schemaOf = (name: string, region: string): string =>
    work.write(name, `columns: { age: { role: quasi-identifier }, region: { role: confidential${region} } }\n`)
  const plain = schemaOf('keys.yaml', '')
  const lacking = schemaOf('keys-lacking.yaml', ', taxonomy: { north: land }')
  const circle = schemaOf('keys-circle.yaml', ', taxonomy: { north: land, south: land, land: north }')
  const measure = (schema: string, metric: string, ...settings: readonly string[]): string[] => [
    'measure',
    good,
    masked,
    '--columns',
    'income',
    '--schema',
    schema,
    '--metrics',
    `risk/${metric}`,
    ...settings.flatMap((one) => ['--set', `${metric}.${one}`]),
  ]
  return rowsOf`
      l-diversity: a sensitive column that is a key | ${measure(plain, 'l-diversity', 'sensitive=["age"]')} | BAD_PARAMETER | /column "age" is both confidential and a quasi-identifier/
      t-closeness: a sensitive column that is a key | ${measure(plain, 't-closeness', 'sensitive=["region","age"]')} | BAD_PARAMETER | /column "age" is both confidential and a quasi-identifier/
      l-diversity: an unknown sensitive column | ${measure(plain, 'l-diversity', 'sensitive=["job"]')} | UNKNOWN_COLUMN | /no confidential column "job"[^]*The columns are id/
      l-diversity: a sensitive column without a list | ${measure(plain, 'l-diversity', 'sensitive=region')} | BAD_PARAMETER | /sensitive must be a list[^]*\["income"\]/
      l-diversity: an ℓ of 0 | ${measure(plain, 'l-diversity', 'l=0')} | BAD_PARAMETER | /l must be a number >= 1/
      t-closeness: an order of text | ${measure(plain, 't-closeness', 'distance=ordered')} | NOT_ORDERED | /categories of column "region" have no order/
      t-closeness: no taxonomy | ${measure(plain, 't-closeness', 'distance=hierarchical')} | BAD_PARAMETER | /column "region" has no hierarchy/
      t-closeness: a category outside the taxonomy | ${measure(lacking, 't-closeness')} | BAD_PLAN | /the taxonomy does not have the category "south"/
      t-closeness: a taxonomy in a circle | ${measure(circle, 't-closeness')} | BAD_PLAN | /the taxonomy has a cycle: north → land → north/
      k-anonymity: an unknown rule for missing keys | ${measure(plain, 'k-anonymity', 'missing=category')} | BAD_PARAMETER | /missing must be one of wildcard, own-level, never, share/
      reidentification: a threshold in percent | ${measure(plain, 'reidentification', 'threshold=20')} | BAD_PARAMETER | /threshold must be a number >= 0 and <= 1/
      population-uniques: a sampling fraction of 0 | ${measure(plain, 'population-uniques', 'samplingFraction=0')} | BAD_PARAMETER | /samplingFraction must be a number > 0 and <= 1/
      population-uniques: a population below the file | ${measure(plain, 'population-uniques', 'populationSize=59')} | BAD_PARAMETER | /populationSize is 59, smaller than the 60 records of the file/
      population-uniques: two sizes | ${measure(plain, 'population-uniques', 'populationSize=600', 'samplingFraction=.1')} | BAD_PARAMETER | /populationSize and samplingFraction are both given/
    `
}
