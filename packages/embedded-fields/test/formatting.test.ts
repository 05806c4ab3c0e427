import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { launchBrowser } from './browser.ts'
import { buildPrograms } from './build-programs.ts'
import { startStubGateway, type StubGateway } from './stub-gateway.ts'

// What a person, a clipboard, a password manager and the browser's own undo do to the three inputs, with trusted events
// in the real frame document under its real policy.

const NUMBER = '#cc-number'
const EXPIRY = '#cc-exp'
const CVV = '#cc-csc'

let browser: Browser
let gateway: StubGateway
let page: Page

beforeAll(async () => {
  const [programs, launched] = await Promise.all([buildPrograms(), launchBrowser()])
  browser = launched
  gateway = await startStubGateway(programs)
  const context = await browser.newContext()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: gateway.origin })
  page = await context.newPage()
})

afterAll(async () => {
  await browser.close()
  await gateway.close()
})

beforeEach(async () => {
  await page.goto('about:blank')
  await page.goto(`${gateway.origin}/embedded-fields/card-frame/ck_test_1#sessionId=approve-1&nonce=1`)
})

/** One thing somebody does, and what stands in the field afterwards; `|` marks the caret. */
interface Behaviour {
  readonly does: string
  readonly act: () => Promise<void>
  readonly field: string
  readonly leaves: string
}

const BEHAVIOURS: readonly Behaviour[] = [
  {
    does: 'typing a number',
    act: () => type(NUMBER, '4242424242424242'),
    field: NUMBER,
    leaves: '4242 4242 4242 4242|',
  },
  {
    does: 'typing an American Express number',
    act: () => type(NUMBER, '378282246310005'),
    field: NUMBER,
    leaves: '3782 822463 10005|',
  },
  {
    does: 'typing a Diners number',
    act: () => type(NUMBER, '30569309025904'),
    field: NUMBER,
    leaves: '3056 930902 5904|',
  },
  { does: 'typing one group', act: () => type(NUMBER, '4242'), field: NUMBER, leaves: '4242|' },
  { does: 'typing letters between', act: () => type(NUMBER, '42a4 2-4'), field: NUMBER, leaves: '4242 4|' },
  {
    does: 'typing more than American Express has',
    act: () => type(NUMBER, '3782822463100059'),
    field: NUMBER,
    leaves: '3782 822463 10005|',
  },
  {
    does: 'inserting in the middle',
    act: () => type(NUMBER, '42424242', ...left(4), '9', '8'),
    field: NUMBER,
    leaves: '4242 98|42 42',
  },
  {
    does: 'Backspace behind a gap',
    act: () => type(NUMBER, '42424', 'ArrowLeft', 'Backspace'),
    field: NUMBER,
    leaves: '424|4',
  },
  {
    does: 'Delete before a gap',
    act: () => type(NUMBER, '424299', ...left(3), 'Delete'),
    field: NUMBER,
    leaves: '4242 |9',
  },
  {
    does: 'Backspace within a group',
    act: () => type(NUMBER, '42424299', ...left(2), 'Backspace'),
    field: NUMBER,
    leaves: '4242 4|99',
  },
  {
    does: 'Backspace until nothing is left',
    act: () => type(NUMBER, '42424', ...times(5, 'Backspace')),
    field: NUMBER,
    leaves: '|',
  },
  {
    does: 'pasting a number out of a sentence',
    act: () => paste(NUMBER, 'Card: 4242 4242 4242 4242'),
    field: NUMBER,
    leaves: '4242 4242 4242 4242|',
  },
  {
    does: 'pasting full-width digits',
    act: () => paste(NUMBER, '４２４２４２４２４２４２４２４２'),
    field: NUMBER,
    leaves: '4242 4242 4242 4242|',
  },
  {
    does: 'pasting 19 digits',
    act: () => paste(NUMBER, '4000000000000000006'),
    field: NUMBER,
    leaves: '4000 0000 0000 0000 006|',
  },
  {
    does: 'pasting American Express over a Visa',
    act: async () => {
      await type(NUMBER, '4242424242424242', 'Control+a')
      await paste(NUMBER, '378282246310005')
    },
    field: NUMBER,
    leaves: '3782 822463 10005|',
  },
  {
    does: 'undoing a replacement',
    act: async () => {
      await type(NUMBER, '4242424242424242', 'Control+a', '5')
      await press('Control+z')
    },
    field: NUMBER,
    leaves: '4242 4242 4242 4242',
  },
  {
    does: 'a script that fills the number',
    act: () => fill(NUMBER, '4242424242424242', 'input'),
    field: NUMBER,
    leaves: '4242 4242 4242 4242',
  },
  {
    does: 'a script that tells only of a change',
    act: () => fill(NUMBER, '4242-4242-4242-4242', 'change'),
    field: NUMBER,
    leaves: '4242 4242 4242 4242',
  },
  {
    does: 'filling a second time',
    act: async () => {
      await fill(NUMBER, '4242424242424242', 'input')
      await fill(NUMBER, '', 'input')
      await fill(NUMBER, '5555555555554444', 'input')
    },
    field: NUMBER,
    leaves: '5555 5555 5555 4444',
  },
  { does: 'typing 5 as a month', act: () => type(EXPIRY, '5'), field: EXPIRY, leaves: '05|' },
  { does: 'typing 1/30', act: () => type(EXPIRY, '1/30'), field: EXPIRY, leaves: '01 / 30|' },
  { does: 'typing 1230', act: () => type(EXPIRY, '1230'), field: EXPIRY, leaves: '12 / 30|' },
  { does: 'typing 122030', act: () => type(EXPIRY, '122030'), field: EXPIRY, leaves: '12 / 30|' },
  { does: 'typing 13', act: () => type(EXPIRY, '13'), field: EXPIRY, leaves: '01 / 3|' },
  { does: 'pasting 12/2030', act: () => paste(EXPIRY, '12/2030'), field: EXPIRY, leaves: '12 / 30|' },
  { does: 'pasting 2030-12', act: () => paste(EXPIRY, '2030-12'), field: EXPIRY, leaves: '12 / 30|' },
  {
    does: 'a script that fills 12/2030',
    act: () => fill(EXPIRY, '12/2030', 'input'),
    field: EXPIRY,
    leaves: '12 / 30',
  },
  {
    does: 'four times Backspace',
    act: () => type(EXPIRY, '1230', ...times(4, 'Backspace')),
    field: EXPIRY,
    leaves: '|',
  },
  {
    does: 'Backspace behind the separator',
    act: () => type(EXPIRY, '1230', ...left(2), 'Backspace'),
    field: EXPIRY,
    leaves: '1| / 30',
  },
  { does: 'a full expiry date', act: () => type(EXPIRY, '12309'), field: EXPIRY, leaves: '12 / 30|' },
  {
    does: 'a fourth digit of a Visa’s code',
    act: () => typeCard('4242', '1234'),
    field: CVV,
    leaves: '123|',
  },
  {
    does: 'a fourth digit of an American Express code',
    act: () => typeCard('3782', '1234'),
    field: CVV,
    leaves: '1234|',
  },
  {
    does: 'changing to a brand with a shorter code',
    act: async () => {
      await typeCard('3782', '1234')
      await type(NUMBER, 'Control+a', '4242')
    },
    field: CVV,
    leaves: '123',
  },
]

describe('the fields of the card frame', () => {
  it.each(BEHAVIOURS)('$does leaves $leaves', async ({ act, field, leaves }) => {
    await act()
    expect(await read(field, leaves.includes('|'))).toBe(leaves)
  })

  it('never move the focus by themselves', async () => {
    await type(NUMBER, '4242424242424242')
    expect(await page.locator(NUMBER).evaluate((input) => input.matches(':focus'))).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.type('1230')
    expect(await page.locator(EXPIRY).evaluate((input) => input.matches(':focus'))).toBe(true)
  })

  it('are not natively invalid while they are right', async () => {
    await type(NUMBER, '4242424242424242')
    expect(await page.locator(`${NUMBER}:invalid`).count()).toBe(0)
    expect(await page.locator(NUMBER).getAttribute('aria-invalid')).toBe('false')
  })

  it('never carry what was typed in an attribute', async () => {
    await typeCard('4242424242424242', '987')
    const attributes = await page
      .locator('sluice-card-form *')
      .evaluateAll((elements) =>
        elements.flatMap((element) => Array.from(element.attributes, ({ value }) => value)),
      )
    expect(attributes).toContain('cc-number')
    expect(attributes.filter((value) => /4242|987/.test(value))).toEqual([])
  })

  it('show an error while typing only when no further digit can mend it', async () => {
    await type(NUMBER, '555555555555444')
    expect(await errorOf(NUMBER)).toBe('')
    await page.keyboard.type('0')
    expect(await errorOf(NUMBER)).toBe('This card number is not valid. Check the digits.')
    await page.keyboard.press('Backspace')
    expect(await errorOf(NUMBER)).toBe('')
    await page.keyboard.press('Tab')
    expect(await errorOf(NUMBER)).toBe('The card number is too short. Compare it with your card.')
    expect(await page.getByRole('status').textContent()).toContain('too short')
    expect(await page.getByLabel('Card number').getAttribute('aria-describedby')).toBe('cc-number-error')
  })
})

/** Types characters and presses keys (`Backspace`, `Control+a`) in turn. */
async function type(field: string, ...inputs: readonly string[]): Promise<void> {
  await page.locator(field).focus()
  await press(...inputs)
}

async function press(...inputs: readonly string[]): Promise<void> {
  for (const input of inputs) {
    if (/^(?:[A-Z][a-z]+|Control\+\w)/.test(input)) await page.keyboard.press(input)
    else await page.keyboard.type(input)
  }
}

async function typeCard(number: string, cvv: string): Promise<void> {
  await type(NUMBER, number)
  await type(CVV, cvv)
}

async function paste(field: string, text: string): Promise<void> {
  await page.locator(field).focus()
  await page.evaluate((content) => navigator.clipboard.writeText(content), text)
  await page.keyboard.press('Control+v')
}

/** As password managers do: no keys, no focus, events that are not trusted. */
async function fill(field: string, text: string, event: 'input' | 'change'): Promise<void> {
  await page.locator(field).evaluate(
    (element, [value = '', type = '']) => {
      const input = element as HTMLInputElement
      input.value = value
      input.dispatchEvent(new Event(type, { bubbles: true }))
    },
    [text, event],
  )
}

async function read(field: string, withCaret: boolean): Promise<string> {
  const { value, caret } = await page.locator(field).evaluate((element) => {
    const input = element as HTMLInputElement
    return { value: input.value, caret: input.selectionStart ?? -1 }
  })
  return withCaret ? `${value.slice(0, caret)}|${value.slice(caret)}` : value
}

async function errorOf(field: string): Promise<string> {
  return ((await page.locator(`${field}-error`).textContent()) ?? '').trim()
}

function left(count: number): string[] {
  return times(count, 'ArrowLeft')
}

function times(count: number, key: string): string[] {
  return Array<string>(count).fill(key)
}
