/**
 * The few Cypress commands that the helpers use, with the same semantics: queued, retried until they pass, from a
 * script next to the page, with synthetic events. Cypress itself is a separate download that test machines need not
 * have.
 */
import type { CypressCommands, CypressDocument, CypressElement } from '@sluice/server-sdk/testing/cypress'

type Step = () => Promise<void> | void

/** @param readPage - the document under test, which changes when the page leads on. */
export function createTinyCypress(readPage: () => Document): {
  readonly cy: CypressCommands
  /** Runs commands, and all that they enqueue. */
  readonly run: (give: () => void) => Promise<void>
} {
  let queue: Step[] = []

  async function run(give: () => void): Promise<void> {
    give()
    for (let step = queue.shift(); step; step = queue.shift()) {
      // Commands of a step come before those that wait.
      const waiting = queue
      queue = []
      await step()
      queue = [...queue, ...waiting]
    }
  }

  const documentCommands: CypressDocument = {
    should(check) {
      queue.push(() => holds(() => check(readPage())))
      return documentCommands
    },
    then(act) {
      queue.push(() => act(readPage()))
      return documentCommands
    },
  }

  const elementCommands = (element: HTMLElement): CypressElement => ({
    click: () => queue.push(() => press(element)),
    check: () => queue.push(() => press(element)),
    type: (text) => queue.push(() => type(element as HTMLInputElement, text)),
  })

  return { cy: { document: () => documentCommands, wrap: elementCommands }, run }
}

/** The test has the time limit: an endless wait reports its command. */
async function holds(check: () => void): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return check()
    } catch (error) {
      if (tries > 3_000) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

async function press(element: HTMLElement): Promise<void> {
  await holds(() => {
    if (element.matches(':disabled, [aria-disabled="true"]')) throw new Error('a control is disabled')
  })
  element.focus()
  element.click()
}

/** Script sets values as a keyboard would: through the element's own setter, one key after the other. */
function type(field: HTMLInputElement, text: string): void {
  const view = field.ownerDocument.defaultView
  if (!view) throw new Error('the field’s frame has gone')
  const setter = Object.getOwnPropertyDescriptor(view.HTMLInputElement.prototype, 'value')?.set
  field.focus()
  for (const key of text) {
    const about = { key, bubbles: true, cancelable: true }
    field.dispatchEvent(new view.KeyboardEvent('keydown', about))
    const typed = { data: key, inputType: 'insertText', bubbles: true, cancelable: true }
    if (field.dispatchEvent(new view.InputEvent('beforeinput', typed))) {
      const at = field.selectionStart ?? field.value.length
      setter?.call(field, field.value.slice(0, at) + key + field.value.slice(field.selectionEnd ?? at))
      field.setSelectionRange(at + 1, at + 1)
      field.dispatchEvent(new view.InputEvent('input', { ...typed, cancelable: false }))
    }
    field.dispatchEvent(new view.KeyboardEvent('keyup', about))
  }
}
