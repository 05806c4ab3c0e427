import { expect } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'

// The page's CSS has the same effect in the form as on the page, or the console says what is rejected.

const CSS = `
  :root { font-size: 20px }
  #card {
    color: rgb(150, 0, 90);
    font-size: 18px;
    --lib-label-font-size: .75rem;
    --lib-input-font-size: clamp(14pt, 2vw, 19pt);
    --lib-button-font-size: 110%;
    --lib-input-border-radius: 999px;
    --lib-button-border-radius: calc(50% - 2px);
    --lib-accent-color: currentColor;
    --lib-input-color: CanvasText;
    --lib-input-border-color: color-mix(in srgb, currentColor 60%, white);
  }
`

test('every length and colour that the page can write reaches the form', async ({ fields, page }) => {
  await fields.open({ css: CSS })
  const read = () =>
    fields.card.number.evaluate((input) => {
      const style = getComputedStyle(input)
      const root = getComputedStyle(document.documentElement)
      const label = document.querySelector('label')
      return {
        label: label && getComputedStyle(label).fontSize,
        input: style.fontSize,
        radius: style.borderTopLeftRadius,
        caret: style.caretColor,
        button: root.getPropertyValue('--sluice-button-font-size'),
        buttonRadius: root.getPropertyValue('--sluice-button-border-radius'),
      }
    })
  await expect.poll(read).toEqual({
    label: '15px',
    // 2vw of the page's 1280 px, held at 19pt.
    input: '25.3333px',
    radius: '999px',
    caret: 'rgb(150, 0, 90)',
    button: '19.8px',
    buttonRadius: 'calc(50% - 2px)',
  })
  expect(fields.complaints).toEqual([])
  // Nothing moves when the form arrives: its height was reserved by the same sizes.
  expect(await page.evaluate(`document.querySelector('#card iframe').style.height`)).toMatch(/px$/)
  await fields.keepPicture('fields-styled')
})

test('a text that is hard to read is named on the console', async ({ fields }) => {
  await fields.open({ css: '#card { --lib-input-color: #bbb }' })
  await expect
    .poll(() => fields.complaints.join('\n'))
    .toMatch(/--lib-input-color: #bbb has a contrast of 1\.9:1; at least 4\.5:1 is needed/)
})

test('an unusable style is named on the console, once', async ({ fields }) => {
  await fields.open({
    css: `#card {
      --lib-input-border-radius: 12 apples;
      --lib-input-font-size: 70px;
      --lib-accent-color: url(https://elsewhere.example/x);
    }`,
  })
  await fields.run(`card.refreshStyles()`)
  await expect
    .poll(() => fields.complaints.toSorted())
    .toEqual([
      '--lib-accent-color: url(https://elsewhere.example/x) is refused',
      '--lib-input-border-radius: 12 apples is refused',
      '--lib-input-font-size: 70px is refused',
    ])
})

test('the appearance of the core goes before the style sheet, and stacks the fields', async ({
  fields,
  page,
}) => {
  await fields.open({ css: '#card { --lib-input-border-radius: 0 }' })
  await fields.run(`
    core.destroy()
    core = await PaymentComponent({
      ...options,
      appearance: { layout: 'stacked', variables: { inputBorderRadius: '1rem', inputFontSize: '20px' } },
    })
    card = core.create('card', config)
    const mounted = card.mount('#card')
    window.reserved = document.querySelector('#card iframe').style.height
    await mounted
    document.body.dataset.stacked = ''
  `)
  await page.locator('body[data-stacked]').waitFor()
  const { number, expiry, cvv } = fields.card
  await expect(number).toHaveCSS('border-top-left-radius', '16px')
  const [upper, lower] = [await expiry.boundingBox(), await cvv.boundingBox()]
  expect(lower?.y).toBeGreaterThan((upper?.y ?? 0) + (upper?.height ?? 0))
  expect(await fields.frame.evaluate((frame) => frame.style.height)).toBe(await page.evaluate('reserved'))
  expect(
    await page.evaluate(
      `PaymentComponent({ ...options, appearance: { variables: { radius: '1px' } } }).catch(({ code }) => code)`,
    ),
  ).toBe('invalid_option')
  await fields.keepPicture('fields-stacked')
})
