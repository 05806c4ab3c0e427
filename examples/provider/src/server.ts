import { readFileSync } from 'node:fs'

import { openBooks } from './books.ts'
import { createProvider } from './provider.ts'

const { PORT = '9200', PROVIDER_LOG = 'provider.log', PROVIDER_SECRET_FILE = 'provider-secret' } = process.env

const secret = readFileSync(PROVIDER_SECRET_FILE, 'utf8').trim()
let isClosing = false
const server = createProvider(openBooks(PROVIDER_LOG), secret, () => isClosing)
server.listen(Number(PORT), '127.0.0.1')

// Kept connections may bring a few more requests: they are refused, and the gateway asks elsewhere.
process.once('SIGTERM', () => {
  isClosing = true
  server.close()
})
