/** Roles whose boxes are compared: landmarks, headings and elements that are read or used as a whole. */
const ROLES = new Set(
  (
    'banner main navigation region form search dialog heading button link radio checkbox textbox searchbox ' +
    'spinbutton combobox slider tab table grid figure image img'
  ).split(' '),
)

/** Greatest change of a box, in position or size, in CSS pixels. */
export const MOST_PX = 2

/**
 * Returns the boxes of all elements with a role and an accessible name, by the browser's accessibility tree.
 *
 * @param protocol - A session of Chromium's protocol with the page.
 * @returns `[x, y, width, height]` in whole CSS pixels by `role “name”`, numbered if several share a name.
 */
export async function boxesOf(protocol) {
  const { nodes } = await protocol.send('Accessibility.getFullAXTree')
  const {
    documents: [{ nodes: elements, layout }],
  } = await protocol.send('DOMSnapshot.captureSnapshot', { computedStyles: [] })
  const bounds = new Map(layout.nodeIndex.map((node, at) => [elements.backendNodeId[node], layout.bounds[at]]))
  const boxes = {}
  for (const { ignored, role, name, backendDOMNodeId } of nodes) {
    const box = bounds.get(backendDOMNodeId)
    if (ignored || !box || !ROLES.has(role?.value)) continue
    const said = `${role.value} “${(name?.value ?? '').slice(0, 80)}”`
    let key = said
    for (let count = 2; key in boxes; count++) key = `${said} ${count}`
    boxes[key] = box.map(Math.round)
  }
  return boxes
}

/** Returns a sentence for each box whose position or size changed. */
export function movedBoxes(held, found) {
  const gone = Object.keys(held).filter((name) => !(name in found))
  const fresh = Object.keys(found).filter((name) => !(name in held))
  const moved = Object.entries(found).flatMap(([name, box]) => {
    const by = ['x', 'y', 'width', 'height'].flatMap((side, at) => {
      const change = box[at] - (held[name]?.[at] ?? box[at])
      return Math.abs(change) > MOST_PX ? [`${side} ${change > 0 ? '+' : '−'}${Math.abs(change)} px`] : []
    })
    return by.length > 0 ? [`${name}: ${by.join(', ')}`] : []
  })
  return [...gone.map((name) => `${name} is gone`), ...fresh.map((name) => `${name} is new`), ...moved]
}
