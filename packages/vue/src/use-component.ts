import {
  type Component,
  type ComponentType,
  type Customer,
  type FieldChange,
  type FocusChange,
  pay,
  type PaymentError,
  type PaymentResponse,
  reservedHeightPx,
  type Validation,
} from '@sluice/embedded-fields'
import {
  getCurrentInstance,
  h,
  onActivated,
  onBeforeUnmount,
  onDeactivated,
  shallowRef,
  type VNode,
  watch,
} from 'vue'
import { useSluice } from './sluice-state.ts'

/** The methods of a component's template ref. */
export interface PaymentHandle {
  /**
   * Submits the payment. A decline is a result, not an error.
   *
   * @throws When there is no answer (`PaymentFailedError`), or the component is not ready yet.
   */
  submit(customer?: Customer): Promise<PaymentResponse>
  /** Shows the errors of the fields. True when nothing is. */
  validate(): boolean
  /** Reports the errors, and the typed values besides the card. */
  getDataWithValidation(): Validation
  /** Focuses the first field. */
  focus(): void
}

/** The events of every component, which only the compiler checks. */
export const EMITS = {
  ready: () => true,
  change: (_change: FieldChange) => true,
  focus: (_event: FocusChange) => true,
  blur: (_event: FocusChange) => true,
  complete: (_response: PaymentResponse) => true,
  error: (_error: PaymentError) => true,
}

type EventName = keyof typeof EMITS

interface Setup {
  readonly emit: (name: never, ...event: never[]) => void
  readonly expose: (exposed: PaymentHandle & Record<string, unknown>) => void
}

/** Shows a component in an element as long as both exist. @returns a function that renders the element. */
export function useComponent(
  type: ComponentType,
  config: () => readonly [componentConfig: object, installments?: boolean],
  { emit, expose }: Setup,
): () => VNode {
  const { core, coreSessionId, sessionId, locale, layout } = useSluice()
  const place = shallowRef<HTMLElement | null>(null)
  const component = shallowRef<Component | null>(null)
  const given = getCurrentInstance()?.vnode.props ?? {}
  let shownSession = ''

  function remove(): void {
    const shown = component.value
    component.value = null
    shown?.destroy()
  }

  // <KeepAlive> takes the element off the page and keeps it, and browsers end the frame in it: another one is shown then.
  const isKept = shallowRef(false)
  onDeactivated(() => (isKept.value = true))
  onActivated(() => (isKept.value = false))

  watch(
    [core, place, () => JSON.stringify(config()[0]), isKept],
    ([currentCore, element, key, kept]) => {
      remove()
      if (kept) return
      if (currentCore === null || element === null) return
      // Passes only the listeners that exist: for an event without a listener, the library acts by default.
      const names = (Object.keys(EMITS) as EventName[]).map(
        (name) => [name, `on${name[0]?.toUpperCase()}${name.slice(1)}`] as const,
      )
      const componentListeners = Object.fromEntries(
        names
          .filter(([, listener]) => listener in given)
          .map(([name, listener]) => [listener, (event: never) => emit(name as never, event)]),
      )
      const created = currentCore.create(type as 'card', {
        componentConfig: JSON.parse(key) as object,
        componentListeners,
      })
      shownSession = coreSessionId()
      // Errors go to the listener of "error", or to the console.
      created.mount(element).catch(() => undefined)
      component.value = created
    },
    { flush: 'post' },
  )
  watch([component, sessionId], ([shown, id]) => {
    // A provider whose options changed has destroyed what is removed after this.
    if (core.value === null || shown === null || id === shownSession) return
    shown.updateSession(id)
    shownSession = id
  })
  watch([component, locale], ([shown, wanted]) => {
    if (core.value && shown && wanted) shown.changeLocale(wanted)
  })
  onBeforeUnmount(remove)

  const there = (): Component => {
    if (component.value === null) throw new Error('The component is not ready yet; wait for "ready"')
    return component.value
  }
  expose({
    submit: async (customer) => pay(there(), customer),
    validate: () => there().validate(),
    getDataWithValidation: () => there().getDataWithValidation(),
    focus: () => there().focus(),
  })
  // Servers render this too, so that nothing moves when the form appears.
  const reservedPx = () => {
    const [componentConfig, installments] = config()
    return reservedHeightPx(type, type === 'card' ? componentConfig : {}, layout(), installments)
  }
  return () => h('div', { ref: place, style: { minHeight: `${reservedPx()}px` } })
}
