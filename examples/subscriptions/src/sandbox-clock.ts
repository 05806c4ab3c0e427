export interface SandboxClock {
  /** The time of the sandbox. */
  now(): Promise<Date>
  /** Lets time pass until then; a time that has passed changes nothing. */
  moveTo(time: Date): Promise<void>
}

/** The clock of a gateway's sandbox, which a service uses in place of its own while it is tried out. */
export function createSandboxClock({ baseUrl }: { readonly baseUrl: string }): SandboxClock {
  const advance = async (seconds: number) => {
    const response = await fetch(`${baseUrl}/simulators/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_seconds: seconds }),
    })
    if (!response.ok) throw new Error(`The sandbox's clock answered ${response.status}`)
    return new Date(((await response.json()) as { now: string }).now)
  }
  return {
    now: () => advance(0),
    async moveTo(time) {
      const seconds = Math.ceil((time.getTime() - (await advance(0)).getTime()) / 1_000)
      if (seconds > 0) await advance(seconds)
    },
  }
}
