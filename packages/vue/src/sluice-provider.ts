import {
  type Appearance,
  loadEmbeddedFields,
  type LoadOptions,
  type Locale,
  type PaymentComponentCore,
} from '@sluice/embedded-fields'
import { defineComponent, onBeforeUnmount, onMounted, type PropType, provide, shallowRef, watch } from 'vue'
import { SLUICE } from './sluice-state.ts'

const LOAD_OPTIONS = ['baseUrl', 'release', 'integrity', 'nonce', 'globalName'] as const

/**
 * Loads the library from the gateway, in the browser only, and makes it known to the components inside. Another `sessionId` or
 * `locale` keeps what the shopper has typed.
 */
export const SluiceProvider = /* @__PURE__ */ defineComponent({
  name: 'SluiceProvider',
  props: {
    baseUrl: { type: String, required: true },
    clientKey: { type: String, required: true },
    sessionId: { type: String, required: true },
    environment: { type: String as PropType<'test' | 'production'>, required: true },
    locale: String as PropType<Locale>,
    appearance: Object as PropType<Appearance>,
    release: String,
    integrity: String,
    nonce: String,
    globalName: String,
  },
  setup(props, { slots }) {
    const core = shallowRef<PaymentComponentCore | null>(null)
    const error = shallowRef<Error | null>(null)
    let coreSessionId = props.sessionId
    let attempt = 0

    async function load(): Promise<void> {
      const own = (attempt += 1)
      core.value?.destroy()
      core.value = error.value = null
      const { baseUrl, clientKey, sessionId, environment, locale, appearance } = props
      try {
        const given = LOAD_OPTIONS.flatMap((name) => (props[name] === undefined ? [] : [[name, props[name]]]))
        const createCore = await loadEmbeddedFields(Object.fromEntries(given) as LoadOptions)
        const created = await createCore({
          ...{ baseUrl, clientKey, sessionId, environment },
          ...(locale && { locale }),
          ...(appearance && { appearance }),
        })
        if (own !== attempt) return created.destroy()
        coreSessionId = sessionId
        core.value = created
      } catch (reason) {
        if (own === attempt) error.value = reason as Error
      }
    }

    onMounted(load)
    // A core cannot change these options, so a new one is loaded. A new session or language is passed to the existing components.
    watch(
      () =>
        JSON.stringify([
          ...LOAD_OPTIONS.map((name) => props[name]),
          props.clientKey,
          props.environment,
          props.appearance,
        ]),
      load,
    )
    onBeforeUnmount(() => {
      attempt += 1
      core.value?.destroy()
    })
    provide(SLUICE, {
      core,
      error,
      coreSessionId: () => coreSessionId,
      sessionId: () => props.sessionId,
      locale: () => props.locale,
      layout: () => props.appearance?.layout ?? 'row',
    })
    return () => slots['default']?.()
  },
})
