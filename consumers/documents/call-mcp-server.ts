import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'newcomer', version: '1' },
  },
}

/** Starts an MCP server as an assistant does, in the project's folder, and asks it for the names of its tools. */
export async function callMcpServer(command: string, folder: string): Promise<readonly string[]> {
  const [program = '', ...args] = command.split(' ')
  const PATH = [join(folder, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  const server = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, PATH, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const send = (message: object) => server.stdin.write(`${JSON.stringify(message)}\n`)
  send(INITIALIZE)
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      const { id, result } = JSON.parse(line) as {
        readonly id?: number
        readonly result?: { readonly tools?: readonly { readonly name: string }[] }
      }
      if (id === 2) return result?.tools?.map(({ name }) => name) ?? []
      if (id !== 1) continue
      send({ jsonrpc: '2.0', method: 'notifications/initialized' })
      send({ jsonrpc: '2.0', id: 2, method: 'tools/list' })
    }
    throw new Error(`${command} ended without an answer`)
  } finally {
    server.stdin.end()
  }
}
