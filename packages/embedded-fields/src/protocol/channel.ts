import type { MessageReader } from './messages.ts'

export interface Channel<Outgoing> {
  send(message: Outgoing, transfer?: Transferable[]): void
  close(): void
}

/**
 * Speaks over one port of a {@link MessageChannel}. Who holds the other port was proven by the handshake, so messages
 * need no origin; each is still read through its list, and what is not on it is ignored.
 */
export function openChannel<Incoming, Outgoing>(
  port: MessagePort,
  read: MessageReader<Incoming>,
  onMessage: (message: Incoming, ports: readonly MessagePort[]) => void,
): Channel<Outgoing> {
  port.onmessage = ({ data, ports }: MessageEvent<unknown>) => {
    const message = read(data)
    if (message !== null) onMessage(message, ports)
  }
  return {
    send: (message, transfer = []) => port.postMessage(message, transfer),
    close: () => port.close(),
  }
}
