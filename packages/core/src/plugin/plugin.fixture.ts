import * as z from 'zod'
import { defineAttack, type Attack } from '../attack/attack.js'
import { defineMethod, type MaskingMethod } from '../method/method.js'
import { defineMetric, type Metric } from '../metric/metric.js'
import { defineService, type QueryMethod } from '../service/service.js'
import { defineTableMethod, type TableMethod } from '../table/table.js'
import { definePlugin, type Plugin } from './plugin.js'

const card = { title: 'T', summary: 'S.', formula: 'f', source: [{ where: 'a test' }] }

export const method = (id: string): MaskingMethod =>
  defineMethod({
    ...card,
    id,
    traits: { accepts: ['numeric', 'ordered', 'nominal'], missing: 'keep', scope: 'column' },
    params: z.object({}),
    plan: () => ({ form: 'file', mask: () => ({ files: [{ columns: new Map() }] }) }),
  })

export const metric = (id: string): Metric =>
  defineMetric({
    ...card,
    id,
    kind: 'risk',
    better: 'lower',
    unit: '%',
    range: [0, 100],
    recordsOf: 'masked',
    needsOrigin: false,
    atIdentity: null,
    params: z.object({}),
    plan: () => ({ form: 'file', measure: () => ({ value: 0, used: 0 }) }),
  })

export const service: QueryMethod = defineService({
  ...card,
  id: 'services/nothing',
  traits: { missing: 'keep' },
  params: z.object({}),
  build: () => ({ format: 'nothing', json: null, arrays: new Map() }),
  open: () => ({ asks: ['count'], answer: () => ({ value: null, refused: 'nothing is answered' }) }),
})

export const table: TableMethod = defineTableMethod({
  ...card,
  id: 'tabular/nothing',
  step: 'sensitivity',
  params: z.object({}),
  protect: ({ table: { counts } }) => ({ status: new Uint8Array(counts.length) }),
})

export const attack: Attack = defineAttack({
  ...card,
  id: 'attack/nothing',
  knows: { masked: 'The masked file before a later step.' },
  unit: '%',
  params: z.object({}),
  attack: () => ({ value: null, reason: 'nothing is tried', used: 0 }),
})

export const plugin = (name: string, methods: readonly string[], metrics: readonly string[] = []): Plugin =>
  definePlugin({
    name,
    version: '0.1.0',
    sdc: '^1',
    methods: methods.map(method),
    metrics: metrics.map(metric),
  })
