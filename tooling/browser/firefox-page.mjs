import axe from 'axe-core'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { until } from './until.mjs'

/** Runs in the page: returns the first visible element with a role and an accessible name, as computed by axe. */
function firstOf({ role, source, flags, level }) {
  const asked = new RegExp(source, flags)
  const { axe: rules } = globalThis
  rules.setup(document)
  try {
    return [
      ...document.querySelectorAll('a, button, input, select, textarea, summary, section, h1, h2, h3, [role]'),
    ].find(
      (element) =>
        (level === undefined || element.tagName === `H${level}`) &&
        rules.commons.aria.getRole(element) === role &&
        element.checkVisibility() &&
        asked.test(rules.commons.text.accessibleText(element)),
    )
  } finally {
    rules.teardown()
  }
}

function locator(page, role, { name, exact, level }) {
  const asked = typeof name === 'string' ? `^${name}$` : name.source
  const query = { role, source: asked, flags: name.flags ?? (exact ? '' : 'i'), level }
  const find = async () => {
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
    return (await page.evaluateHandle(firstOf, query)).asElement()
  }
  const found = (timeout = 60_000) => until(find, `${role} ${String(name)}`, timeout)
  const here = {
    first: () => here,
    waitFor: ({ timeout }) => found(timeout),
    elementHandle: () => found(),
    evaluate: async (run) => (await found()).evaluate(run),
    getAttribute: async (attribute) =>
      (await found()).evaluate((element, which) => element.getAttribute(which), attribute),
  }
  return here
}

/**
 * Returns a puppeteer page of Firefox with the part of playwright's interface that the loop uses, so that one loop runs
 * in both.
 *
 * @param page - Page of puppeteer.
 * @param folder - Folder for the downloads of Firefox.
 * @returns The page.
 */
export function firefoxPage(page, folder) {
  const saved = () => readdirSync(folder)
  return {
    getByRole: (role, asked) => locator(page, role, asked),
    getByText: (text) => ({
      waitFor: ({ timeout }) =>
        until(
          () => page.evaluate((source) => !new RegExp(source).test(document.body.innerText), text.source),
          `page without ${String(text)}`,
          timeout,
        ),
    }),
    async waitForEvent(_download, { timeout }) {
      const before = saved()
      const isNew = (name) => !before.includes(name)
      // One listing, since between two a download may begin under its temporary name.
      const whole = (files) => !files.some((file) => file.endsWith('.part')) && files.find(isNew)
      const name = await until(() => whole(saved()), 'file that is saved', timeout)
      return { suggestedFilename: () => name, path: async () => join(folder, name) }
    },
    keyboard: {
      type: (text) => page.keyboard.type(text),
      async press(keys) {
        const [key, ...held] = keys.replace('Space', ' ').split('+').reverse()
        for (const one of held) await page.keyboard.down(one)
        await page.keyboard.press(key)
        for (const one of held) await page.keyboard.up(one)
      },
    },
  }
}
