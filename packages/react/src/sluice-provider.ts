import {
  loadEmbeddedFields,
  type LoadOptions,
  type PaymentComponentCore,
  type PaymentComponentOptions,
} from '@sluice/embedded-fields'
import { createElement, type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react'
import { endedCores, SluiceContext } from './sluice-context.ts'

/** The gateway and the session. Another `sessionId` or `locale` keeps the typed values. */
export interface SluiceProviderProps extends Omit<PaymentComponentOptions, 'baseUrl'>, LoadOptions {
  /** The components that may use this session. */
  children?: ReactNode
}

interface Loaded {
  readonly core: PaymentComponentCore | null
  readonly error: Error | null
  readonly sessionId: string
  /** The options that the core was made with. With others the core is destroyed. */
  readonly key: string
}

/** Loads the library from the gateway, in the browser only, and makes it known to the components inside. */
export function SluiceProvider({ children, ...options }: SluiceProviderProps): ReactElement {
  const { sessionId, locale, ...others } = options
  const layout = others.appearance?.layout ?? 'row'
  // Every render creates a new options object; only its content matters.
  const key = JSON.stringify(others)
  const [loaded, setLoaded] = useState<Loaded>({ core: null, error: null, sessionId, key })
  useEffect(() => {
    let isOver = false
    let core: PaymentComponentCore | null = null
    const { release, integrity, nonce, globalName, ...rest } = JSON.parse(key) as typeof others
    // Async, so that options which are refused at once are an `error` as well: what an effect throws takes the page down.
    const load = async () => {
      const createCore = await loadEmbeddedFields(
        Object.fromEntries(
          Object.entries({ baseUrl: rest.baseUrl, release, integrity, nonce, globalName }).filter(
            ([, value]) => value !== undefined,
          ),
        ) as unknown as LoadOptions,
      )
      return createCore({ ...rest, sessionId, ...(locale && { locale }) })
    }
    load().then(
      (created) => {
        if (isOver) return created.destroy()
        core = created
        setLoaded({ core, error: null, sessionId, key })
      },
      (error: unknown) => {
        if (!isOver) setLoaded({ core: null, error: error as Error, sessionId, key })
      },
    )
    return () => {
      isOver = true
      if (core === null) return
      core.destroy()
      endedCores.add(core)
      // The provider itself may stay: Fast Refresh and <Activity> run its effect again, which makes another core.
      setLoaded((last) => (last.core === core ? { ...last, core: null } : last))
    }
    // Another session or language goes to the components that are there.
  }, [key])

  const state = useMemo(
    () => ({
      core: loaded.key === key ? loaded.core : null,
      error: loaded.key === key ? loaded.error : null,
      coreSessionId: loaded.sessionId,
      sessionId,
      locale,
      layout,
    }),
    [loaded, key, sessionId, locale, layout],
  )
  return createElement(SluiceContext.Provider, { value: state }, children)
}
