import type { SocketExchange } from './socket-exchanges.ts'

interface Answer {
  readonly status: number
  readonly requestId: string | null
  readonly length: number
}

const HEAD_END = '\r\n\r\n'

/** Returns the fault of the received bytes, or null. */
export function checkBytes({ answers: wanted, smuggled }: SocketExchange, bytes: Buffer): string | null {
  const answers: Answer[] = []
  for (let at = 0; at < bytes.length;) {
    const answer = readAnswer(bytes.subarray(at))
    if (answer === null)
      return `what came back is no HTTP: ${bytes.subarray(at, at + 200).toString('latin1')}`
    answers.push(answer)
    at += answer.length
  }
  const failed = answers.find(({ status }) => status >= 500)
  if (failed) return `answered ${failed.status}`
  const ids = answers.map(({ requestId }) => requestId)
  if (smuggled !== null && ids.includes(smuggled)) return 'a smuggled request was answered'
  if (wanted === null) return null
  return ids.join() === wanted.join() ? null : `asked ${wanted.join()}, and answered ${ids.join()}`
}

/** Returns the first response in the bytes. Its length is always declared. */
function readAnswer(bytes: Buffer): Answer | null {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const [first = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n')
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]
  if (status === undefined) return null
  const headers = new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ')
      return [name.toLowerCase(), value.join(': ')] as const
    }),
  )
  const bodyFrom = headEnd + HEAD_END.length
  return {
    status: Number(status),
    requestId: headers.get('x-request-id') ?? null,
    length: bodyFrom + bodyLength(headers, bytes.subarray(bodyFrom)),
  }
}

function bodyLength(headers: ReadonlyMap<string, string>, bytes: Buffer): number {
  if (headers.get('transfer-encoding') !== 'chunked') return Number(headers.get('content-length') ?? 0)
  const last = bytes.indexOf('0\r\n\r\n')
  return last < 0 ? bytes.length : last + 5
}
