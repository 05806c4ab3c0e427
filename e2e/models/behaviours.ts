// Actions of a person, a clipboard, a password manager and the browser's own undo on the three inputs, with trusted
// events in the frame on a merchant's page. `npm test` tries them in Chromium, `npm run verify -- engines` in every
// engine.

export type FieldKey = 'number' | 'expiry' | 'cvv'

/** One action on a field, key by key; `paste:`, `input:` and `change:` say how else a text arrives. */
export type Action = readonly string[]

/** The field, the actions, and the resulting value; `|` marks the caret. */
export type Behaviour = readonly [title: string, action: Action, leaves: string]

const times = (count: number, key: string) => Array<string>(count).fill(key)
const left = (count: number) => times(count, 'ArrowLeft')

export const BEHAVIOURS: Readonly<Record<FieldKey, readonly Behaviour[]>> = {
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

/** Parses one part of an action: a text that arrives in another way than by keys, or else keys. */
export function readPart(part: string): {
  readonly how: 'paste' | 'input' | 'change' | 'keys'
  readonly text: string
} {
  const [, how, text = ''] = /^(paste|input|change):(.*)$/.exec(part) ?? []
  return how ? { how: how as 'paste' | 'input' | 'change', text } : { how: 'keys', text: part }
}

/** Empties all fields, because the number decides how long the code is. Runs in the page. */
export function startAgain(input: HTMLInputElement): void {
  for (const field of input.form?.querySelectorAll('input') ?? []) {
    field.value = ''
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  input.focus()
}

/** Fills fields like a password manager: without keys or focus, and with untrusted events. It runs in the page. */
export function fillByScript(input: HTMLInputElement, [text = '', event = '']: readonly string[]): void {
  input.value = text
  input.dispatchEvent(new Event(event, { bubbles: true }))
}

/** The value with the caret in it. Runs in the page. */
export function readWithCaret({ value, selectionStart }: HTMLInputElement): string {
  const caret = selectionStart ?? -1
  return `${value.slice(0, caret)}|${value.slice(caret)}`
}
