/** References of this plugin. Those of the project are `literature` in @sdc/core.
 *
 * @type {import('@sdc/core').References}
 */
export const references = {
  'moore-1996': {
    authors: ['Moore, R. A.'],
    year: 1996,
    title: 'Controlled data swapping techniques for masking public use microdata sets',
    in: 'Research report RR96/04, US Census Bureau',
  },
}
