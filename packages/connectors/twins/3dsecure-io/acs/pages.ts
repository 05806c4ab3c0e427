import { checkMessage } from '../emv/check-message.ts'
import { CREQ } from '../emv/answers.ts'
import type { EmvMessage } from '../emv/members.ts'
import { type ChallengeEnd, writeCres, writeErro, writeResult } from '../messages.ts'
import type { TwinAnswer } from '../api.ts'
import type { Witness } from '../witness.ts'
import { type Authentication, CHALLENGE_STARTS_MS, type World } from '../world.ts'
import { AUTOMATIC, TYPED } from './codes.ts'
import { codePage, postPage, refusalPage } from './html.ts'

/** Answers with one of the bank’s pages, by path. Each receives the fields of a form. */
export function answerPage(
  world: World,
  witness: Witness,
  path: string,
  fields: URLSearchParams,
): TwinAnswer {
  switch (path) {
    case '/acs/method':
      return fingerprint(world, fields)
    case '/acs/challenge':
      return begin(world, witness, fields)
    case '/acs/code':
      return typed(world, fields)
    default:
      return html(404, refusalPage('Not found'))
  }
}

/** Answers the 3DS Method: the browser returns to the requestor, or never. */
function fingerprint(world: World, fields: URLSearchParams): TwinAnswer {
  const data = decode(fields.get('threeDSMethodData'))
  const known = world.find(data?.['threeDSServerTransID'])
  const url = data?.['threeDSMethodNotificationURL']
  if (known === null || typeof url !== 'string') return html(400, refusalPage('threeDSMethodData'))
  if (known.card.method === 'TIMES_OUT') return html(200, refusalPage('Still collecting'))
  known.isFingerprinted = true
  return html(200, postPage(url, { threeDSMethodData: encode({ threeDSServerTransID: known.id }) }))
}

/** Handles the CReq from the browser. */
function begin(world: World, witness: Witness, fields: URLSearchParams): TwinAnswer {
  const creq = decode(fields.get('creq'))
  const problems = checkMessage(CREQ, creq ?? {})
  witness.see('request', 'CReq', problems)
  const known = world.find(creq?.['threeDSServerTransID'])
  if (creq === null || problems.length > 0 || !known?.ares || !isOf(known, creq))
    return html(400, refusalPage('CReq'))
  if (known.result !== null) return leave(known, fields.get('threeDSSessionData'))
  if (!known.isChallengeOpen && world.ports.now() - known.answeredAtMs > CHALLENGE_STARTS_MS) {
    end(world, known, { status: 'N', cancel: '05', reason: '14' })
    return leave(known, fields.get('threeDSSessionData'))
  }
  known.isChallengeOpen = true
  const { challenge } = known.card
  if (challenge === 'MANUAL') return html(200, codePage(known.id, fields.get('threeDSSessionData')))
  end(world, known, AUTOMATIC[challenge])
  return leave(known, fields.get('threeDSSessionData'))
}

function isOf({ id, acsTransId, areq }: Authentication, creq: EmvMessage): boolean {
  return (
    creq['threeDSServerTransID'] === id &&
    creq['acsTransID'] === acsTransId &&
    creq['messageVersion'] === areq?.['messageVersion']
  )
}

function typed(world: World, fields: URLSearchParams): TwinAnswer {
  const known = world.find(fields.get('id'))
  if (!known?.isChallengeOpen) return html(400, refusalPage('Challenge'))
  const session = fields.get('threeDSSessionData')
  if (known.result !== null) return leave(known, session)
  const outcome = TYPED[fields.get('decision') === 'cancel' ? 'cancel' : (fields.get('password') ?? '')]
  if (outcome === undefined) return html(200, codePage(known.id, session, 'This code is not right'))
  end(world, known, outcome)
  return leave(known, session)
}

/** The bank notifies the server first, then releases the browser. */
function end(world: World, known: Authentication, outcome: ChallengeEnd | 'ERRO'): void {
  const message =
    outcome === 'ERRO'
      ? writeErro({
          code: '404',
          component: 'A',
          description: 'Permanent system failure',
          detail: 'The bank ended the challenge',
          id: known.id,
          version: known.areq?.['messageVersion'],
        })
      : writeResult(known, outcome)
  known.result = { message, atMs: world.ports.now() }
}

function leave(known: Authentication, session: string | null): TwinAnswer {
  const status = String(known.result?.message['transStatus'] ?? 'N')
  const url = String(known.areq?.['notificationURL'])
  return html(
    200,
    postPage(url, {
      cres: encode(writeCres(known, status)),
      ...(session !== null && { threeDSSessionData: session }),
    }),
  )
}

const html = (status: number, body: string): TwinAnswer => ({
  status,
  contentType: 'text/html; charset=utf-8',
  body,
})

const encode = (message: EmvMessage): string => Buffer.from(JSON.stringify(message)).toString('base64url')

/** Encodes base64url without padding, because the sandbox accepts no other. */
function decode(value: string | null): EmvMessage | null {
  if (value === null || !/^[\w-]+$/.test(value)) return null
  try {
    return JSON.parse(Buffer.from(value, 'base64url').toString('utf8')) as EmvMessage
  } catch {
    return null
  }
}
