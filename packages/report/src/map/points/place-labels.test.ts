import fc from 'fast-check'
import { expect, it } from 'vitest'
import { overlap, placeLabels, type Box, type LabelRequest } from './place-labels.js'

const frame: Box = { left: 0, top: 0, right: 400, bottom: 300 }
const request = (x: number, y: number, text: string, required = false): LabelRequest => ({
  text,
  x,
  y,
  size: 11,
  radius: 5,
  required,
  bold: false,
  colour: 'black',
  of: [],
  isCount: false,
})

it('covers no point and no other label, and stays within the frame', () => {
  const places = fc.array(
    fc.tuple(fc.double({ min: 0, max: 400, noNaN: true }), fc.double({ min: 0, max: 300, noNaN: true })),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(places, (points) => {
      const dots = points.map(([x, y]): Box => ({ left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 }))
      const placed = placeLabels(
        points.map(([x, y], i) => request(x, y, `k = ${i}`)),
        dots,
        [],
        frame,
      )
      for (const [i, { box }] of placed.entries()) {
        expect(box.left >= 0 && box.right <= 400 && box.top >= 0 && box.bottom <= 300).toBe(true)
        for (const dot of dots) expect(overlap(box, dot)).toBe(0)
        for (const other of placed.slice(i + 1)) expect(overlap(box, other.box)).toBe(0)
      }
    }),
  )
})

it('leaves out labels without room, unless they are required', () => {
  const everywhere: Box[] = [frame]
  expect(placeLabels([request(200, 150, 'a')], everywhere, [], frame)).toHaveLength(0)
  expect(placeLabels([request(200, 150, 'a', true)], everywhere, [], frame)).toHaveLength(1)
})

it('avoids lines if possible', () => {
  const line: Box = { left: 200, right: 400, top: 149, bottom: 151 }
  const [label] = placeLabels([request(200, 150, 'k = 3')], [], [line], frame)
  expect(overlap(label.box, line)).toBe(0)
  const [free] = placeLabels([request(200, 150, 'k = 3')], [], [], frame)
  expect([free.anchor, free.box.left]).toEqual(['start', 208])
})
