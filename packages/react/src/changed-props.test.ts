import { act, Activity, createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { CardFields, SluiceProvider, useSluice } from './index.ts'

/** The calls of the core and of each component, in order. */
const calls: string[] = []

/** Like the real one, it throws when it is called after its end. */
async function createCore({ sessionId }: { readonly sessionId: string }) {
  const created: { isDestroyed: boolean }[] = []
  const refuseDestroyed = (state: { readonly isDestroyed: boolean }) => {
    if (state.isDestroyed) throw new Error('Destroyed; create another one')
  }
  const core = { isDestroyed: false }
  return {
    create: (type: string, { componentConfig }: { readonly componentConfig: object }) => {
      refuseDestroyed(core)
      calls.push(`${type} ${JSON.stringify(componentConfig)} in ${sessionId}`)
      const state = { isDestroyed: false }
      created.push(state)
      const tell = (call: string) => {
        refuseDestroyed(state)
        calls.push(call)
      }
      return {
        mount: async () => refuseDestroyed(state),
        updateSession: (id: string) => tell(`session ${id}`),
        changeLocale: (locale: string) => tell(`locale ${locale}`),
        destroy: () => void (state.isDestroyed = true),
      }
    },
    destroy: () => [core, ...created].forEach((state) => (state.isDestroyed = true)),
  }
}

/** The part of a document that React needs to render one element. */
class FakeNode extends EventTarget {
  readonly nodeType = 1
  readonly namespaceURI = 'http://www.w3.org/1999/xhtml'
  readonly style = { setProperty: () => undefined }
  readonly children: FakeNode[] = []
  readonly tagName: string
  readonly nodeName: string
  readonly ownerDocument = fakeDocument

  constructor(name: string) {
    super()
    this.tagName = this.nodeName = name
  }

  appendChild(child: FakeNode): void {
    this.children.push(child)
  }

  removeChild(child: FakeNode): void {
    this.children.splice(this.children.indexOf(child), 1)
  }

  setAttribute(): void {}
}

const fakeDocument = Object.assign(new EventTarget(), {
  nodeType: 9,
  createElement: (name: string): unknown => new FakeNode(name),
  // The gateway's script loads at once.
  head: { append: (script: FakeNode) => queueMicrotask(() => script.dispatchEvent(new Event('load'))) },
})

let root: Root
let place: FakeNode
const errors: unknown[] = []
/** The value of `useSluice` in the last render. */
let told: Error | null = null

function Told(): null {
  told = useSluice().error
  return null
}

beforeEach(() => {
  calls.length = errors.length = 0
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('document', fakeDocument)
  vi.stubGlobal('PaymentComponent', createCore)
  vi.stubGlobal('window', Object.assign(new EventTarget(), { HTMLIFrameElement: class {} }))
  place = new FakeNode('main')
  root = createRoot(place as never, { onUncaughtError: (error) => errors.push(error) })
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

const FIRST = { clientKey: 'ck_test_1', sessionId: 's1', locale: 'en-US', hasHolderName: false }

/** Renders, and waits for what that begins. */
async function show(changed: object = {}, mode: 'visible' | 'hidden' = 'visible'): Promise<void> {
  const { hasHolderName, ...options } = { ...FIRST, ...changed }
  const provider = { baseUrl: 'https://react.example', environment: 'test', ...options } as never
  await act(async () => {
    const checkout = createElement(
      SluiceProvider,
      provider,
      createElement(CardFields, { hasHolderName }),
      createElement(Told),
    )
    root.render(createElement(Activity, { mode, children: checkout }))
    await new Promise(setImmediate)
  })
}

it.each([
  ['the session', { sessionId: 's2' }, ['session s2']],
  ['the language', { locale: 'sv-SE' }, ['locale sv-SE']],
  ['the key and the session', { clientKey: 'ck_test_2', sessionId: 's2' }, ['card in s2', 'locale en-US']],
  ['the look and the language', { appearance: {}, locale: 'sv-SE' }, ['card in s1', 'locale sv-SE']],
  [
    'the form and the session',
    { hasHolderName: true, sessionId: 's2' },
    ['card in s1', 'session s2', 'locale en-US'],
  ],
  [
    'everything at once',
    { clientKey: 'ck_test_2', sessionId: 's2', locale: 'sv-SE', hasHolderName: true },
    ['card in s2', 'locale sv-SE'],
  ],
])('%s may change in one render', async (_, changed, expected) => {
  await show()
  expect(place.children).toHaveLength(1)
  calls.length = 0
  await show(changed)
  expect(errors).toEqual([])
  expect(place.children).toHaveLength(1)
  expect(calls.map((call) => call.replace(/ \{.*\}/, ''))).toEqual(expected)
})

it('creates a hidden checkout again when it is shown, with the current session', async () => {
  await show()
  await show({}, 'hidden')
  await show({ sessionId: 's2' }, 'hidden')
  calls.length = 0
  await show({ sessionId: 's2', locale: 'sv-SE' })
  expect(errors).toEqual([])
  expect(place.children).toHaveLength(1)
  expect(calls.map((call) => call.replace(/ \{.*\}/, ''))).toEqual(['card in s2', 'locale sv-SE'])
})

it.each([
  ['an address that is none', { baseUrl: 'react.example' }],
  ['a digest of no release', { integrity: 'sha384-AAAA' }],
])('%s is a correctable error, and the page stays', async (_, wrong) => {
  await show(wrong)
  expect(errors).toEqual([])
  expect(told).toBeInstanceOf(TypeError)
  await show()
  expect(told).toBeNull()
  expect(place.children).toHaveLength(1)
})
