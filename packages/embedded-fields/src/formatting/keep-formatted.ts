import { moveCaret, skipGap, type CaretAnchor } from './caret.ts'

/** The commands for the deletion of one key press. */
const DELETIONS: Readonly<Record<string, 'delete' | 'forwardDelete'>> = {
  deleteContentBackward: 'delete',
  deleteContentForward: 'forwardDelete',
}

export interface FormattedInput {
  /** @param deleting - the last edit took characters away. */
  readonly format: (text: string, deleting: boolean) => string
  readonly caret: CaretAnchor
}

/**
 * Formats what a person, a password manager or a script enters into an input, and keeps the caret and the undo history.
 *
 * The browser edits first and the text is formatted afterwards, by the smallest replacement: key events, which software
 * keyboards and managers do not send, are not needed. The element's `value` is the only copy.
 */
export function keepFormatted(input: HTMLInputElement, { format, caret }: FormattedInput): void {
  let writing = false

  input.addEventListener('beforeinput', (event) => {
    const command = DELETIONS[event.inputType]
    const caret = caretOf(input)
    if (!command || caret !== input.selectionEnd) return
    const place = skipGap(input.value, caret, command === 'delete' ? -1 : 1)
    if (place === caret) return
    input.setSelectionRange(place, place)
    // WebKit has already selected the characters to delete: the gap.
    if (!event.cancelable) return
    event.preventDefault()
    // Browsers reject commands within commands.
    writing = true
    document.execCommand(command)
    writing = false
    reformat(event)
  })

  const reformat = (event: Event) => {
    if (writing) return
    const edit = event instanceof InputEvent ? event : null
    // Formatting would interrupt a composition, and an undo must not be reverted.
    if (edit?.isComposing || edit?.inputType.startsWith('history')) return
    const raw = input.value
    const formatted = format(raw, edit?.inputType.startsWith('delete') ?? false)
    if (formatted === raw) return
    const place = moveCaret(raw, caretOf(input), formatted, caret)
    if (input.matches(':focus')) {
      writing = true
      replaceKeepingHistory(input, raw, formatted)
      writing = false
      input.setSelectionRange(place, place)
    } else {
      input.value = formatted
    }
  }
  for (const type of ['input', 'change', 'compositionend']) input.addEventListener(type, reformat)
}

function caretOf(input: HTMLInputElement): number {
  return input.selectionStart ?? input.value.length
}

/** `execCommand` is the only way to write into an input that the browser's undo knows of. */
function replaceKeepingHistory(input: HTMLInputElement, raw: string, formatted: string): void {
  let start = 0
  while (start < raw.length && raw[start] === formatted[start]) start += 1
  let end = 0
  const shared = Math.min(raw.length, formatted.length) - start
  while (end < shared && raw[raw.length - 1 - end] === formatted[formatted.length - 1 - end]) end += 1

  input.setSelectionRange(start, raw.length - end)
  const text = formatted.slice(start, formatted.length - end)
  const done = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
  if (!done || input.value !== formatted) input.value = formatted
}
