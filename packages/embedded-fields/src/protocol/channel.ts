import type { MessageReader } from './messages.ts'

export interface Channel<Outgoing> {
  send(message: Outgoing, transfer?: Transferable[]): void
  close(): void
}

/** A person at a keyboard causes some twenty messages in a second; a page that is configured anew, a burst of them. */
const MESSAGES_PER_SECOND = 100
const BURST_MESSAGES = 200

/**
 * Speaks over one port of a {@link MessageChannel}. Who holds the other port was proven by the handshake, so messages
 * need no origin; each is still read through its list, and what is not on it is ignored. So is what comes faster than
 * a page needs, before it is even looked at: a flood must not freeze this side.
 */
export function openChannel<Incoming, Outgoing>(
  port: MessagePort,
  read: MessageReader<Incoming>,
  onMessage: (message: Incoming, ports: readonly MessagePort[]) => void,
): Channel<Outgoing> {
  let allowance = BURST_MESSAGES
  let lastMs = 0
  port.onmessage = (event: MessageEvent<unknown>) => {
    const { timeStamp } = event
    allowance = Math.min(BURST_MESSAGES, allowance + ((timeStamp - lastMs) * MESSAGES_PER_SECOND) / 1_000)
    lastMs = timeStamp
    if (allowance < 1) return
    allowance -= 1
    // Browsers unpack a message when its data is asked for.
    const message = read(event.data)
    if (message !== null) onMessage(message, event.ports)
  }
  return {
    send: (message, transfer = []) => port.postMessage(message, transfer),
    close: () => port.close(),
  }
}
