import { ContextProvider } from '@lit/context'
import type { TransactionEvent } from '@sluice/types'
import { html, render, type TemplateResult } from 'lit'
import { onTestFinished, vi } from 'vitest'

import { explainRefusal } from '../app/explain-refusal.ts'
import { portalContext, type PortalServices } from '../app/portal-context.ts'
import type { Session } from '../app/session.ts'
import { adoptDesign } from '../design/design.ts'
import tokens from '../design/tokens.css?inline'

/** A request as the page sent it. */
export interface SentRequest {
  /** `POST /devices/BCDF-GHJK/approve`: below `/portal`, without the query. */
  readonly name: string
  readonly query: URLSearchParams
  readonly key: string | null
  readonly body: unknown
}

/** What the gateway answers to one request: a body, a whole response, or what is made of the request. */
type Answer = object | Response | ((request: SentRequest) => object | Response | Promise<object>)

export interface Mounted {
  /** What the pages around would be told. */
  readonly said: string[]
  /** Addresses that the page went to. */
  readonly visited: string[]
  readonly requests: SentRequest[]
  /** How often the page had the frame around it drawn again. */
  readonly renewals: () => number
  /** Changes what the gateway answers from now on. */
  answer(answers: Readonly<Record<string, Answer>>): void
  /** An event of the merchant arrives. */
  emit(event: TransactionEvent): void
}

export interface MountOptions {
  /** By method and path without the query, such as `GET /settings`. A request that is missing here fails the test. */
  readonly answers?: Readonly<Record<string, Answer>>
  /** What the person may do; everything without it. */
  readonly actions?: readonly string[]
  readonly session?: Partial<Session>
}

const SESSION: Session = {
  user: { id: 'user-1', name: 'Amra Hadžić', email: 'amra@shop.example' },
  merchant: { id: 'merchant-1', name: 'Mugs & More' },
  viewing: null,
  environment: 'test',
  test_state: null,
  events_after: '',
  method_names: {},
  actions: [],
  needs_passkey: false,
}

/** A refusal as the gateway sends it. */
export function refusal(status: number, body: object = {}): () => Response {
  return () => Response.json(body, { status })
}

/** Mounts an element in a portal whose gateway is a table of answers. */
export function mount(template: TemplateResult, options: MountOptions = {}): Mounted {
  const root = document.body.appendChild(document.createElement('main'))
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = tokens
  adoptDesign(document)
  const answers = new Map(Object.entries(options.answers ?? {}))
  const mounted = { said: [] as string[], visited: [] as string[], requests: [] as SentRequest[] }
  const listeners = new Set<(event: TransactionEvent) => void>()
  let renewals = 0
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const request = readRequest(address, init)
    if (request.name !== 'GET /session') mounted.requests.push(request)
    const answer = answers.get(request.name)
    if (answer === undefined) throw new Error(`The test gateway has no answer to ${request.name}`)
    const given = typeof answer === 'function' ? await answer(request) : answer
    if (given instanceof Response) return given.clone()
    return Response.json(given)
  })
  const services: PortalServices = {
    session: { ...SESSION, ...options.session },
    go: (href) => void mounted.visited.push(href),
    say: (message) => void mounted.said.push(message),
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
    ...mounted,
    renewals: () => renewals,
    answer: (more) => Object.entries(more).forEach(([name, answer]) => answers.set(name, answer)),
    emit: (event) => listeners.forEach((hear) => hear(event)),
  }
}

function readRequest(address: string, { method = 'GET', headers, body }: RequestInit): SentRequest {
  const { pathname, search } = new URL(address, location.href)
  return {
    name: `${method} ${pathname.replace(/^\/portal(?=\/)/, '')}`,
    query: new URLSearchParams(search),
    key: new Headers(headers).get('idempotency-key'),
    body: typeof body === 'string' ? (JSON.parse(body) as unknown) : null,
  }
}
