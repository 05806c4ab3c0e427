import { type ElementHandle, expect, type Page } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import { copyText } from '../../models/clipboard.ts'

// What a person, a clipboard, a password manager and the browser's own undo do to the three inputs, with trusted events
// in the frame on a merchant's page.

type Input = ElementHandle<HTMLInputElement>

type FieldKey = 'number' | 'expiry' | 'cvv'

/** One action on a field, key by key; `paste:`, `input:` and `change:` say how else a text arrives. */
type Deed = readonly string[]

/** The field, what is done, and what stands there afterwards; `|` marks the caret. */
type Behaviour = readonly [title: string, deed: Deed, leaves: string]

const times = (count: number, key: string) => Array<string>(count).fill(key)
const left = (count: number) => times(count, 'ArrowLeft')

const BEHAVIOURS: Readonly<Record<FieldKey, readonly Behaviour[]>> = {
  number: [
    ['typing a number', ['4242424242424242'], '4242 4242 4242 4242|'],
    ['typing an American Express number', ['378282246310005'], '3782 822463 10005|'],
    ['typing a Diners number', ['30569309025904'], '3056 930902 5904|'],
    ['typing one group', ['4242'], '4242|'],
    ['typing letters between', ['42a4 2-4'], '4242 4|'],
    ['typing more than American Express has', ['3782822463100059'], '3782 822463 10005|'],
    ['inserting in the middle', ['42424242', ...left(4), '98'], '4242 98|42 42'],
    ['Backspace behind a gap', ['42424', 'ArrowLeft', 'Backspace'], '424|4'],
    ['Delete before a gap', ['424299', ...left(3), 'Delete'], '4242 |9'],
    ['Backspace within a group', ['42424299', ...left(2), 'Backspace'], '4242 4|99'],
    ['Backspace until nothing is left', ['42424', ...times(5, 'Backspace')], '|'],
    ['replacing a selection', ['42424242', ...times(4, 'Shift+ArrowLeft'), '99'], '4242 99|'],
    ['pasting a number out of a sentence', ['paste:Card: 4242 4242 4242 4242'], '4242 4242 4242 4242|'],
    ['pasting into the middle', ['42424242', ...left(4), 'paste:99'], '4242 99|42 42'],
    ['pasting full-width digits', ['paste:４２４２４２４２４２４２４２４２'], '4242 4242 4242 4242|'],
    ['pasting 19 digits', ['paste:4000000000000000006'], '4000 0000 0000 0000 006|'],
    [
      'pasting American Express over a Visa',
      ['4242424242424242', 'Control+a', 'paste:378282246310005'],
      '3782 822463 10005|',
    ],
    ['undoing a replacement', ['4242424242424242', 'Control+a', '5', 'Control+z'], '4242 4242 4242 4242'],
    ['cutting everything', ['4242424242424242', 'Control+a', 'Control+x'], '|'],
    ['a script that fills the number', ['input:4242424242424242'], '4242 4242 4242 4242'],
    ['a script that tells only of a change', ['change:4242-4242-4242-4242'], '4242 4242 4242 4242'],
    [
      'filling a second time',
      ['input:4242424242424242', 'input:', 'input:5555555555554444'],
      '5555 5555 5555 4444',
    ],
  ],
  expiry: [
    ['typing 5 as a month', ['5'], '05|'],
    ['typing 1/30', ['1/30'], '01 / 30|'],
    ['typing 1230', ['1230'], '12 / 30|'],
    ['typing 122030', ['122030'], '12 / 30|'],
    ['typing 13', ['13'], '01 / 3|'],
    ['a full expiry date', ['12309'], '12 / 30|'],
    ['pasting 12/2030', ['paste:12/2030'], '12 / 30|'],
    ['pasting 2030-12', ['paste:2030-12'], '12 / 30|'],
    ['a script that fills 12/2030', ['input:12/2030'], '12 / 30'],
    ['four times Backspace', ['1230', ...times(4, 'Backspace')], '|'],
    ['Backspace behind the separator', ['1230', ...left(2), 'Backspace'], '1| / 30'],
  ],
  cvv: [
    ['letters', ['1a2b'], '12|'],
    ['a fourth digit without a number', ['12345'], '1234|'],
    ['pasting a code with spaces', ['paste: 1 2 3 '], '123|'],
  ],
}

for (const key of ['number', 'expiry', 'cvv'] as const) {
  test(
    `every input ${key} leaves the field formatted and the caret in place`,
    {
      tag: '@every-engine',
    },
    async ({ fields, page }) => {
      await fields.open()
      // Locators look for their element anew each time, and through a frame that takes longer than what is tried.
      const input = (await fields.card[key].elementHandle()) as Input
      for (const [title, deed, leaves] of BEHAVIOURS[key]) {
        await test.step(title, async () => {
          await input.evaluate(startAgain)
          for (const part of deed) await act(page, input, part)
          expect.soft(await read(input, leaves.includes('|')), title).toBe(leaves)
        })
      }
      expect(fields.complaints).toEqual([])
    },
  )
}

test('the brand decides the length of the code', { tag: '@every-engine' }, async ({ fields }) => {
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

test(
  'the fields keep the focus, are natively valid while they are right, and carry no value in an attribute',
  {
    tag: '@every-engine',
  },
  async ({ fields, page }) => {
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
  },
)

test(
  'an error appears while typing only when no further digit can mend it, and is announced',
  {
    tag: '@every-engine',
  },
  async ({ fields, page }) => {
    await fields.open()
    const { number, frame } = fields.card
    const error = frame.locator('#cc-number-error')
    await number.pressSequentially('555555555555444')
    await expect(error).toHaveText('')
    await page.keyboard.type('0')
    await expect(error).toHaveText('Check the digits of the number.')
    await page.keyboard.press('Backspace')
    await expect(error).toHaveText('')
    await page.keyboard.press('Tab')
    await expect(error).toHaveText('The card number is too short.')
    await expect(frame.getByRole('status').filter({ hasText: 'too short' })).toHaveCount(1)
    await expect(number).toHaveAccessibleDescription('The card number is too short.')
  },
)

/** Empties all fields, because the number decides how long the code is. */
function startAgain(input: HTMLInputElement): void {
  for (const field of input.form?.querySelectorAll('input') ?? []) {
    field.value = ''
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  input.focus()
}

async function act(page: Page, input: Input, part: string): Promise<void> {
  const [, how, text = ''] = /^(paste|input|change):(.*)$/.exec(part) ?? []
  if (how === 'paste') {
    await copyText(page, text)
    await input.focus()
    return page.keyboard.press('Control+v')
  }
  if (how) return fill(input, text, how)
  if (/^(?:Control\+|Shift\+|Arrow|Backspace|Delete)/.test(part)) return page.keyboard.press(part)
  return page.keyboard.type(part)
}

/** As password managers do: no keys, no focus, events that are not trusted. */
async function fill(input: Input, text: string, event: string): Promise<void> {
  await input.evaluate(
    (element, [value = '', type = '']) => {
      element.value = value
      element.dispatchEvent(new Event(type, { bubbles: true }))
    },
    [text, event],
  )
}

async function read(input: Input, withCaret: boolean): Promise<string> {
  const { value, caret } = await input.evaluate((element) => ({
    value: element.value,
    caret: element.selectionStart ?? -1,
  }))
  return withCaret ? `${value.slice(0, caret)}|${value.slice(caret)}` : value
}
