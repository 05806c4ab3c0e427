import { COMMANDS, type Command, DriverError, type Parameters, type Transport } from './commands.ts'

/** Replaces `{…}` of a command's path, and leaves the other parameters for the body. */
export function describeRequest(
  command: Command,
  parameters: Parameters,
): { readonly method: string; readonly path: string; readonly body: Parameters } {
  const [method, template] = COMMANDS[command]
  const inPath = new Set<string>()
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(parameters[name]))
  })
  const body = Object.fromEntries(Object.entries(parameters).filter(([name]) => !inPath.has(name)))
  return { method, path, body }
}

/** Speaks WebDriver to a driver's server, and opens the session that every command belongs to. */
export async function openHttpSession(serverUrl: string, capabilities: Parameters): Promise<Transport> {
  const { sessionId } = (await ask('POST', `${serverUrl}/session`, {
    capabilities: { alwaysMatch: capabilities },
  })) as { sessionId: string }
  const sessionUrl = `${serverUrl}/session/${sessionId}`
  return {
    send(command, parameters) {
      const { method, path, body } = describeRequest(command, parameters)
      return ask(method, sessionUrl + path, body)
    },
    close: async () => void (await ask('DELETE', sessionUrl, {})),
  }
}

async function ask(method: string, url: string, body: Parameters): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new DriverError(error, message)
}
