import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mapOfMany } from '../map.fixture.js'
import { mapPage } from './map-page.js'
import type { RiskUtilityMap } from '../points/map-types.js'
import { riskUtilityMap } from '../risk-utility-map.js'

const nasty = '<img src=x onerror=alert(1)></script><script>alert(2)</script>'
const many = mapOfMany(30)

/** The same map, with markup in every text that a user may write. */
const nastyMap: RiskUtilityMap = {
  ...many,
  title: nasty,
  subtitle: `columns: ${nasty}`,
  risk: { ...many.risk, label: nasty, unit: nasty },
  points: many.points.map((point) => ({ ...point, label: nasty, series: nasty, parameter: nasty, reasons: [nasty] })),
}

describe('mapPage', () => {
  it('is small, loads nothing, and gives the same text every time', () => {
    const html = mapPage({ map: many, verdict: 'Choose k = 1.' })
    expect(mapPage({ map: many, verdict: 'Choose k = 1.' })).toBe(html)
    expect(mapPage({ map: { ...many, points: [] } }).length).toBeLessThan(30_000)
    expect(html.length).toBeLessThan(60_000 + 1500 * many.points.length)
    expect(html).not.toMatch(/<link|<img|src=|href=|url\(|@import|javascript:/i)
    // No style other than the one in the content security policy.
    expect(html).not.toMatch(/ style=/)
    expect(html).toContain("default-src 'none'")
    expect(html).not.toContain('unsafe-inline')
  })

  it('allows only its own style and script, by their hashes', () => {
    const html = mapPage({ map: nastyMap, verdict: nasty })
    const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const [style, ...styles] = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text)
    const [script, ...scripts] = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text)
    expect([styles, scripts]).toEqual([[], []])
    expect(html).toContain(`style-src ${hash(style)}; script-src ${hash(script)}`)
  })

  it('escapes texts from users', () => {
    const html = mapPage({ map: nastyMap, verdict: nasty })
    expect(html).not.toContain('<img')
    expect(html).not.toContain('alert(2)</script>')
    expect(html.match(/<script/g)).toHaveLength(2)
  })

  it('lists plans by their places, with their numbers on the map and below the picture', () => {
    const places = new Map([[1, 1], [9, 2], [4, 3]]) // oxfmt-ignore
    const points = many.points.map((point, i) => ({ ...point, place: places.get(i) }))
    const map = { ...many, points, listed: 'The best plans' }
    const html = mapPage({ map })
    expect(html).toContain('<h2>The best plans</h2>')
    expect(
      [...html.matchAll(/<tr data-row="(\d+)"[^>]*><td><b>(\d)<\/b>/g)].map(([, at, place]) => [at, place]),
    ).toEqual([
      ['1', '1'],
      ['9', '2'],
      ['4', '3'],
    ])
    const svg = riskUtilityMap(map)
    expect(svg).toContain(`The best plans: 2 ${points[9].label}; 3 ${points[4].label}`)
    expect(svg).toMatch(/<text[^>]*>2<\/text>/)
  })

  it('has the front as a table, with reasons against each candidate', () => {
    const html = mapPage({ map: many })
    const rows = html.match(/<tr data-row="\d+"/g) ?? []
    expect(rows).toHaveLength(many.points.filter(({ pareto }) => pareto).length)
    expect(html).toContain('<tr data-row="1" class="chosen">')
    expect(html).toMatch(/<button type="button">linear\/sblm k = 29|acme\/new/)
    expect(html).toContain('high risk: Linked records 40 %')
  })
})

const chromiumPath = process.env.SDC_CHROMIUM ?? '/usr/bin/chromium'

describe.skipIf(!existsSync(chromiumPath))('mapPage in Chromium', () => {
  let browser: Browser
  let folder: string
  const said: string[] = []
  const open = async (map: RiskUtilityMap, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> => {
    const file = join(folder, 'map.html')
    writeFileSync(file, mapPage({ map, verdict: 'Choose k = 1.' }))
    const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 900 } })
    page.on('console', (message) => said.push(message.text()))
    page.on('pageerror', (error) => said.push(error.message))
    page.on('dialog', (dialog) => {
      said.push('a dialog')
      void dialog.dismiss()
    })
    await page.goto(pathToFileURL(file).href)
    return page
  }
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sdc-map-'))
    browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] })
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('filters by family and by the front, and counts the remaining points of a place', async () => {
    const page = await open(many)
    const visible = (): Promise<number> => page.locator('[data-is=point]:not(.off)').count()
    expect(await visible()).toBe(30)
    expect(await page.locator('[data-is=count]:not(.off)').allTextContents()).toEqual(['×3'])
    await page.uncheck('input[value=noise]')
    expect(await visible()).toBe(22)
    expect(await page.locator('#shown').textContent()).toBe('22 of 30 shown')
    expect(await page.locator('[data-is=count]:not(.off)').allTextContents()).toEqual(['×2'])
    await page.check('#front-only')
    expect(await visible()).toBe(await page.locator('tr[data-row]:not(.off)').count())
    await page.close()
  })

  it('describes a point on pointer and key events, and links it with its row', async () => {
    const page = await open(many)
    await page.locator('[data-is=point][data-of="20"]').hover()
    expect(await page.locator('#tip').innerText()).toContain('noise/additive k = 20')
    await page.locator('tr[data-row="29"] button').hover()
    expect(await page.locator('[data-is=point].on').getAttribute('data-of')).toBe('29')
    await page.mouse.move(2, 2)
    expect(await page.locator('#tip').isHidden()).toBe(true)
    await page.locator('#front-only').focus()
    await page.keyboard.press('Tab')
    expect(await page.locator('#tip:not([hidden])').innerText()).toMatch(/k = [012]\n/)
    await page.keyboard.press('End')
    expect(await page.locator('#tip:not([hidden])').innerText()).toContain('k = 29')
    await page.keyboard.press('Enter')
    expect(await page.evaluate<string>('document.activeElement.textContent')).toContain('k = 29')
    expect(await page.locator('tr[data-row="29"]').getAttribute('class')).toContain('on')
    await page.close()
  })

  it('is dark on dark screens, and runs no script from users', async () => {
    const page = await open(nastyMap, 'dark')
    const fill = "getComputedStyle(document.querySelector('figure svg [aria-label=rect]')).fill"
    expect(await page.evaluate<string>(fill)).toBe('rgb(21, 24, 27)')
    expect(await page.locator('h1').textContent()).toBe(nasty)
    await page.locator('[data-is=point]').last().hover()
    expect(await page.locator('#tip').textContent()).toContain(nasty)
    expect(await page.locator('img').count()).toBe(0)
    await page.close()
    expect(said).toEqual([])
  })
})
