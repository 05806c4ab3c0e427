/** The note of a sandbox's terminal whose acquirer authenticates the shopper. */
const NOTE = 'the acquirer authenticates the shopper'

interface Sandbox {
  readonly credentials: {
    readonly terminals: readonly { readonly note: string; readonly terminal_id: string }[]
  }
}

/** An order whose shopper is authenticated by the acquirer itself. */
export function orderAtAcquirer({ credentials }: Sandbox, simulated_flow: string) {
  const terminal = credentials.terminals.find(({ note }) => note === NOTE)
  if (terminal === undefined) throw new Error('the sandbox has no such terminal')
  return { terminal_id: terminal.terminal_id, metadata: { simulated_flow } }
}
