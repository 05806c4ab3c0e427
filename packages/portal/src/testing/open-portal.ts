import { onTestFinished, vi } from 'vitest'

import '../app/portal-shell.ts'
import type { Session } from '../app/session.ts'
import { adoptDesign } from '../design/design.ts'
import tokens from '../design/tokens.css?inline'
import { SESSION } from './mount.ts'
import { type Answers, type StubbedGateway, stubGateway } from './stub-gateway.ts'

/** The session of the signed-in person, and the responses of the gateway. */
export type OpenOptions = Partial<Session> & { readonly answers?: Answers }

/** Opens an address of the whole portal, in a document whose gateway is a table of answers. */
export function openPortal(
  address: string,
  { answers = {}, environment, ...session }: OpenOptions = {},
): StubbedGateway {
  const before = location.href
  history.replaceState(null, '', address)
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = tokens
  adoptDesign(document)
  const gateway = stubGateway({
    'GET /session': { ...SESSION, ...(environment && { environment }), ...session },
    ...answers,
  })
  const portal = document.createElement('sluice-portal')
  if (environment) portal.setAttribute('environment', environment)
  document.body.append(portal)
  onTestFinished(() => {
    portal.remove()
    style.remove()
    document.adoptedStyleSheets = []
    vi.unstubAllGlobals()
    history.replaceState(null, '', before)
  })
  return gateway
}
