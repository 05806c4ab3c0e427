/** The gateway responds within milliseconds. If it takes longer, the report is sent again later. */
const ANSWER_WITHIN_MS = 5_000

/** Posts a report over HTTP, as a real provider's server would. Returns the HTTP status. */
export async function postCallback(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'user-agent': 'sluice-simulated-provider' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  await response.arrayBuffer()
  return response.status
}
