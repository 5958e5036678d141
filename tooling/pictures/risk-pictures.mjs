// Draws the pictures of docs/risks.md into docs/pictures/: `node tooling/pictures/risk-pictures.mjs`.
import { writeFileSync } from 'node:fs'

const [ink, quiet, bad, good] = ['#1f2328', '#8b949e', '#b3001b', '#0f6e4f']
const text = (x, y, value, { size = 13, colour = ink, anchor = 'start', weight = 400 } = {}) =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}" text-anchor="${anchor}" font-weight="${weight}">${value}</text>`
const dot = (x, y, colour = quiet, r = 6) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`
const line = (x1, y1, x2, y2, colour = ink, more = '') =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}" stroke-width="1.5" ${more}/>`
const box = (x, y, width, height, colour, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour}" ${more}/>`
const dashed = 'stroke-dasharray="4 3"'

/** Draws rows of cells as text, with the first one as the head; `marks` are rows in colour. */
const rows = (x, y, widths, cells, marks = {}) =>
  cells
    .flatMap((row, i) =>
      row.map((cell, j) => {
        const left = x + widths.slice(0, j).reduce((sum, width) => sum + width, 0)
        return text(left, y + 20 * i, cell, { weight: i === 0 ? 700 : 400, colour: marks[i] ?? ink })
      }),
    )
    .join('')

const pictures = {
  identity: [
    'Four records; three share age, sex and district, one has its own combination',
    text(20, 28, 'An intruder knows: age 83, female, Moor', { weight: 700 }) +
      rows(
        20,
        62,
        [60, 80, 80, 110],
        [
          ['age', 'sex', 'district', 'diagnosis'],
          ['44', 'male', 'Altdorf', 'injury'],
          ['44', 'male', 'Altdorf', 'diabetes'],
          ['44', 'male', 'Altdorf', 'asthma'],
          ['83', 'female', 'Moor', 'cancer'],
        ],
        { 4: bad },
      ) +
      text(360, 102, 'class of three: a guess is right', { colour: good }) +
      text(360, 120, 'with a chance of 1 in 3', { colour: good }) +
      text(360, 142, 'unique: the record is found', { colour: bad }),
  ],
  linkage: [
    'Original values joined with the nearest masked record: two links are right, one is wrong',
    [
      [90, 120, 120, 100, good],
      [260, 70, 235, 95, good],
      [410, 130, 480, 70, bad],
    ]
      .map(([x, y, u, v, colour]) => dot(x, y, ink) + dot(u, v, 'none') + line(x, y, u, v, colour))
      .join('') +
      [
        [120, 100],
        [235, 95],
        [480, 70],
        [400, 100],
      ]
        .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="6" fill="#fff" stroke="${ink}" stroke-width="2"/>`)
        .join('') +
      line(410, 130, 402, 106, quiet, dashed) +
      text(430, 128, 'the nearest masked record', { colour: quiet }) +
      text(430, 145, 'is another person’s: not linked', { colour: quiet }) +
      dot(30, 30, ink) +
      text(44, 35, 'known to the intruder') +
      `<circle cx="240" cy="30" r="6" fill="#fff" stroke="${ink}" stroke-width="2"/>` +
      text(254, 35, 'masked record; the line leads to the right one'),
  ],
  attribute: [
    'The interval for a confidential value: wide without the file, narrow with it',
    text(20, 30, 'Income of a person, in thousands', { weight: 700 }) +
      line(60, 150, 580, 150) +
      [0, 20, 40, 60, 80, 100].map((value) => text(60 + value * 5.2, 168, value, { anchor: 'middle' })).join('') +
      box(90, 58, 400, 16, quiet, 'opacity="0.5"') +
      text(90, 52, 'without the file: the distribution of everybody', { colour: quiet }) +
      box(300, 108, 60, 16, bad) +
      text(368, 121, 'with the masked record: narrow', { colour: bad }) +
      line(330, 58, 330, 150, ink, dashed) +
      text(334, 142, 'true value'),
  ],
  membership: [
    'Distance to the nearest synthetic record: people in the file lie nearer than others',
    text(20, 28, 'Distance to the nearest released record', { weight: 700 }) +
      [95, 110, 118, 130, 150, 170, 205].map((x) => dot(x, 70, bad)).join('') +
      text(330, 75, 'people in the file', { colour: bad }) +
      [140, 190, 240, 265, 310, 350, 420].map((x) => dot(x, 115, quiet)).join('') +
      text(440, 120, 'people who are not in it', { colour: quiet }) +
      line(60, 145, 580, 145) +
      text(60, 165, '0') +
      line(180, 50, 180, 145, ink, dashed) +
      text(186, 160, 'nearer than this: probably in the file'),
  ],
  open: [
    'A masked column and an unmasked one that predicts it',
    text(20, 28, 'Masked: income.  Unmasked: tax', { weight: 700 }) +
      line(60, 160, 300, 160) +
      line(60, 160, 60, 45) +
      text(180, 178, 'tax (unmasked)', { anchor: 'middle' }) +
      text(66, 55, 'income (original)') +
      Array.from({ length: 14 }, (_, i) => dot(75 + 15 * i, 152 - 6.6 * i + (i % 3) * 3 - 3, bad, 4)).join('') +
      text(330, 85, 'An intruder computes income from tax,') +
      text(330, 103, 'whatever masking income had.') +
      text(330, 130, 'Mask both, or accept the column by name.', { colour: good }),
  ],
  table: [
    'A cell of a table: the second firm subtracts its share from the sum',
    text(20, 28, 'Nevada, May: published sum 104,763', { weight: 700 }) +
      box(20, 50, 320, 34, bad, 'opacity="0.85"') +
      box(340, 50, 191, 34, quiet) +
      box(531, 50, 27, 34, '#d0d7de') +
      text(30, 72, 'firm A: 60,102', { colour: '#fff', weight: 700 }) +
      text(350, 72, 'firm B: 36,011', { colour: '#fff', weight: 700 }) +
      text(531, 102, 'others') +
      line(20, 112, 386, 112, bad) +
      line(386, 106, 386, 118, bad) +
      line(20, 106, 20, 118, bad) +
      text(20, 136, 'B computes: A made at most 104,763 − 36,011 = 68,752', { colour: bad }) +
      text(20, 158, '14.4 % more than the truth: too near under the 15 % rule'),
  ],
}

for (const [name, [title, content]] of Object.entries(pictures)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 185" width="640" font-family="DejaVu Sans, Verdana, sans-serif" role="img"><title>${title}</title><rect width="640" height="185" rx="6" fill="#fff"/>${content}</svg>\n`
  writeFileSync(new URL(`../../docs/pictures/risk-${name}.svg`, import.meta.url), svg)
}
