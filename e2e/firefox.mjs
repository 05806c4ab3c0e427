#!/usr/bin/env node
/**
 * A Firefox that Playwright can drive. Playwright speaks WebDriver BiDi to it and begins every page with a command that
 * the extended-support release does not know yet; here it is answered as done, and everything else is passed on.
 *
 * Not needed any more once Debian's Firefox knows `emulation.setMediaFeaturesOverride`.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

const UNKNOWN_COMMAND = 'emulation.setMediaFeaturesOverride'

const firefox = spawn(process.env['SLUICE_FIREFOX'] ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'pipe'],
})
firefox.once('error', (error) => process.stderr.write(`${error.message}\n`))
firefox.once('close', (code) => process.exit(code ?? 1))
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => firefox.kill(signal))
}
createInterface({ input: firefox.stderr }).on('line', (line) => {
  const [, address] = /^WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
  if (address) listenBefore(address)
  else process.stderr.write(`${line}\n`)
})

/** @param {string} address */
function listenBefore(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.once('listening', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`)
  })
  server.on('connection', (playwright, request) => {
    const browser = new WebSocket(address + request.url)
    const connected = new Promise((resolve) => browser.once('open', resolve))
    playwright.on('message', (data) => {
      const text = String(data)
      const { id, method } = /** @type {{ id: number, method: string }} */ (JSON.parse(text))
      if (method === UNKNOWN_COMMAND) {
        playwright.send(JSON.stringify({ type: 'success', id, result: {} }))
        return
      }
      void connected.then(() => browser.send(text))
    })
    browser.on('message', (data) => playwright.send(String(data)))
    browser.on('error', () => playwright.close())
    browser.on('close', () => playwright.close())
    playwright.on('close', () => browser.close())
  })
}
