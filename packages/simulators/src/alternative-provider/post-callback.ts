/** The gateway answers within milliseconds; a process that takes longer is asked again later. */
const ANSWER_WITHIN_MS = 5_000

/** Posts a report over HTTP, as a provider's own server would; gives the status of the answer. */
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
