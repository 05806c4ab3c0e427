import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import { CARDS } from '../../models/cards.ts'

// Every member of what merchants' pages call and pass is used by a test in a browser.

const E2E = join(import.meta.dirname, '../..')
const API = join(E2E, '../packages/embedded-fields/src/merchant-page/embedded-fields-api.ts')

test('a test uses each member', () => {
  const members = [...readFileSync(API, 'utf8').matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(
    ([, name = '']) => name,
  )
  const sources = ['tests', 'fixtures', 'models']
    .flatMap((folder) => readdirSync(join(E2E, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
  expect(members.length).toBeGreaterThan(40)
  expect(members.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([])
})

test('the form asks for a required email, and reports to the page which field has the focus', async ({
  fields,
  page,
}) => {
  await fields.open({ mount: 'later' })
  await fields.run(`
    window.moves = []
    config.componentConfig = { customerConfig: { hasHolderName: true, hasHolderEmail: true, holderEmailRequired: true } }
    config.componentListeners = {
      onFocus: ({ field }) => moves.push('into ' + field),
      onBlur: ({ field }) => moves.push('out of ' + field),
    }
    window.card = core.create('card', config)
    await card.mount('#card')
    document.body.dataset.mounted = ''
  `)
  await page.locator('body[data-mounted]').waitFor()
  const { frame, number } = fields.card
  const email = frame.getByLabel('Email')
  await number.focus()
  await email.focus()
  await expect
    .poll(() => page.evaluate('moves'))
    .toEqual(['into number', 'out of number', 'into holderEmail'])
  await fields.card.fillCard(CARDS.approved)
  await fields.run('pay()')
  expect(await fields.outcome()).toMatchObject({ error: { code: 'validation_failed' } })
  await expect(email).toHaveAccessibleDescription('Enter your email address.')
  await email.fill('jan@example.com')
  await fields.run(`pay({ customer: { postalCode: '71000', city: 'Sarajevo', country: 'BA' } })`)
  await expect.poll(() => page.evaluate('outcomes.at(-1)')).toMatchObject({ response: { approved: true } })
  expect(await page.evaluate('outcomes.at(-1).response')).toHaveProperty('response_message')
  expect(await page.evaluate('card.getCustomer()')).toMatchObject({ email: 'jan@example.com' })
})
