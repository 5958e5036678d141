import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Values, parameters and options that distributions, resampling, compression and regional regressions cannot use. */
export function distortionRows({ work, good, out }: Setting): Row[] {
  const lines = Array.from({ length: 12 }, (_, i) => {
    const [signed, half, count] = [i - 3, i + 0.5, i % 5]
    return [signed, half, count, 7, '', i === 4 ? '' : i, i % 2 === 0 ? 'north' : 'south', i === 2 ? '' : 'west', 50 - i * i].join() // oxfmt-ignore
  })
  const file = work.write('laws.csv', `signed,half,count,same,none,holed,region,where,other\n${lines.join('\n')}\n`)
  const mask = (method: string, columns: string, ...more: readonly string[]): string[] => [
    'mask',
    file,
    '--method',
    method,
    '--columns',
    columns,
    '-o',
    out,
    ...more,
  ]
  const [law, image, boot, model] = [
    'distortion/by-distribution',
    'distortion/lossy-compression',
    'distortion/resampling',
    'linear/franconi-stander',
  ]
  const set = (...settings: readonly string[]): string[] => settings.flatMap((one) => ['--set', one])
  const positive = ['log-normal', 'gamma', 'weibull', 'chi-squared']
  const schema = work.write('laws.yaml', 'columns: { region: { role: non-confidential } }\n')
  return [
    ...positive.map((family): Row => [
      `${law}: ${family} for negative values`,
      mask(law, 'signed', ...set(`family=${family}`)),
      'BAD_PARAMETER',
      /column "signed" has the value -3 in record 1; a \S+ distribution is one of positive numbers/,
    ]),
    ...rowsOf`
      ${law}: exponential for negative values | ${mask(law, 'signed')} ${set('family=exponential')} | BAD_PARAMETER | /-3 in record 1; .*numbers from 0 on/
      ${law}: Poisson for values that are not whole | ${mask(law, 'half')} ${set('family=poisson')} | BAD_PARAMETER | /0\.5 in record 1; a poisson distribution is one of whole numbers from 0 on/
      ${law}: Poisson for negative values | ${mask(law, 'signed')} ${set('family=poisson')} | BAD_PARAMETER | /whole numbers/
    `,
    ...[law, boot, image].flatMap((method): Row[] => [
      [`${method}: a constant column`, mask(method, 'same'), 'CONSTANT_COLUMN', /"same"/],
      [`${method}: all missing`, mask(method, 'none'), 'ALL_MISSING', /"none" has no value/],
    ]),
    ...rowsOf`
      ${law}: an unknown family | ${mask(law, 'half')} ${set('family=cauchy')} | BAD_PARAMETER | /family.*cauchy/
      ${law}: a p above 1 | ${mask(law, 'half')} ${set('minimumP=1.5')} | BAD_PARAMETER | /minimumP must be/
      ${law}: bootstrap samples below 0 | ${mask(law, 'half')} ${set('bootstrap=-1')} | BAD_PARAMETER | /bootstrap must/
      ${law}: categories mapped by rank | ${mask(law, 'half,region')} ${set('map=true')} | BAD_PARAMETER | /"region" holds categories, which have no ranks/
      ${law}: columns to condition on | ${mask(law, 'half')} --given other | BAD_PLAN | /does not condition/
    `,
    ...['0', '101', '80.5', 'high'].map((quality): Row => [
      `${image}: quality ${quality}`,
      mask(image, 'half,other', ...set(`quality=${quality}`)),
      'BAD_PARAMETER',
      /quality must be a whole number/,
    ]),
    ...rowsOf`
      ${image}: an order that is none | ${mask(image, 'half')} ${set('sort=name')} | BAD_PARAMETER | /sort must be/
      ${image}: missing values | ${mask(image, 'half,holed')} | MISSING_VALUES | /holed \(1\).*record 5/
      ${image}: categories | ${mask(image, 'half,region')} | NOT_NUMERIC | /"region"/
      ${boot}: no samples | ${mask(boot, 'half')} ${set('samples=0')} | BAD_PARAMETER | /samples must be/
      ${boot}: half a sample | ${mask(boot, 'half')} ${set('samples=2.5')} | BAD_PARAMETER | /samples must be/
      ${model}: an unknown rule | ${mask(model, 'half,other')} ${set('rule=push')} | BAD_PARAMETER | /rule must be/
      ${model}: a shift above 1 | ${mask(model, 'half,other')} ${set('shift=1.5')} | BAD_PARAMETER | /shift must be/
      ${model}: an unknown column of regions | ${mask(model, 'half,other')} ${set('regions=land')} | UNKNOWN_COLUMN | /"land"/
      ${model}: regions that are masked | ${mask(model, 'half,other')} ${set('regions=other')} | BAD_PARAMETER | /"other" is masked and cannot define the regions/
      ${model}: a record without a region | ${mask(model, 'half,other')} ${set('regions=where', 'minimumUnits=5')} | MISSING_VALUES | /record 3 has no region: its value in "where" is missing/
      ${model}: regions larger than the file | ${mask(model, 'half,other')} ${set('regions=region')} | TOO_FEW_RECORDS | /12 records are fewer than the 50 that a region must have/
      ${model}: regions of one record | ${mask(model, 'half,other')} ${set('regions=region', 'minimumUnits=1')} | BAD_PARAMETER | /minimumUnits must be/
      ${model}: a region too small for the regression | ${mask(model, 'half,other')} --given count ${set('regions=signed', 'minimumUnits=2')} | TOO_FEW_RECORDS | /in the region -?\d+ \+ -?\d+: a regression/
      --fits with a method that fits no law | ${mask(boot, 'half')} --fits ${work.path('fits.svg')} | BAD_OPTION | /there are no fitted laws to draw/
      --fits without a name | ${mask(law, 'half')} --fits '' | BAD_OPTION| | /fits/
      --fits over the data | ${mask(law, 'half')} --fits ${file} | BAD_OPTION | /overwritten/
      --fits over the masked file | ${mask(law, 'half')} --fits ${out} | BAD_OPTION | /out\.csv/
      --fits over the schema | ${mask(law, 'half')} --schema ${schema} --fits ${schema} | BAD_OPTION | /overwritten/
      --fits into a folder that is none | ${mask(law, 'half')} --fits ${good}/fits.svg | FILE | /./
    `,
  ]
}
