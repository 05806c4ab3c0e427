import { vi } from 'vitest'

/** An element that remembers what it was given, and whether its form was posted. */
export interface FakeElement {
  readonly tag: string
  readonly children: FakeElement[]
  readonly style: Record<string, string>
  readonly attributes: Record<string, string>
  readonly contentWindow: object
  readonly posted: { action: string; target: string; fields: Record<string, string> }[]
  isThere: boolean
  [member: string]: unknown
}

/** A page without a browser: enough of one for frames, forms, window messages and time. */
export interface FakeWindow {
  readonly body: FakeElement
  /** The bank's frame, while it is there. */
  frame(): FakeElement | undefined
  /** Every form that was posted. */
  readonly posted: FakeElement['posted']
  /** Delivers a message from another window. */
  say(message: { data: unknown; origin: string; source?: unknown }): void
}

export function createFakeWindow(): FakeWindow {
  const events = new EventTarget()
  const posted: FakeElement['posted'] = []
  const created: FakeElement[] = []

  function createElement(tag: string): FakeElement {
    const element: FakeElement = {
      tag,
      children: [],
      style: {},
      attributes: {},
      contentWindow: {},
      posted,
      isThere: false,
      setAttribute: (name: string, value: string) => (element.attributes[name] = value),
      append: (child: FakeElement) => {
        child.isThere = true
        element.children.push(child)
      },
      remove: () => (element.isThere = false),
      submit: () => {
        const fields = element.children.map(({ name, value }) => [name, value] as [string, string])
        const { action, target } = element as unknown as { action: string; target: string }
        posted.push({ action, target, fields: Object.fromEntries(fields) })
      },
    }
    created.push(element)
    return element
  }

  const body = createElement('body')
  vi.stubGlobal('window', events)
  vi.stubGlobal('document', { body, createElement })
  return {
    body,
    posted,
    frame: () => created.find(({ tag, isThere }) => tag === 'iframe' && isThere),
    say({ data, origin, source }) {
      const frame = created.findLast(({ tag }) => tag === 'iframe')
      const event = Object.assign(new Event('message'), {
        data,
        origin,
        source: source ?? frame?.contentWindow,
      })
      events.dispatchEvent(event)
    },
  }
}
