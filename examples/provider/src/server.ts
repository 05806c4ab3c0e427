import { readFileSync } from 'node:fs'

import { openBooks } from './books.ts'
import { createSend, openEvents } from './events.ts'
import { createProvider } from './provider.ts'

const { PORT = '9200', PROVIDER_LOG = 'provider.log', PROVIDER_SECRET_FILE = 'provider-secret' } = process.env
const { CALLBACK_URL, CALLBACK_SECRET_FILE = 'callback-secret' } = process.env
// The address at which shoppers' browsers reach this process; with https, unless they are on this machine.
const { PROVIDER_URL = `http://127.0.0.1:${PORT}` } = process.env

const readSecret = (file: string): string => readFileSync(file, 'utf8').trim()
const events = CALLBACK_URL ? openEvents(createSend(CALLBACK_URL, readSecret(CALLBACK_SECRET_FILE))) : null
let isClosing = false
const server = createProvider(
  openBooks(PROVIDER_LOG),
  readSecret(PROVIDER_SECRET_FILE),
  () => isClosing,
  events,
  PROVIDER_URL,
)
server.listen(Number(PORT), '127.0.0.1')

// Keep-alive connections may deliver a few more requests: the process refuses them, and the gateway calls another
// provider.
process.once('SIGTERM', () => {
  isClosing = true
  server.close()
  events?.close()
})
