import { type ElementHandle, expect, type Page } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import { BEHAVIOURS, fillByScript, readPart, readWithCaret, startAgain } from '../../models/behaviours.ts'
import { copyText } from '../../models/clipboard.ts'

type Input = ElementHandle<HTMLInputElement>

for (const key of ['number', 'expiry', 'cvv'] as const) {
  test(`every input ${key} leaves the field formatted and the caret in place`, async ({ fields, page }) => {
    await fields.open()
    // Locators find their element again each time, and through a frame that takes longer than the tested behaviour.
    const input = (await fields.card[key].elementHandle()) as Input
    for (const [title, action, leaves] of BEHAVIOURS[key]) {
      await test.step(title, async () => {
        await input.evaluate(startAgain)
        for (const part of action) await act(page, input, part)
        expect.soft(await read(input, leaves.includes('|')), title).toBe(leaves)
      })
    }
    expect(fields.complaints).toEqual([])
  })
}

test('the brand decides the length of the code', async ({ fields }) => {
  await fields.open()
  const { number, cvv } = fields.card
  await number.pressSequentially('4242')
  await cvv.pressSequentially('1234')
  await expect(cvv).toHaveValue('123')
  await number.fill('')
  await number.pressSequentially('3782')
  await cvv.press('End')
  await cvv.press('4')
  await expect(cvv).toHaveValue('1234')
  await number.fill('')
  await number.pressSequentially('4242')
  await expect(cvv).toHaveValue('123')
})

test('the fields keep the focus, are natively valid while they are right, and carry no value in an attribute', async ({
  fields,
  page,
}) => {
  await fields.open()
  const { number, expiry, cvv, frame } = fields.card
  await number.pressSequentially('4242424242424242')
  await expect(number).toBeFocused()
  await expect(number).toHaveAttribute('aria-invalid', 'false')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1239')
  await expect(expiry).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('987')
  await expect(cvv).toBeFocused()
  await expect(frame.locator('input:invalid')).toHaveCount(0)

  const attributes = await frame
    .locator('*')
    .evaluateAll((elements) =>
      elements.flatMap((element) => Array.from(element.attributes, ({ value }) => value)),
    )
  expect(attributes).toContain('cc-number')
  expect(attributes.filter((value) => /4242|987|12 ?\/ ?39/.test(value))).toEqual([])
})

test('an error appears while typing only when no further digit can mend it, and is announced', async ({
  fields,
  page,
}) => {
  await fields.open()
  const { number, frame } = fields.card
  const error = frame.locator('#cc-number-error')
  await number.pressSequentially('555555555555444')
  await expect(error).toHaveText('')
  await page.keyboard.type('0')
  await expect(error).toHaveText('Check the card number.')
  await page.keyboard.press('Backspace')
  await expect(error).toHaveText('')
  await page.keyboard.press('Tab')
  await expect(error).toHaveText('The card number is too short.')
  await expect(frame.getByRole('status').filter({ hasText: 'too short' })).toHaveCount(1)
  await expect(number).toHaveAccessibleDescription('The card number is too short.')
})

async function act(page: Page, input: Input, part: string): Promise<void> {
  const { how, text } = readPart(part)
  if (how === 'paste') {
    await copyText(page, text)
    await input.focus()
    return page.keyboard.press('Control+v')
  }
  if (how !== 'keys') return input.evaluate(fillByScript, [text, how])
  if (/^(?:Control\+|Shift\+|Arrow|Backspace|Delete)/.test(part)) return page.keyboard.press(part)
  return page.keyboard.type(part)
}

function read(input: Input, withCaret: boolean): Promise<string> {
  return withCaret ? input.evaluate(readWithCaret) : input.inputValue()
}
