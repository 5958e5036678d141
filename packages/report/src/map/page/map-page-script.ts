/**
 * Script of the page of a map: it filters by family, describes the point under the pointer or keyboard focus, and links
 * points with table rows. It loads nothing from the network and inserts texts as text nodes.
 */
export const mapPageScript = `'use strict';
(() => {
const data = JSON.parse(document.getElementById('data').textContent);
const figure = document.querySelector('figure');
const svg = figure.querySelector('svg');
const tip = document.getElementById('tip');
const shown = document.getElementById('shown');
const signs = [...svg.querySelectorAll('[data-of]')].map((element) => ({ element, of: element.getAttribute('data-of').split(' ').map(Number) }));
const points = new Map();
for (const { element, of } of signs) {
  if (element.getAttribute('data-is') !== 'point') continue;
  points.set(of[0], element);
  for (const title of element.querySelectorAll('title')) title.remove();
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', data[of[0]].text.join('; '));
  element.setAttribute('tabindex', '-1');
}
const order = [...points.keys()].sort((a, b) => data[a].order - data[b].order);
const rows = new Map([...document.querySelectorAll('tr[data-row]')].map((row) => [Number(row.getAttribute('data-row')), row]));
const families = [...document.querySelectorAll('input[name=family]')];
const frontOnly = document.getElementById('front-only');
let current = -1;
let hidden = new Set();
svg.setAttribute('role', 'group');

function filter() {
  const off = new Set(families.filter((box) => !box.checked).map((box) => box.value));
  hidden = new Set(data.flatMap((one, at) => (off.has(one.family) || (frontOnly.checked && !one.front && !one.chosen) ? [at] : [])));
  for (const { element, of } of signs) {
    const left = of.filter((at) => !hidden.has(at)).length;
    const isCount = element.getAttribute('data-is') === 'count';
    element.classList.toggle('off', left < (isCount ? 2 : 1));
    if (isCount) element.textContent = '\\u00d7' + left;
  }
  for (const [at, row] of rows) row.classList.toggle('off', hidden.has(at));
  const visible = order.filter((at) => !hidden.has(at));
  shown.textContent = visible.length + ' of ' + order.length + ' shown';
  for (const [at, element] of points) element.setAttribute('tabindex', at === (visible.includes(current) ? current : visible[0]) ? '0' : '-1');
  if (hidden.has(current)) leave();
}
function leave() {
  points.get(current)?.classList.remove('on');
  rows.get(current)?.classList.remove('on');
  current = -1;
  tip.hidden = true;
}
function show(at, x, y) {
  if (current !== at) {
    leave();
    current = at;
    points.get(at)?.classList.add('on');
    rows.get(at)?.classList.add('on');
    tip.replaceChildren(...data[at].text.map((line) => {
      const part = document.createElement('p');
      part.textContent = line;
      return part;
    }));
  }
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const room = document.documentElement;
  tip.style.left = Math.max(4, x + 16 + box.width > room.clientWidth ? x - 16 - box.width : x + 16) + 'px';
  tip.style.top = Math.max(4, Math.min(y + 14, room.clientHeight - box.height - 4)) + 'px';
}
function showAtPoint(at) {
  const box = points.get(at).getBoundingClientRect();
  show(at, box.right - 8, box.bottom - 8);
}
const pointOf = (target) => {
  const element = target.closest('[data-of]');
  if (!element) return -1;
  const of = element.getAttribute('data-of').split(' ').map(Number);
  return of.length === 1 && data[of[0]] ? of[0] : -1;
};
figure.addEventListener('pointermove', (event) => {
  const at = pointOf(event.target);
  if (at >= 0) show(at, event.clientX, event.clientY);
  else if (!svg.contains(document.activeElement)) leave();
});
figure.addEventListener('pointerleave', () => leave());
figure.addEventListener('focusin', (event) => {
  const at = pointOf(event.target);
  if (at >= 0) showAtPoint(at);
});
figure.addEventListener('focusout', () => leave());
figure.addEventListener('click', (event) => {
  const at = pointOf(event.target);
  if (rows.has(at)) rows.get(at).scrollIntoView({ block: 'nearest' });
});
figure.addEventListener('keydown', (event) => {
  const visible = order.filter((at) => !hidden.has(at));
  const at = pointOf(event.target);
  const here = visible.indexOf(at);
  const steps = { ArrowRight: here + 1, ArrowDown: here + 1, ArrowLeft: here - 1, ArrowUp: here - 1, Home: 0, End: visible.length - 1 };
  if (event.key === 'Escape') leave();
  else if (event.key === 'Enter' && rows.has(at)) {
    // Else the key that brought the focus to the button would press it, too.
    event.preventDefault();
    rows.get(at).querySelector('button').focus();
  }
  else if (event.key in steps) {
    event.preventDefault();
    const next = visible[Math.max(0, Math.min(visible.length - 1, steps[event.key]))];
    if (next === undefined) return;
    for (const [one, element] of points) element.setAttribute('tabindex', one === next ? '0' : '-1');
    points.get(next).focus();
  }
});
for (const [at, row] of rows) {
  row.addEventListener('pointerenter', () => showAtPoint(at));
  row.addEventListener('pointerleave', () => leave());
  row.addEventListener('focusin', () => showAtPoint(at));
  row.addEventListener('focusout', () => leave());
  row.querySelector('button').addEventListener('click', () => points.get(at).focus());
}
for (const box of [...families, frontOnly]) box.addEventListener('change', filter);
document.addEventListener('scroll', () => {
  if (current >= 0 && points.get(current) === document.activeElement) showAtPoint(current);
  else tip.hidden = true;
}, { passive: true });
document.querySelector('.filters').hidden = false;
filter();
})();`
