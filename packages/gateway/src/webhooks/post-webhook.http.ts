import { Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { LookupFunction } from 'node:net'

import type { OutgoingRules } from '@sluice/platform/http/validate-outgoing-url'
import { requestOutgoing } from '@sluice/platform/http/request-outgoing'

import { describeNoAnswer } from './no-answer.ts'
import type { PostAnswer, PostWebhook } from './post-webhook.ts'

/** More of an answer is not read; the connection is closed instead. */
const READ_MAX_BYTES = 65_536
/** The part of the answer that is stored. */
const EXCERPT_BYTES = 1_024
/** The status is the answer. The body is read for people, and no slot is held for one that drips. */
const BODY_PATIENCE_MS = 1_000
/** Below the five seconds after which many servers close idle connections. */
const KEEP_ALIVE_MS = 4_000
/** The number of connections that are kept open for each receiver; a burst may open more. */
const IDLE_CONNECTIONS_MAX = 4

export interface PostWebhookOptions extends OutgoingRules {
  /** Looks up host names, and returns only public addresses. */
  readonly lookup?: LookupFunction
  /** Certificates that are trusted besides the usual ones. */
  readonly ca?: string
}

/** Posts webhooks over keep-alive connections. */
export function createPostWebhook(rules: PostWebhookOptions): {
  readonly post: PostWebhook
  /** Closes the keep-alive connections. */
  close(): void
} {
  const settings = { keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS_MAX, timeout: KEEP_ALIVE_MS }
  const agents = { http: new HttpAgent(settings), https: new HttpsAgent(settings) }

  const post: PostWebhook = async ({ url, headers, body }, { deadlineMs, signal: givenUp }) => {
    const deadline = AbortSignal.timeout(deadlineMs)
    const signal = givenUp ? AbortSignal.any([deadline, givenUp]) : deadline
    try {
      const message = { ...rules, method: 'POST', headers, body, agents, signal } as const
      return await readAnswer(await requestOutgoing(url, message))
    } catch (error) {
      const reason = deadline.aborted ? `no response within ${deadlineMs / 1000} s` : describeNoAnswer(error)
      throw new Error(reason, { cause: error })
    }
  }
  return {
    post,
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/** Reads the beginning of the body; the status counts even if the rest fails. */
async function readAnswer(response: IncomingMessage): Promise<PostAnswer> {
  const patience = setTimeout(() => response.destroy(), BODY_PATIENCE_MS)
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      if (size < EXCERPT_BYTES) parts.push(part.subarray(0, EXCERPT_BYTES - size))
      size += part.length
      // Leaving the loop destroys the connection.
      if (size > READ_MAX_BYTES) break
    }
  } catch {
    // Cut off.
  } finally {
    clearTimeout(patience)
  }
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'] ?? null,
    excerpt: toText(Buffer.concat(parts)),
  }
}

/** PostgreSQL stores no NUL, and a character may be cut in two. */
function toText(bytes: Buffer): string {
  return new TextDecoder('utf-8').decode(bytes).replaceAll('\0', '\u{FFFD}')
}
