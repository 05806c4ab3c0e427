import {
  type Component,
  type ComponentListeners,
  type ComponentType,
  type Customer,
  pay,
  type PaymentResponse,
  reservedHeightPx,
  type Validation,
} from '@sluice/embedded-fields'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { endedCores, useSluice } from './sluice-context.ts'

/** The methods of a component's ref. */
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

const LISTENERS = ['onReady', 'onChange', 'onFocus', 'onBlur', 'onComplete', 'onError'] as const

/**
 * The properties with which the element of a component is rendered, on a server too: its height, so that nothing moves
 * when the form appears.
 */
export interface PlaceProps {
  /** The attributes of the element that contains the form. */
  readonly ref: RefObject<HTMLDivElement | null>
  /** The height of the component. */
  readonly style: { readonly minHeight: number }
}

/**
 * Shows a component in an element as long as both exist.
 *
 * @param installments - whether the element has room for the choice of installments.
 * @returns the element's properties.
 */
export function useComponent(
  type: ComponentType,
  componentConfig: object,
  listeners: ComponentListeners,
  ref: Ref<PaymentHandle> | undefined,
  installments?: boolean,
): PlaceProps {
  const { core, coreSessionId, sessionId, locale, layout } = useSluice()
  const place = useRef<HTMLDivElement>(null)
  const [component, setComponent] = useState<Component | null>(null)
  const shownSession = useRef('')
  /** Effects of one commit see the state before it; a component that was destroyed in it is not called. */
  const alive = useRef<Component | null>(null)

  // Calls the listeners of the latest render; whether a listener exists determines the library's default behaviour.
  const heard = useRef(listeners)
  useEffect(() => {
    heard.current = listeners
  })
  const key = JSON.stringify([componentConfig, LISTENERS.filter((name) => listeners[name])])

  useEffect(() => {
    if (core === null || endedCores.has(core) || place.current === null) return
    const [config, names] = JSON.parse(key) as [object, (typeof LISTENERS)[number][]]
    const componentListeners = Object.fromEntries(
      names.map((name) => [
        name,
        (event: never) => (heard.current[name] as ((event: never) => void) | undefined)?.(event),
      ]),
    )
    const created = core.create(type as 'card', { componentConfig: config, componentListeners })
    // Errors go to onError, or to the console.
    created.mount(place.current).catch(() => undefined)
    shownSession.current = coreSessionId
    alive.current = created
    setComponent(created)
    return () => {
      alive.current = null
      setComponent(null)
      created.destroy()
    }
  }, [core, coreSessionId, type, key])

  useEffect(() => {
    if (component === null || component !== alive.current || shownSession.current === sessionId) return
    component.updateSession(sessionId)
    shownSession.current = sessionId
  }, [component, sessionId])
  useEffect(() => {
    if (component !== null && component === alive.current && locale !== undefined)
      component.changeLocale(locale)
  }, [component, locale])

  useImperativeHandle(ref, () => {
    const there = (): Component => {
      if (component === null) throw new Error('The component is not ready yet; wait for onReady')
      return component
    }
    return {
      submit: async (customer) => pay(there(), customer),
      validate: () => there().validate(),
      getDataWithValidation: () => there().getDataWithValidation(),
      focus: () => there().focus(),
    }
  }, [component])
  const minHeight = reservedHeightPx(type, type === 'card' ? componentConfig : {}, layout, installments)
  return { ref: place, style: { minHeight } }
}
