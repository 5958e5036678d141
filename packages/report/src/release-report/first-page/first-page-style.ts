import { paper } from '../page/page-boxes.js'

/**
 * Measures of the signed page on paper, in millimetres. The number of items that fit is computed from them, so that the
 * page stays one sheet in every font.
 */
export const measures = {
  title: { line: 8, size: 19, most: 2 },
  subtitle: { line: 4.6, size: 9.6, most: 2, gap: 3 },
  done: { line: 5.2, size: 10.8, most: 5, gap: 3.5 },
  box: { line: 4.8, size: 10, most: 3, gap: 3, around: 4.4, inset: 14 },
  heading: { height: 8.5 },
  head: { line: 3.8, size: 8.4, most: 2, around: 1.6 },
  row: { line: 4.2, size: 9, most: 2, around: 2.1 },
  note: { line: 3.8, size: 8.2, most: 2, around: 0.8 },
  item: { line: 4.2, size: 9, most: 2, around: 0.8 },
  exception: { most: 2 },
  hash: { line: 4.2, lines: 2 },
  more: 5,
  /** Widths of the columns of the policy's table; the first one gets the rest. */
  columns: { limit: 28, limitAlone: 36, released: 28, worst: 25, independent: 25, state: 24, gap: 2.5 },
  lists: { heading: 6.5, gap: 8 },
  lines: 36,
  /** Reserve for the rounding of a printer. */
  spare: 4,
} as const

const m = measures
const clamps = [2, 3, 5].map((n) => `.first .k${n}{-webkit-line-clamp:${n}}`).join('')
const { columns: c } = m

/** Print rules of the signed page: each text has its computed number of lines, and ends in … if a font is wider. */
export const firstPageStyle = `.first .why td{padding-top:0}.first .with>*{border-bottom:0;padding-bottom:.1rem}.struck{border:1px dashed var(--bad);color:var(--bad);padding:.8rem;margin-top:1.6rem;text-align:center}
.ghost{display:none}
@media print{.first .k2,.first .k3,.first .k5{display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden}${clamps}
.first{height:${paper.height - 1}mm;display:flex;flex-direction:column;overflow:hidden;break-after:page;break-inside:avoid}.first>*{flex:none}.first h1{font-size:${m.title.size}pt;line-height:${m.title.line}mm}.first .sub{font-size:${m.subtitle.size}pt;line-height:${m.subtitle.line}mm;margin:0}.first .done{font-size:${m.done.size}pt;line-height:${m.done.line}mm;margin:${m.subtitle.gap}mm 0 ${m.done.gap}mm}.first .verdict,.first .draft{font-size:${m.box.size}pt;line-height:${m.box.line}mm;margin:0 0 ${m.box.gap}mm;padding:1.6mm 3.5mm}
.first .draft{margin-top:3mm}.first h2{font-size:12pt;line-height:5.5mm;margin:2mm 0 1mm}.first h3{font-size:10pt;line-height:4.6mm;margin:1mm 0 .9mm}.stack{table-layout:fixed}.first table{font-size:${m.row.size}pt;line-height:${m.row.line}mm}.first thead th{font-size:${m.head.size}pt;line-height:${m.head.line}mm;padding:.5mm ${c.gap}mm .8mm 0}.first tbody td,.first tbody th{padding:.9mm ${c.gap}mm .9mm 0}.first .with>*{padding-bottom:0!important}.first .why td{padding-top:0!important;padding-bottom:.8mm!important}.first td.n{white-space:normal}.first .note{font-size:${m.note.size}pt;line-height:${m.note.line}mm}.first p.more{margin:.4mm 0 0;line-height:4.6mm;font-size:9pt}
.stack .limit{width:${c.limit}mm}.roomy .limit{width:${c.limitAlone}mm}.stack .released{width:${c.released}mm}.stack .worst{width:${c.worst}mm}.stack .independent{width:${c.independent}mm}.stack .state{width:${c.state}mm}
.first ul{list-style:none;padding:0;margin:0;font-size:${m.item.size}pt;line-height:${m.item.line}mm}.first li{margin:0 0 ${m.item.around}mm}.first .lists{grid-template-columns:1fr 1fr;gap:0 ${m.lists.gap}mm}.first .hash{display:block;height:${m.hash.line * m.hash.lines}mm;line-height:${m.hash.line}mm;overflow:hidden;font-size:7.6pt;word-break:break-all}.first .version{margin:0;line-height:4.2mm;font-size:9pt}
.first .end{margin-top:auto;height:${m.lines}mm}.first .lines{margin:0;gap:0 10mm}.first .lines div{margin-top:13mm;height:5mm;padding-top:.6mm;font-size:8.4pt}.first .struck{margin-top:6mm}
.ghost{display:block;position:absolute;left:0;right:0;top:95mm;text-align:center;transform:rotate(-32deg);font-size:74pt;font-weight:700;letter-spacing:.08em;color:#a81f17;opacity:.13}}`
