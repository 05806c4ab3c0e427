import { CRD, ERRO, ARES, POSTAUTH, PREAUTH, RREQ } from './emv/answers.ts'
import { AREQ } from './emv/areq.ts'
import { checkMessage, type Problem } from './emv/check-message.ts'
import { CHANNELS, type EmvMessage } from './emv/members.ts'
import { writeAres, writeCardRange, writeErro, writeUnknownId } from './messages.ts'
import { type CardCase, findCase } from './test-cards.ts'
import type { Witness } from './witness.ts'
import type { World } from './world.ts'

export interface TwinRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

export interface TwinAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** The schema and the handler of a call. */
const CALLS = {
  '/preauth': { table: PREAUTH, handle: preauth },
  '/auth': { table: AREQ, handle: auth },
  '/postauth': { table: POSTAUTH, handle: postauth },
} as const

const ANSWER_TABLES = { CRD, ARes: ARES, RReq: RREQ, Erro: ERRO } as const

/** Answers a call of the server's API: three calls, each a POST of JSON. */
export function answerCall(
  world: World,
  keys: ReadonlySet<string>,
  witness: Witness,
  request: TwinRequest,
): TwinAnswer {
  if (!keys.has(request.headers['apikey'] ?? ''))
    return { status: 401, contentType: 'text/plain; charset=utf-8', body: 'Invalid API Key' }
  const call = CALLS[request.path as keyof typeof CALLS]
  if (call === undefined || request.method !== 'POST')
    return { status: 404, contentType: 'text/plain', body: 'Not Found' }
  const message = readJson(request)
  if (message === null) {
    witness.see('request', request.path, [{ errorCode: '203', member: 'the whole message' }])
    const words = 'Message is not parsable JSON'
    return toAnswer(
      writeErro({ code: '101', description: 'Message Received Invalid', detail: words }),
      witness,
    )
  }
  const problems = checkMessage(call.table, message)
  witness.see('request', `${request.path} ${channelOf(message)}`, problems)
  const [first] = problems
  return toAnswer(
    first === undefined ? call.handle(world, message) : refuse(problems, message),
    witness,
    message,
  )
}

/** Lists every invalid member by name only. */
function refuse(problems: readonly Problem[], message: EmvMessage): EmvMessage {
  const code = problems.some(({ errorCode }) => errorCode === '201') ? '201' : '203'
  const detail = problems.filter(({ errorCode }) => errorCode === code).map(({ member }) => member)
  return writeErro({
    code,
    description:
      code === '201' ? 'Required data element missing' : 'Format of one or more data elements is invalid',
    detail: detail.join(', '),
    id: message['threeDSServerTransID'],
    version: message['messageVersion'],
  })
}

function preauth(world: World, { acctNumber }: EmvMessage): EmvMessage {
  const card = findCase(String(acctNumber))
  if (card === 'NOT_ENROLLED')
    return writeErro({
      code: '305',
      description: 'Unknown BIN',
      detail: 'No CRD found, card with BIN ****** is not enrolled with any known DS',
    })
  if (card === null)
    return writeErro({ code: '404', description: 'No test case', detail: 'The last four digits match none' })
  return writeCardRange(world.enrol(String(acctNumber), card), `${world.ports.pagesUrl()}/acs/method`)
}

function auth(world: World, areq: EmvMessage): EmvMessage {
  const id = areq['threeDSServerTransID']
  const known = world.find(id)
  // An id is valid for one request, for the card that it was issued for.
  if (known === null || known.areq !== null || !world.isFresh(known)) return writeUnknownId(id)
  const version = String(areq['messageVersion'])
  const about = { id, version }
  if (known.cardNumber !== areq['acctNumber'])
    return writeErro({
      code: '305',
      description: 'Transaction data not valid',
      detail: 'acctNumber',
      ...about,
    })
  const { start, end } = known.card.versions
  if (version < start || version > end)
    return writeErro({
      code: '102',
      description: 'Message Version Number Not Supported',
      detail: version,
      ...about,
    })
  if (areq['deviceChannel'] === '02' && areq['threeDSCompInd'] !== completionOf(known))
    return writeErro({
      code: '305',
      description: 'Transaction data not valid',
      detail: 'threeDSCompInd',
      ...about,
    })
  known.areq = areq
  known.answeredAtMs = world.ports.now()
  const answer = world.answerInstead ?? answerOf(known.card, areq)
  if (answer === 'DS_TIMEOUT')
    return writeErro({
      code: '405',
      description: 'Unable to contact Directory Server',
      detail: 'Connection timeout',
      ...about,
    })
  known.ares = writeAres(known, areq, answer, `${world.ports.pagesUrl()}/acs/challenge`)
  return known.ares
}

/** A bank that receives the indicator of a mandatory challenge (04) shows one. The sandbox has no card for that. */
function answerOf(
  { answer }: CardCase,
  { threeDSRequestorChallengeInd: preference }: EmvMessage,
): CardCase['answer'] {
  return preference === '04' && (answer === 'Y' || answer === 'A') ? 'C' : answer
}

/** Returns the completion of the 3DS Method, as the bank recorded it. */
function completionOf({
  card,
  isFingerprinted,
}: {
  readonly card: { readonly method: string }
  readonly isFingerprinted: boolean
}) {
  if (card.method === 'MISSING') return 'U'
  return isFingerprinted ? 'Y' : 'N'
}

function postauth(world: World, { threeDSServerTransID: id }: EmvMessage): EmvMessage {
  const known = world.find(id)
  if (!known?.ares) return writeUnknownId(id)
  const result = world.resultOf(known)
  if (result === 'FORGOTTEN') return writeUnknownId(id)
  return (
    result ??
    writeErro({
      code: '305',
      description: 'No RReq has been received',
      detail: 'No response from directory server yet',
      id,
      version: known.ares['messageVersion'],
    })
  )
}

function toAnswer(message: EmvMessage, witness: Witness, request: EmvMessage = {}): TwinAnswer {
  const type = String(message['messageType']) as keyof typeof ANSWER_TABLES
  const reading = { channel: CHANNELS[String(request['deviceChannel'])], ...categoryOf(request) }
  witness.see('answer', type, checkMessage(ANSWER_TABLES[type], message, reading))
  const status = type === 'Erro' ? 400 : 200
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(message) }
}

function categoryOf({ messageCategory }: EmvMessage) {
  return typeof messageCategory === 'string' ? { category: messageCategory } : {}
}

function channelOf({ deviceChannel }: EmvMessage): string {
  return CHANNELS[String(deviceChannel)] ?? ''
}

function readJson({ body, headers }: TwinRequest): EmvMessage | null {
  if (headers['content-type'] !== 'application/json; charset=utf-8') return null
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as EmvMessage) : null
  } catch {
    return null
  }
}
