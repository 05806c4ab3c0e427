import type { SeededRandom } from '../../packages/gateway/test/seeded-random.ts'

/** The bytes to write to a connection, and the allowed responses. */
export interface SocketExchange {
  readonly kind: SocketKind
  /** The parts, written one after the other. */
  readonly pieces: readonly Buffer[]
  /** Closes the connection instead of ending its side. */
  readonly hangsUp: boolean
  /** The `x-request-id`s of the required responses, in this order; null if none is required. */
  readonly answers: readonly string[] | null
  /** The id of a request that only one of two parsers sees. It must not be answered. */
  readonly smuggled: string | null
}

/** The parts of valid requests. */
export interface SocketFixture {
  readonly host: string
  /** A POST that is answered with 200, without its framing. */
  readonly post: {
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }
  /** A GET that is answered with 200. */
  readonly path: string
}

type Draw = (fixture: SocketFixture, random: SeededRandom) => Omit<SocketExchange, 'kind'>

const CRLF = '\r\n'
const PIPELINED_MAX = 12
/** More than a server accepts in one header, in all headers, and in their number. */
const LONG_CHARS = [500, 8_000, 17_000, 70_000] as const
const MANY = [100, 1_000, 3_000] as const

/** Two declarations of a body's length, or one that two parsers read differently: RFC 9112 §6.3, §11.2. */
const AMBIGUOUS_FRAMINGS = [
  (length: number) => [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'],
  (length: number) => ['Transfer-Encoding: chunked', `Content-Length: ${length}`],
  (length: number) => [`Content-Length: ${length}`, 'Content-Length: 0'],
  (length: number) => [`Content-Length: 0, ${length}`],
  (length: number) => [`Content-Length: +${length}`],
  (length: number) => [`Content-Length: ${length}x`],
  (length: number) => [`Content-Length : ${length}`],
  (length: number) => [`Content-Length: 0`, ` Content-Length: ${length}`],
  () => ['Transfer-Encoding: xchunked'],
  () => ['Transfer-Encoding: chunked, identity'],
  () => ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
  () => ['Transfer-Encoding : chunked'],
  () => ['Transfer-Encoding: \u000bchunked'],
  () => ['Transfer-Encoding:', ' chunked'],
] as const

const CHUNKED_BODIES = [
  '5\r\nhello\r\n0\r\n\r\n',
  'fffffffffffffffff\r\nx',
  '-1\r\nx\r\n0\r\n\r\n',
  '0x5\r\nhello\r\n0\r\n\r\n',
  '5;name=value;\r\nhello\r\n0\r\n\r\n',
  `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
  '5\nhello\n0\n\n',
  '5\r\nhelloX\r\n0\r\n\r\n',
  '0\r\nContent-Length: 9\r\nAuthorization: x\r\n\r\n',
  `${'1\r\nx\r\n'.repeat(2_000)}0\r\n\r\n`,
  '5\r\nhel',
] as const

const NO_HTTP = [
  '',
  '\r\n\r\n\r\n',
  'GET',
  'GET /',
  'GET /\r\n\r\n',
  'GET / HTTP/0.9\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/2.0\r\nHost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET http://example.com/ HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAAA\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: x\r\nExpect: 200-maybe\r\nContent-Length: 1\r\n\r\n',
  'GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /%zz%00/../.. HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\na\u0000b: c\r\n\r\n',
  'G\u00c8T / HTTP/1.1\r\nHost: x\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
] as const

/** The ways to misuse a connection, by name. */
export const SOCKET_KINDS = {
  pipelined: (fixture, random) => {
    const ids = Array.from({ length: 1 + random.whole(PIPELINED_MAX) }, () => drawId(random))
    const text = ids
      .map((id) => (random.whole(2) === 0 ? writeGet(fixture, id) : writePost(fixture, id)))
      .join('')
    return { ...whole(text), answers: ids }
  },
  dripping: (fixture, random) => {
    const id = drawId(random)
    const text = random.whole(2) === 0 ? writeGet(fixture, id) : writePost(fixture, id)
    const bytes = Buffer.from(text)
    const pieces: Buffer[] = []
    for (let at = 0; at < bytes.length;) {
      const length = 1 + random.whole(60)
      pieces.push(bytes.subarray(at, at + length))
      at += length
    }
    return { ...whole(''), pieces, answers: [id] }
  },
  'cut off': (fixture, random) => {
    const bytes = Buffer.from(writePost(fixture, drawId(random)))
    return { ...whole(''), pieces: [bytes.subarray(0, random.whole(bytes.length))] }
  },
  'hung up': (fixture, random) => {
    const bytes = Buffer.from(writePost(fixture, drawId(random)))
    return { ...whole(''), pieces: [bytes.subarray(0, random.whole(bytes.length + 1))], hangsUp: true }
  },
  'bytes changed': (fixture, random) => {
    const bytes = Buffer.from(writePost(fixture, drawId(random)))
    for (let times = 1 + random.whole(4); times > 0; times -= 1)
      bytes[random.whole(bytes.length)] = random.whole(256)
    return { ...whole(''), pieces: [bytes] }
  },
  'two lengths': (fixture, random) => {
    const smuggled = drawId(random)
    const hidden = `0${CRLF}${CRLF}${writeGet(fixture, smuggled)}`
    const framing = random.pick(AMBIGUOUS_FRAMINGS)(hidden.length)
    return { ...whole(writeHead(fixture, drawId(random), framing) + hidden), smuggled }
  },
  'line ends': (fixture, random) => {
    const smuggled = drawId(random)
    const end = random.pick(['\n', '\r', '\r\r\n', '\n\r\n'])
    const text = writeHead(fixture, drawId(random), [
      `X: y${end}Content-Length: 4`,
      'Transfer-Encoding: chunked',
    ])
    return { ...whole(`${text}0${CRLF}${CRLF}${writeGet(fixture, smuggled)}`), smuggled }
  },
  chunks: (fixture, random) =>
    whole(writeHead(fixture, drawId(random), ['Transfer-Encoding: chunked']) + random.pick(CHUNKED_BODIES)),
  'no HTTP': (_world, random) => whole(random.pick(NO_HTTP)),
  'long headers': (fixture, random) =>
    whole(
      writeHead(fixture, drawId(random), [
        `X-Long: ${'a'.repeat(random.pick(LONG_CHARS))}`,
        'Content-Length: 0',
      ]),
    ),
  'many headers': (fixture, random) => {
    const more = Array.from({ length: random.pick(MANY) }, (_, place) => `X-${place}: a`)
    return whole(writeHead(fixture, drawId(random), [...more, 'Content-Length: 0']))
  },
  'a body that was not announced': (fixture, random) =>
    whole(`${writeGet(fixture, drawId(random))}{"amount":100}${CRLF}`),
} as const satisfies Readonly<Record<string, Draw>>

export type SocketKind = keyof typeof SOCKET_KINDS

const KINDS = Object.keys(SOCKET_KINDS) as SocketKind[]

export function drawExchange(fixture: SocketFixture, random: SeededRandom): SocketExchange {
  const kind = random.pick(KINDS)
  return { kind, ...SOCKET_KINDS[kind](fixture, random) }
}

function whole(text: string): Omit<SocketExchange, 'kind'> {
  return { pieces: [Buffer.from(text, 'latin1')], hangsUp: false, answers: null, smuggled: null }
}

/** Draws a UUID of version 4, which the gateway repeats in its response. */
function drawId(random: SeededRandom): string {
  const digits = Array.from({ length: 32 }, () => random.whole(16).toString(16)).join('')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`
}

function writeGet({ host, path }: SocketFixture, id: string): string {
  return [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'User-Agent: test', `X-Request-Id: ${id}`, '', ''].join(
    CRLF,
  )
}

function writeHead({ host, post }: SocketFixture, id: string, framing: readonly string[]): string {
  const headers = Object.entries(post.headers).map(([name, value]) => `${name}: ${value}`)
  const lines = [`POST ${post.path} HTTP/1.1`, `Host: ${host}`, ...headers, `X-Request-Id: ${id}`, ...framing]
  return [...lines, '', ''].join(CRLF)
}

function writePost(fixture: SocketFixture, id: string): string {
  const { body } = fixture.post
  return writeHead(fixture, id, [`Content-Length: ${Buffer.byteLength(body)}`]) + body
}
