import { compareAnswers, type PageAnswer } from './compare-answers.ts'
import type { Probe } from './list-probes.ts'

/** The findings at one address. */
export interface PageFinding {
  readonly url: string
  readonly verdict: 'same' | 'differs' | 'not reached'
  /** The differences, one line each. */
  readonly differences: readonly string[]
}

/** The sources of the two responses to a probe. */
export interface PageSources {
  readonly urlOf: (probe: Probe) => string
  /** Returns the response of this build. */
  readonly expect: (probe: Probe, received: PageAnswer) => Promise<PageAnswer>
  /** Returns the response that browsers get. @throws When no complete response arrives. */
  readonly receive: (url: string) => Promise<PageAnswer>
}

/** A load balancer without a service, or an exceeded rate limit: neither shows anything about the pages. */
const UNREACHED: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Compares the addresses one after the other, so that the check is not mistaken for an attack. */
export async function checkPages(
  probes: readonly Probe[],
  sources: PageSources,
): Promise<readonly PageFinding[]> {
  const findings: PageFinding[] = []
  for (const probe of probes) findings.push(await checkPage(probe, sources))
  return findings
}

async function checkPage(probe: Probe, { urlOf, expect, receive }: PageSources): Promise<PageFinding> {
  const url = urlOf(probe)
  let received: PageAnswer
  try {
    received = await receive(url)
  } catch (error) {
    return { url, verdict: 'not reached', differences: [(error as Error).message] }
  }
  if (UNREACHED.has(received.status))
    return { url, verdict: 'not reached', differences: [`it answered ${received.status}`] }

  const expected = await expect(probe, received)
  const differences = [
    ...compareAnswers(expected, received, probe.sameness),
    ...(await compareNonces(received, () => receive(url))),
  ]
  return { url, verdict: differences.length === 0 ? 'same' : 'differs', differences }
}

/** A repeated nonce allows every script that knows it. */
async function compareNonces(
  first: PageAnswer,
  again: () => Promise<PageAnswer>,
): Promise<readonly string[]> {
  const nonce = nonceOf(first)
  if (nonce === null) return []
  const second = await again().catch(() => null)
  return second !== null && nonceOf(second) === nonce
    ? ['the nonce of the policy was sent twice; this build creates a new one for each response']
    : []
}

function nonceOf({ headers }: PageAnswer): string | null {
  return /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? null
}

/** Returns the result of a check: a difference takes precedence over an unreachable address. */
export function overallVerdict(findings: readonly PageFinding[]): PageFinding['verdict'] {
  return (
    (['differs', 'not reached'] as const).find((verdict) =>
      findings.some((finding) => finding.verdict === verdict),
    ) ?? 'same'
  )
}
