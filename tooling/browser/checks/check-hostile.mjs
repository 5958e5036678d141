import { openPage } from '../browsers.mjs'

const name = '<img src=x onerror="window.hacked=1">'
const rows = Array.from({ length: 60 }, (_, i) => `${i * 7 + 3},${(i * 37) % 61},"<b>${i % 3}</b>"`)
const text = (head) => `${head}\n${rows.join('\n')}\n`
const quoted = `"${name.replaceAll('"', '""')}"`
const bytes = (content, encoding = 'utf8') => Buffer.from(content, encoding)

/**
 * Files that are not tables, or hard to read, each with the required reaction: the page reads it or reports an error.
 */
const files = [
  { name: 'empty.csv', buffer: bytes(''), read: false },
  {
    name: 'picture.csv',
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 1, 255, 254, 0, 3]),
    read: false,
  },
  { name: 'latin1.csv', buffer: bytes('größe,wert,ort\n1,2,Köln\n3,4,Genf\n5,6,Bern\n', 'latin1'), read: false },
  { name: 'utf16.csv', buffer: bytes(`\ufeff${text('a,b,c')}`, 'utf16le'), read: true },
  { name: 'semicolons.csv', buffer: bytes(`\ufeffa;b\r\n1,5;2\r\n2,5;3\r\n4,5;1\r\n`), read: true },
]

async function open(page, file) {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ mimeType: 'text/csv', ...file })
  const read = page.getByRole('heading', { name: file.name, level: 3 })
  const refused = page.getByRole('alert').filter({ hasText: /\w/ })
  await read.or(refused).first().waitFor({ timeout: 20_000 })
  return (await refused.count()) === 0
}

/**
 * Checks that texts of a file stay texts on every screen, and that other files are refused in a sentence, after which
 * the page works.
 */
export async function checkHostile(browser, address) {
  const { page, context, mistakes } = await openPage(browser, address)
  const problems = []
  try {
    for (const { read, ...file } of files) {
      const was = await open(page, file)
      if (was !== read) problems.push(`${file.name} was ${was ? 'read' : 'refused'}`)
      if (!was) {
        const said = (await page.getByRole('alert').first().innerText()).trim()
        if (said.length < 40 || /page itself has a bug/.test(said)) problems.push(`${file.name}: “${said}”`)
        if (file.name !== 'latin1.csv') await page.getByRole('button', { name: 'Dismiss' }).click()
        else {
          await page.getByRole('button', { name: /windows-1252/ }).click()
          await page.getByRole('cell', { name: 'Köln' }).waitFor({ timeout: 20_000 })
        }
      }
    }
    if (!(await open(page, { name: 'hostile.csv', buffer: bytes(text(`${quoted},b,c`)) })))
      problems.push('hostile.csv was refused')
    for (const screen of ['Data', 'Roles', 'Try', 'Choose', 'Release']) {
      await page.getByRole('link', { name: new RegExp(`^${screen}`) }).click()
      await page.getByRole('heading', { name: screen, level: 2, exact: true }).waitFor()
      if (['Data', 'Roles'].includes(screen) && !(await page.locator('main').innerText()).includes(name))
        problems.push(`${screen} does not show the name of the column`)
      if ((await page.locator('main img').count()) > 0) problems.push(`${screen} made an element of a name`)
    }
    if (await page.evaluate(() => 'hacked' in window)) problems.push('a name of a column ran as a script')
    problems.push(...mistakes.map((said) => `the browser says: ${said}`))
  } catch (error) {
    problems.push(error.message.split('\n').slice(0, 3).join(' '))
  } finally {
    await context.close()
  }
  return problems
}
