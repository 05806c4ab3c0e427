import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRenderer, defineComponent, h, KeepAlive, nextTick, shallowReactive, shallowRef } from 'vue'

import { CardFields, SluiceProvider } from './index.ts'

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
    create: (type: string) => {
      refuseDestroyed(core)
      calls.push(`${type} in ${sessionId}`)
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
        destroy: () => {
          calls.push('destroyed')
          state.isDestroyed = true
        },
      }
    },
    destroy: () => [core, ...created].forEach((state) => (state.isDestroyed = true)),
  }
}

/** Elements that are only counted. */
const renderer = createRenderer<object, object>({
  createElement: () => ({}),
  createText: () => ({}),
  createComment: () => ({}),
  insert: () => undefined,
  remove: () => undefined,
  setText: () => undefined,
  setElementText: () => undefined,
  patchProp: () => undefined,
  parentNode: () => null,
  nextSibling: () => null,
})

const settled = () =>
  vi.waitFor(() => expect(calls).not.toEqual([]), { timeout: 60_000 }).then(() => nextTick())

beforeEach(() => {
  calls.length = 0
  vi.stubGlobal('PaymentComponent', createCore)
  // The gateway's script loads at once.
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), {
      createElement: () => new EventTarget(),
      head: {
        append: (script: EventTarget) => queueMicrotask(() => script.dispatchEvent(new Event('load'))),
      },
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['the session', { sessionId: 's2' }, ['session s2']],
  ['the language', { locale: 'sv-SE' }, ['locale sv-SE']],
  [
    'the key and the session',
    { clientKey: 'ck_test_2', sessionId: 's2' },
    ['destroyed', 'card in s2', 'locale en-US'],
  ],
  [
    'the look and the language',
    { appearance: {}, locale: 'sv-SE' },
    ['destroyed', 'card in s1', 'locale sv-SE'],
  ],
])('%s may change at once', async (_, changed, expected) => {
  const props = shallowReactive({ clientKey: 'ck_test_1', sessionId: 's1', locale: 'en-US' })
  const errors: unknown[] = []
  const app = renderer.createApp({
    render: () =>
      h(SluiceProvider, { baseUrl: 'https://vue.example', environment: 'test', ...props } as never, () =>
        h(CardFields),
      ),
  })
  app.config.errorHandler = (error) => errors.push(error)
  app.mount({})
  await settled()
  calls.length = 0
  Object.assign(props, changed)
  await settled()
  expect(errors).toEqual([])
  expect(calls).toEqual(expected)
})

it('is created again when <KeepAlive> restores it, and ends when that removes it', async () => {
  const isShown = shallowRef(true)
  const errors: unknown[] = []
  const Checkout = defineComponent({
    setup: () => () =>
      h(
        SluiceProvider,
        { baseUrl: 'https://vue.example', clientKey: 'ck_test_1', sessionId: 's1', environment: 'test' },
        () => h(CardFields),
      ),
  })
  const app = renderer.createApp({
    render: () => h(KeepAlive, null, () => (isShown.value ? h(Checkout) : undefined)),
  })
  app.config.errorHandler = (error) => errors.push(error)
  app.mount({})
  await settled()
  calls.length = 0
  isShown.value = false
  await nextTick()
  expect(calls).toEqual(['destroyed'])
  isShown.value = true
  await settled()
  expect(calls).toEqual(['destroyed', 'card in s1'])
  expect(errors).toEqual([])
})
