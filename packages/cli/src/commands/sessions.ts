import { randomUUID } from 'node:crypto'

import { callPortal } from '../admin-client/act-as-person.ts'
import { describeAnswer } from '../admin-client/describe-answer.ts'
import { CommandRefusal, EXIT } from '../admin-client/exit-codes.ts'
import { runWithClient } from '../admin-client/run-with-client.ts'
import type { RunCommand } from './command.ts'

/** An open session in the portal's response. */
interface OpenSession {
  readonly id: string
  readonly name: string | null
  readonly address: string
  readonly user_agent: string | null
  readonly started_at: string
  readonly last_used_at: string
  readonly is_current: boolean
}

interface SessionRequest {
  readonly method: 'GET' | 'DELETE'
  readonly path: string
}

const REQUESTS = {
  list: () => ({ method: 'GET', path: '/sessions' }),
  end: (id: string) => ({ method: 'DELETE', path: `/sessions/${encodeURIComponent(id)}` }),
  'end-others': () => ({ method: 'DELETE', path: '/sessions' }),
} as const satisfies Record<string, (id: string) => SessionRequest>

/** Lists the sessions of the person who signed in, and ends them. */
export const run: RunCommand = ({ config, action, operand, options }) =>
  runWithClient(config, async ({ credentials, sendAsPerson, print }) => {
    if (sendAsPerson === null)
      throw new CommandRefusal(
        'Sessions require a login: run sluice-gateway login, and set SLUICE_PORTAL_URL to the portal.',
        EXIT.refused,
      )
    const { authUrl: portalUrl, clientSecret: token } = credentials
    const { method, path }: SessionRequest = REQUESTS[action as keyof typeof REQUESTS](operand ?? '')
    const asked = callPortal(portalUrl, path, { method, token, key: randomUUID() })
    const response = await sendAsPerson(asked)
    if (response.status === 404 && action === 'end')
      throw new CommandRefusal(`There is no open session ${operand}.`, EXIT.refused)
    const text = await response.text()
    if (!response.ok)
      throw new CommandRefusal(describeAnswer('The portal', { status: response.status, text }), EXIT.refused)
    if (action !== 'list') return EXIT.done
    const { data } = JSON.parse(text) as { readonly data: readonly OpenSession[] }
    if (options['json'] === true) print(JSON.stringify(data))
    else for (const session of data) print(describeSession(session))
    return EXIT.done
  })

function describeSession(session: OpenSession): string {
  const what = session.name ?? session.user_agent ?? 'unknown browser'
  const current = session.is_current ? '  this session' : ''
  return `${session.id}  last used ${session.last_used_at}  started ${session.started_at}  ${session.address}  ${what}${current}`
}
