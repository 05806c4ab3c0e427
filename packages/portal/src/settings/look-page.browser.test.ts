import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './look-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, refusal, type SentRequest } from '../testing/mount.ts'
import { emptySettings } from '../testing/settings.ts'
import type { LookSettings } from './settings.ts'

const SETTINGS = emptySettings()

/** A gateway whose page has an accent of its own. */
function preview({ body }: SentRequest): object {
  const { branding } = body as LookSettings
  const isWeak = branding.colors['accent'] === '#fdfdfd'
  return {
    url: 'about:blank?page=card',
    colors: { accent: '#1d4ed8', ...branding.colors },
    weak_colors: isWeak ? [{ color: 'accent', background: '#ffffff', ratio: 1.02, required_ratio: 4.5 }] : [],
  }
}

const primary = () => page.getByRole('textbox', { name: 'Primary color', exact: true })
const save = () => page.getByRole('button', { name: 'Save' })

const mountLook = (answers: NonNullable<Parameters<typeof mount>[1]>['answers'] = {}) =>
  mount(html`<portal-look-page></portal-look-page>`, {
    answers: { 'GET /settings': SETTINGS, 'POST /settings/preview': preview, ...answers },
  })

async function chooseColor(color: string): Promise<void> {
  await userEvent.fill(primary(), color)
  await userEvent.tab()
}

describe('the page of language and look', () => {
  it('has room for the payment page on a wide screen, and its choice on the line of its title', async () => {
    await page.viewport(1920, 1080)
    mountLook()
    const frame = page.getByTitle('Preview of the payment page')
    await expect.element(frame).toBeVisible()
    expect(frame.element().getBoundingClientRect().width).toBeGreaterThan(700)
    const middle = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return (top + bottom) / 2
    }
    const title = page.getByRole('heading', { name: 'Preview' }).element()
    expect(middle(page.getByLabelText('Shows').element())).toBeCloseTo(middle(title), 0)
    await page.viewport(1280, 800)
  })

  it('shows the color in use where none is set', async () => {
    mountLook()
    await expect.element(primary()).toHaveAttribute('placeholder', '#1d4ed8')
    await expect.element(page.getByLabelText('Pick a color: Primary color')).toHaveValue('#1d4ed8')
    await expectAccessible()
  })

  it('previews a color and saves it', async () => {
    const portal = mountLook({ 'POST /settings/look': SETTINGS })
    await chooseColor('#8a1c4a')
    await expect.element(page.getByLabelText('Pick a color: Primary color')).toHaveValue('#8a1c4a')
    await save().click()
    await expect.poll(() => portal.said).toEqual([expect.stringContaining('Saved.')])
    expect(portal.requests.find(({ name }) => name === 'POST /settings/look')?.body).toMatchObject({
      version: 7,
      branding: { colors: { accent: '#8a1c4a' } },
    })
  })

  it('saves languages, a logo and font, a picked color, and whether shoppers remove cards', async () => {
    const portal = mountLook({ 'POST /settings/look': SETTINGS })
    await page.getByLabelText('Default language of the payment page').selectOptions('Svenska')
    await page.getByRole('checkbox', { name: 'Polski' }).click()
    await page.getByRole('checkbox', { name: 'Let customers remove saved cards' }).click()
    await userEvent.fill(page.getByLabelText('Logo URL'), 'https://shop.example/logo.png')
    await userEvent.fill(page.getByLabelText('Font name'), 'Shop Sans')
    await userEvent.fill(page.getByLabelText('Pick a color: Primary color'), '#8a1c4a')
    await expect.element(primary()).toHaveValue('#8a1c4a')
    await save().click()
    await expect.poll(() => portal.said).toHaveLength(1)
    expect(portal.requests.find(({ name }) => name === 'POST /settings/look')?.body).toMatchObject({
      language: 'sv',
      languages: ['pl'],
      shoppers_remove_cards: true,
      branding: {
        logo_url: 'https://shop.example/logo.png',
        font_family: 'Shop Sans',
        colors: { accent: '#8a1c4a' },
      },
    })
  })

  it('previews each page of a payment', async () => {
    mountLook()
    const frame = page.getByTitle('Preview of the payment page')
    await expect.element(frame).toHaveAttribute('src', 'about:blank?page=card')
    await page.getByLabelText('Shows').selectOptions('Declined payment')
    await expect.element(frame).toHaveAttribute('src', 'about:blank?page=declined')
  })

  it('warns about an illegible color', async () => {
    mountLook()
    await chooseColor('#fdfdfd')
    await expect.element(page.getByText('Primary color has a contrast of 1.0:1')).toBeVisible()
    await expectAccessible()
  })

  it('shows why the look was not saved, and keeps what was typed', async () => {
    mountLook({ 'POST /settings/look': refusal(409, { message: 'Changed meanwhile.' }) })
    await chooseColor('#8a1c4a')
    await save().click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Changed meanwhile.')
    await expect.element(primary()).toHaveValue('#8a1c4a')
  })

  it('shows why there is no preview', async () => {
    mountLook({ 'POST /settings/preview': refusal(503) })
    await expect.element(page.getByText('The gateway cannot be reached.')).toBeVisible()
  })

  it('shows why it cannot be loaded, and loads again', async () => {
    const portal = mountLook({ 'GET /settings': refusal(503) })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot be reached/)
    expect(primary().elements()).toEqual([])
    portal.answer({ 'GET /settings': SETTINGS })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(primary()).toBeVisible()
  })

  it('changes nothing for people with read access', async () => {
    mount(html`<portal-look-page></portal-look-page>`, {
      actions: [],
      answers: { 'GET /settings': SETTINGS, 'POST /settings/preview': preview },
    })
    await expect.element(primary()).toBeDisabled()
    expect(save().elements()).toEqual([])
  })
})
