import { defineMethod, numeric, numericValues } from '@sdc/core'
import { log } from '@sdc/stats'
import * as z from 'zod'
import { value, warned, type Plan, type Release, type StudyAttack } from './attack-study.js'
import { mapped, numbers, people, share } from './tables.js'
import { noise } from './study-parts.js'

const images: Readonly<Record<string, (value: number, isFirst: boolean) => number>> = {
  '7x + 13': (x) => 7 * x + 13,
  'the same, rounded to tens': (x) => 10 * Math.round((7 * x + 13) / 10),
  'another line for each sex': (x, isFirst) => (isFirst ? 3 * x + 5 : 9 * x - 200),
  'the square of the logarithm': (x) => Math.round(1000 * log(1 + x) * log(1 + x)),
}

/** A method that returns such an image. */
export const imageMethod = defineMethod({
  id: 'study/image',
  title: 'Image',
  summary: 'A function of each value.',
  formula: 'y = f(x)',
  source: [{ where: 'this study' }],
  traits: { missing: 'keep', scope: 'file' },
  params: z.object({ of: z.string().meta({ description: 'Which function.' }) }),
  plan: () => ({
    form: 'file',
    mask({ data, whole, columns, params: { of } }) {
      const sex = whole.column('sex')
      const isFirst = (row: number): boolean => sex.kind === 'categorical' && sex.codes[row] === 0
      const image = (name: string) =>
        numeric(numericValues(data, name).map((one, row) => images[of](one, isFirst(row))))
      return { files: [{ columns: new Map(columns.map((name) => [name, image(name)])) }] }
    },
  }),
})

/** A line between known people, one in fifty in the order of the released values (for each sex). */
function interpolated({ x, y }: Release): number {
  const right = ['f', 'm'].flatMap((sex) => {
    const [a, b] = [numbers(x.income), numbers(y.income)]
    const order = [...b.keys()].filter((row) => y.sex[row] === sex).sort((p, q) => b[p] - b[q])
    return order.map((row, at) => {
      const [low, high] = [at - (at % 50), Math.min(order.length - 1, at - (at % 50) + 50)].map((place) => order[place])
      const part = b[high] === b[low] ? 0 : (b[row] - b[low]) / (b[high] - b[low])
      return Math.abs(a[low] + part * (a[high] - a[low]) - a[row]) <= 0.02 * a[row]
    })
  })
  return share(right, (one) => one)
}

const image = (of: string): Partial<Plan> => ({
  step: { use: 'study/image', columns: ['income'], params: { of } },
  change: (y, _, x) =>
    mapped(y, ['income'], (_cell, row) => images[of](Number(x.income[row]), x.sex[row] === x.sex[0])),
})

export const imagesOfOriginals: StudyAttack = {
  name: 'image of the original',
  file: 'people; a plugin gives a function of income',
  counts: 'incomes told within 2 % by one known person in fifty',
  of: people,
  step: noise,
  roles: {},
  attack: interpolated,
  before: [({ x, y }) => ({ text: `${Math.round(100 * share(x.income, (one, row) => one === y.income[row]))} % of the cells unchanged` })], // oxfmt-ignore
  now: [warned(/^UNCHANGED/), value('risk/interval-disclosure')],
  releases: Object.fromEntries(Object.keys(images).map((of) => [of, image(of)])),
}
