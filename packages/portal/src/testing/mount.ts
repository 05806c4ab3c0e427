import { ContextProvider } from '@lit/context'
import type { TransactionEvent } from '@sluice/types'
import { html, render, type TemplateResult } from 'lit'
import { onTestFinished, vi } from 'vitest'

import { explainRefusal } from '../app/explain-refusal.ts'
import { portalContext, type PortalServices } from '../app/portal-context.ts'
import type { Session } from '../app/session.ts'
import { adoptDesign } from '../design/design.ts'
import tokens from '../design/tokens.css?inline'
import { type Answers, type StubbedGateway, stubGateway } from './stub-gateway.ts'

export { refusal, type SentRequest } from './stub-gateway.ts'

export interface Mounted extends StubbedGateway {
  /** The notifications that the surrounding pages would receive. */
  readonly said: string[]
  /** Addresses that the page went to. */
  readonly visited: string[]
  /** Returns the number of times that the page renewed the session. */
  readonly renewals: () => number
  /** An event of the merchant arrives. */
  emit(event: TransactionEvent): void
}

export interface MountOptions {
  /** Responses by method and path without the query, such as `GET /settings`. A request without a response fails the test. */
  readonly answers?: Answers
  /** The actions that the person may use; all by default. */
  readonly actions?: readonly string[]
  readonly session?: Partial<Session>
}

/** The session of an owner in a test environment. */
export const SESSION: Session = {
  user: { id: 'user-1', name: 'Amra Hadžić', email: 'amra@shop.example' },
  merchant: { id: 'merchant-1', name: 'Mugs & More' },
  viewing: null,
  environment: 'test',
  test_state: null,
  events_after: '',
  method_names: {},
  actions: [],
  notices: [],
  needs_passkey: false,
}

/** Mounts an element in a portal whose gateway is a table of answers. */
export function mount(template: TemplateResult, options: MountOptions = {}): Mounted {
  const root = document.body.appendChild(document.createElement('main'))
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = tokens
  adoptDesign(document)
  const gateway = stubGateway(options.answers ?? {})
  const mounted = { said: [] as string[], visited: [] as string[] }
  const listeners = new Set<(event: TransactionEvent) => void>()
  let renewals = 0
  const services: PortalServices = {
    session: { ...SESSION, ...options.session },
    go: (href) => void mounted.visited.push(href),
    announce: (message) => void mounted.said.push(message),
    explain: explainRefusal,
    may: (action) => options.actions?.includes(action) ?? true,
    renew: () => {
      renewals += 1
      return Promise.resolve()
    },
    listen: (hear) => {
      listeners.add(hear)
      return () => void listeners.delete(hear)
    },
  }
  new ContextProvider(root, { context: portalContext, initialValue: services })
  render(html`${template}`, root)
  onTestFinished(() => {
    root.remove()
    style.remove()
    document.adoptedStyleSheets = []
    vi.unstubAllGlobals()
  })
  return {
    ...gateway,
    ...mounted,
    renewals: () => renewals,
    emit: (event) => listeners.forEach((hear) => hear(event)),
  }
}
