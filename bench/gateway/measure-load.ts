import { Agent, request } from 'node:http'

/** Sends each of `bodies` once, `clients` at a time over connections that stay open; gives answers per second. */
export async function measureLoad(options: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bodies: readonly string[]
  readonly clients: number
  /** Throws when an answer is not what was asked for. */
  readonly check: (text: string) => void
}): Promise<{ readonly perSecond: number; readonly medianMs: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.clients })
  const durationsMs: number[] = []
  let next = 0
  const client = async (): Promise<void> => {
    for (let body = options.bodies[next++]; body !== undefined; body = options.bodies[next++]) {
      const sentAtMs = performance.now()
      const text = await post(agent, options, body)
      durationsMs.push(performance.now() - sentAtMs)
      options.check(text)
    }
  }
  const startedAtMs = performance.now()
  await Promise.all(Array.from({ length: options.clients }, client))
  const elapsedMs = performance.now() - startedAtMs
  agent.destroy()
  return {
    perSecond: (options.bodies.length / elapsedMs) * 1000,
    medianMs: median(durationsMs),
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

function post(
  agent: Agent,
  { url, headers }: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
  body: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body)
    const sent = request(url, {
      agent,
      method: 'POST',
      headers: {
        'user-agent': 'bench',
        'content-type': 'application/json',
        ...headers,
        'content-length': bytes.length,
      },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve(text))
    })
    sent.end(bytes)
  })
}
