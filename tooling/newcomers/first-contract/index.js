import * as z from 'zod'

/** A plugin as the first contract had it, before `accepts`, `claims`, topics and keys of sources. */
export default {
  name: 'sdc-newcomer-first-contract',
  version: '1.0.0',
  sdc: '^1',
  methods: [
    {
      id: 'first/nothing',
      title: 'Nothing',
      summary: 'Changes nothing.',
      formula: 'y = x',
      source: 'This plugin',
      traits: {
        columns: 'numeric',
        stochastic: false,
        missing: 'keep',
        given: 'unused',
        records: 'same',
        scope: 'column',
        keepsMeans: true,
      },
      params: z.object({}),
      apply: ({ data, columns }) => ({
        files: [{ columns: new Map(columns.map((name) => [name, data.column(name)])) }],
      }),
    },
  ],
}
